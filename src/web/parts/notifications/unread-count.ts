import { useSyncExternalStore } from 'react'
import { countUnread } from '#contract/messaging/notifications.ts'
import { makeAskInTurn } from '#web/platform/api/ask-in-turn.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { getSession } from '#web/platform/session/session.ts'

/** How many notifications are not read, as the server counts them: the bell's badge and the page show one figure. */
let known = { userId: 0, count: 0 }
const listeners = new Set<() => void>()

/** Undefined until the server has said so. */
export function useUnreadCount(): number | undefined {
  return useSyncExternalStore(subscribe, countHere, () => undefined)
}

/** Asks the server. */
export const { again: lookAtUnread } = makeAskInTurn(look)

/** Before the server has said so: `count` is the one that is shown. */
export function showUnread(next: (count: number) => number): void {
  const count = countHere()
  if (count !== undefined) put(getSession()?.user.id ?? 0, Math.max(0, next(count)))
}

async function look(): Promise<void> {
  const userId = getSession()?.user.id
  if (userId === undefined) return
  try {
    const { unread } = await call(countUnread)
    put(userId, unread)
  } catch (error) {
    report(error)
  }
}

function put(userId: number, count: number): void {
  known = { userId, count }
  for (const listener of listeners) listener()
}

function countHere(): number | undefined {
  return known.userId === getSession()?.user.id ? known.count : undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
