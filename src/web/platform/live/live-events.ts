import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { type LiveEvent, type LiveEventKind, liveEvents, liveUpdates } from '#contract/site/events.ts'
import { getProfile } from '#contract/users/users.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { getSession, useSession } from '#web/platform/session/session.ts'
import { freshToken } from '#web/platform/session/session-calls.ts'
import type { StreamEvent } from './event-parser.ts'
import { keepReading } from './live-stream.ts'
import { keepSharing } from './shared-stream.ts'

export type LiveData<Kind extends LiveEventKind> = Extract<LiveEvent, { kind: Kind }>['data']

/** Keeps the connection open when one page replaces another. */
const graceMilliseconds = 1_000

/** Longer than a page takes to load its data and show it, even on a slow phone. */
const loadMilliseconds = 10_000

const listeners = new Set<(event: LiveEvent) => void>()
const gaps = new Set<(isFirst: boolean) => void>()
let connection: { userId: number; close: () => void } | undefined
/** When data last arrived on the stream, or it was opened. */
let heardAt = -Infinity

/**
 * Calls `handler` for each event of one kind while the component is mounted: `useLiveEvent('order', (order) => …)`. One
 * connection per browser serves all; a tab takes part while it is visible, from the first handler to the last, and
 * until the session ends.
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

/**
 * Calls `handler` when an event may have been missed, so that the component reads its data again: when the stream opens
 * or reopens, when the tab becomes visible again, and at the start if an event came while the page was loading.
 * `isFirst`: there was no event before.
 */
export function useLiveGaps(handler: (isFirst: boolean) => void): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    const onGap = (isFirst: boolean) => handle(isFirst)
    gaps.add(onGap)
    if (performance.now() - heardAt < loadMilliseconds) onGap(true)
    return () => {
      gaps.delete(onGap)
    }
  }, [])
}

/** The same outside React; returns what unsubscribes it. */
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

/** Takes part while the tab is visible; if all are hidden, nothing is connected. */
function connect(userId: number): () => void {
  let reading: AbortController | undefined
  let ended: Promise<unknown> = Promise.resolve()
  // A page that was opened in the background loaded its data some time ago.
  let hasOpened = document.hidden

  function onOpen(): void {
    heardAt = performance.now()
    for (const handler of gaps) handler(!hasOpened)
    hasOpened = true
  }

  function start(): void {
    if (reading !== undefined || document.hidden) return
    reading = new AbortController()
    const { signal } = reading
    // Starts after the stream before has released what it held.
    ended = ended.then(() => listen({ userId, onOpen, signal })).catch(report)
  }

  function stop(): void {
    reading?.abort()
    reading = undefined
  }

  function onVisibility(): void {
    if (document.hidden) stop()
    else start()
  }

  /** Back online: try again immediately. */
  function onOnline(): void {
    stop()
    start()
  }

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onOnline)
  start()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onOnline)
    stop()
    heardAt = -Infinity
  }
}

type Listening = { userId: number; onOpen: () => void; signal: AbortSignal }

/** A view as a user has its own stream, limited to what the viewer may read, and is not shared with other tabs. */
function listen({ userId, ...listening }: Listening): Promise<void> {
  const onEvent = (event: StreamEvent) => tell(event, userId)
  const stream = { ...listening, open: openStream, onEvent }
  // Over plain HTTP to another machine browsers have no locks: each tab then has its own connection.
  if (getSession()?.isView || !('locks' in navigator)) return keepReading(stream)
  return keepSharing({ ...stream, name: `live:${userId}` })
}

async function openStream(signal: AbortSignal): Promise<Response> {
  const headers = new Headers({ accept: 'text/event-stream' })
  const token = await freshToken()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(liveUpdates.path, { headers, cache: 'no-store', signal })
  // An ordinary call checks whether the session has ended, and if so ends it here with all its effects.
  if (response.status === 401) await call(getProfile).catch(report)
  return response
}

/** Events for one user are dropped once another tab has signed in as another user. */
function tell({ kind, data }: StreamEvent, userId: number): void {
  if (!isKind(kind) || getSession()?.user.id !== userId) return
  const parsed = z.safeParse(liveEvents[kind], parse(data))
  if (!parsed.success) return report(parsed.error)
  heardAt = performance.now()
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
