import { useEffect, useSyncExternalStore } from 'react'
import type { CustomerRates } from '#contract/users/customer-rates.ts'
import { report } from '#web/platform/api/report.ts'
import { useSession } from '#web/platform/session/session.ts'

type Known = { userId: number; rates: CustomerRates }

const listeners = new Set<() => void>()
let known: Known | undefined
let asking: { userId: number; done: Promise<void> } | undefined

/**
 * The customer's own rule for `rateFor`; undefined for strangers, and until it is here. Where it can not be had the
 * catalogue's rates are shown, and the server says what an order really costs before anything is charged.
 */
export function useOwnRates(): CustomerRates | undefined {
  const userId = useSession()?.user.id
  const here = useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  )
  useEffect(() => {
    if (userId !== undefined && known?.userId !== userId) void loadOwnRates(userId)
  }, [userId])
  return here?.userId === userId ? here?.rates : undefined
}

/** Asks for it, also where one is known; those who ask at once share the answer. A failure is only logged. */
export function loadOwnRates(userId: number): Promise<void> {
  if (asking?.userId === userId) return asking.done
  const current = { userId, done: ask(userId) }
  asking = current
  void current.done.finally(() => {
    if (asking === current) asking = undefined
  })
  return current.done
}

async function ask(userId: number): Promise<void> {
  try {
    // Only now: a page for strangers does without what calls the API.
    const [{ call }, { getRates }] = await Promise.all([
      import('#web/platform/api/call.ts'),
      import('#contract/users/customer-rates.ts'),
    ])
    known = { userId, rates: await call(getRates, { query: {} }) }
    for (const listener of listeners) listener()
  } catch (error) {
    report(error)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
