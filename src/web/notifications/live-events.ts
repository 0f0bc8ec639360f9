import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent, LiveEventKind } from '#contract/events.ts'
import { getSession } from '#web/session.ts'
import { openLiveStream } from './live-stream.ts'

type DataOf<Kind extends LiveEventKind> = Extract<LiveEvent, { kind: Kind }>['data']

const subscribers = new Set<(event: LiveEvent) => void>()
const returns = new Set<() => void>()
let close: (() => void) | undefined

/**
 * Calls `handler` for each event of one kind while the component stands: `useLiveEvent('order', (order) => …)`.
 * One connection per tab serves all of them; it opens with the first and closes after the last.
 */
export function useLiveEvent<Kind extends LiveEventKind>(
  kind: Kind,
  handler: (data: DataOf<Kind>) => void,
): void {
  const handle = useEffectEvent(handler)
  useEffect(
    () =>
      subscribe((event) => {
        if (event.kind === kind) handle(event.data as DataOf<Kind>) // the kind says which data it is
      }),
    [kind],
  )
}

/** Calls `handler` when the connection is back after a break: what happened meanwhile was not told. */
export function useLiveReturn(handler: () => void): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    const onReturn = () => handle()
    returns.add(onReturn)
    return () => {
      returns.delete(onReturn)
    }
  }, [])
}

function subscribe(subscriber: (event: LiveEvent) => void): () => void {
  subscribers.add(subscriber)
  close ??= openLiveStream({
    token: () => getSession()?.token,
    onEvent: (event) => {
      for (const one of subscribers) one(event)
    },
    onReturn: () => {
      for (const one of returns) one()
    },
  })
  return () => {
    subscribers.delete(subscriber)
    // A page that is left for another one lets go before the next takes hold.
    setTimeout(closeIfIdle, 1_000)
  }
}

function closeIfIdle(): void {
  if (subscribers.size > 0) return
  close?.()
  close = undefined
}
