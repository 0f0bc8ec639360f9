import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#sandbox/provider/random.ts'
import { toRecord } from '#torture/clients/call-product.ts'
import type { History } from '#torture/clients/history.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'
import type { BackgroundFault } from '#torture/plan/plan-background-faults.ts'
import type { Accept, Sandboxes } from '#torture/sandboxes/start-sandboxes.ts'

const MOVE_EVERY_MS = 700
/** Only recent orders: a delivered order does not change any more. */
const LATELY_MS = 6_000

/** Injects the planned background faults, each at its time. Returns how many there were of each kind. */
export async function runBackgroundFaults(
  { sandboxes, history, end }: { sandboxes: Sandboxes; history: History; end: AbortSignal },
  faults: readonly BackgroundFault[],
): Promise<Map<string, number>> {
  const begun = performance.now()
  const counts = new Map<string, number>()
  for (const { atSeconds, at, path, body } of faults) {
    const left = begun + atSeconds * 1000 - performance.now()
    if (left > 0) await sleep(left, undefined, { signal: end }).catch(() => undefined)
    if (end.aborted) break
    try {
      await (at === 'gateway' ? sandboxes.gateway : sandboxes.providers[at]).control(path, body)
    } catch {
      continue // the server is down
    }
    const name = String(body['kind'] ?? 'habits')
    counts.set(name, (counts.get(name) ?? 0) + 1)
    history.note('background fault', at, body)
  }
  return counts
}

/** The product's balance at a provider at the start. */
const BALANCE = '100000'
/** Far beyond what anything costs. */
const ABSURD_CHARGES = ['100000000000', '97.5', '999999999999999999']

function pickEnding(random: Random, quantity: number): Record<string, unknown> {
  const kind = random.next()
  if (kind < 0.6) return { status: 'Partial', remains: random.int(1, quantity - 1) }
  if (kind < 0.92) return { status: 'Canceled', remains: quantity }
  return { status: 'Completed', remains: 0, charge: random.pick(ABSURD_CHARGES) }
}

/** Providers deliver some orders in part, cancel some, and charge absurd amounts for some. */
export async function endSomeOrders({
  sandboxes,
  history,
  seed,
  end,
}: {
  sandboxes: Sandboxes
  history: History
  seed: number
  end: AbortSignal
}): Promise<void> {
  const random = randomFor(seed, 'deliveries')
  const moved = new Set<Accept>()
  while (!end.aborted) {
    await sleep(MOVE_EVERY_MS)
    const lately = sandboxes.accepts().filter((one) => one.at > Date.now() - LATELY_MS && !moved.has(one))
    const accept = lately.length === 0 ? undefined : random.pick(lately)
    if (accept === undefined) continue
    // A final status never changes again.
    moved.add(accept)
    const { provider, order, quantity } = accept
    const body = pickEnding(random, quantity)
    try {
      const { control } = sandboxes.providers[provider]
      // Its customer may have canceled it.
      const { status } = toRecord(await control(`orders/${order}`))
      if (status === 'Canceled' || status === 'Partial') continue
      await control(`orders/${order}`, body)
      // The charge was deducted from the product's balance there, and is put back.
      if ('charge' in body) await control('settings', { balance: BALANCE })
      history.note(provider, 'moves', { order, ...body })
    } catch {
      // The server is down.
    }
  }
}
