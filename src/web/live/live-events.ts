import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { type LiveEvent, type LiveEventKind, liveEvents, liveUpdates } from '#contract/events.ts'
import { limits } from '#contract/limits.ts'
import { getProfile } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { report } from '#web/report.ts'
import { getSession, useSession } from '#web/session/session.ts'
import { freshToken } from '#web/session/session-calls.ts'
import type { StreamEvent } from './event-parser.ts'
import { keepReading } from './live-stream.ts'

export type LiveData<Kind extends LiveEventKind> = Extract<LiveEvent, { kind: Kind }>['data']

/**
 * Browsers allow six connections to a server over HTTP/1.1: tabs that nobody looks at give theirs back. Well within the grace
 * of a renewal, as a hidden tab may sleep from then on: no stream of its is left that would be opened anew with a token whose
 * grace is over.
 */
const hiddenMilliseconds = (limits.refreshGraceSeconds * 1000) / 2
/** A page that is left for another one lets go before the next takes hold. */
const graceMilliseconds = 1_000

const listeners = new Set<(event: LiveEvent) => void>()
const returns = new Set<() => void>()
const openings = new Set<() => void>()
let connection: { userId: number; close: () => void } | undefined

/**
 * Calls `handler` for each event of one kind while the component stands: `useLiveEvent('order', (order) => …)`.
 * One connection per tab serves all; it opens with the first handler, closes after the last and when the session ends.
 */
export function useLiveEvent<Kind extends LiveEventKind>(
  kind: Kind,
  handler: (data: LiveData<Kind>, userId: number) => void,
): void {
  const handle = useEffectEvent(handler)
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId === undefined) return undefined
    return onLiveEvent(kind, (data) => handle(data, userId))
  }, [kind, userId])
}

/** Calls `handler` when the connection is back after a break: what happened meanwhile was not told, so read anew. */
export function useLiveReturn(handler: () => void): void {
  const handle = useEffectEvent(handler)
  useEffect(() => onLiveReturn(() => handle()), [])
}

/**
 * Calls `handler` whenever the connection stands, for the first time or again: what happened since the page was read, or
 * during a break, was not told. For what a page shows that its loader read.
 */
export function useLiveGaps(handler: () => void): void {
  const handle = useEffectEvent(handler)
  useLiveReturn(handler)
  useEffect(() => {
    const onOpening = () => handle()
    openings.add(onOpening)
    return () => {
      openings.delete(onOpening)
    }
  }, [])
}

/** The same outside React; it answers what ends it. */
export function onLiveEvent<Kind extends LiveEventKind>(
  kind: Kind,
  handler: (data: LiveData<Kind>) => void,
): () => void {
  const listener = (event: LiveEvent) => {
    if (event.kind === kind) handler(event.data as LiveData<Kind>) // the kind says which data it is
  }
  listeners.add(listener)
  open()
  return () => {
    listeners.delete(listener)
    if (getSession() === null) closeIfIdle()
    else setTimeout(closeIfIdle, graceMilliseconds)
  }
}

export function onLiveReturn(handler: () => void): () => void {
  returns.add(handler)
  return () => {
    returns.delete(handler)
  }
}

function open(): void {
  const userId = getSession()?.user.id
  if (connection?.userId === userId) return
  connection?.close()
  connection = userId === undefined ? undefined : { userId, close: connect(userId) }
}

function closeIfIdle(): void {
  if (listeners.size > 0) return
  connection?.close()
  connection = undefined
}

/** Holds the stream while the tab is looked at, and for half a minute after. */
function connect(userId: number): () => void {
  let reading: AbortController | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let hasOpened = false

  function start(): void {
    if (reading !== undefined) return
    reading = new AbortController()
    void keepReading({
      open: openStream,
      onEvent: (event) => tell(event, userId),
      onOpen: () => {
        for (const handler of hasOpened ? returns : openings) handler()
        hasOpened = true
      },
      signal: reading.signal,
    })
  }

  function stop(): void {
    reading?.abort()
    reading = undefined
  }

  function onVisibility(): void {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(stop, hiddenMilliseconds)
    else start()
  }

  /** The network is back: the wait for the next try is cut short. */
  function onOnline(): void {
    if (reading === undefined) return
    stop()
    start()
  }

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onOnline)
  if (document.hidden) onVisibility()
  start()
  return () => {
    clearTimeout(hiding)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onOnline)
    stop()
  }
}

async function openStream(signal: AbortSignal): Promise<Response> {
  const headers = new Headers({ accept: 'text/event-stream' })
  const token = await freshToken()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(liveUpdates.path, { headers, cache: 'no-store', signal })
  // An ordinary call finds out whether the session is over, and ends it here with everything that belongs to that.
  if (response.status === 401) await call(getProfile).catch(report)
  return response
}

/** What is told of one user is nobody's once another tab has signed in as somebody else. */
function tell({ kind, data }: StreamEvent, userId: number): void {
  if (!isKind(kind) || getSession()?.user.id !== userId) return
  const parsed = z.safeParse(liveEvents[kind], parse(data))
  if (!parsed.success) return report(parsed.error)
  const event = { kind, data: parsed.data } as LiveEvent // decoded by this kind's schema
  for (const listener of listeners) listener(event)
}

function isKind(kind: string): kind is LiveEventKind {
  return Object.hasOwn(liveEvents, kind)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
