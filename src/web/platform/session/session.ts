import { useSyncExternalStore } from 'react'
import type { Money } from '#contract/base/money.ts'
import type { User } from '#contract/users/users.ts'
import { fromStored, type SessionUser, toStored } from './stored-session.ts'
import { dropView, getView, storeView, type View } from './stored-view.ts'
import { expiryOf } from './session-token.ts'

/** The signed-in user of this browser. Stored as an object with token and user (spec §3), shared by its tabs. */
export type Session = {
  token: string
  user: SessionUser
  /** Set for staff who are viewing as this user, read-only. */
  isView?: true
}

const key = 'session'

const listeners = new Set<() => void>()
let read: { text: string | null; session: Session | null } | undefined

/** The signed-in user, or the user that signed-in staff are viewing as in this tab. */
export function getSession(): Session | null {
  const own = getOwnSession()
  const view = getView()
  if (view === undefined) return own
  if (own?.user.id === view.viewerId) return view.session
  dropView()
  return own
}

/** The stored session if it is valid (spec §5); otherwise null, and the stored text is deleted. */
export function getOwnSession(): Session | null {
  if (typeof localStorage === 'undefined') return null
  const text = localStorage.getItem(key)
  if (read?.text !== text) read = { text, session: text === null ? null : fromStored(text) }
  const { session } = read
  if (session !== null && (expiryOf(session.token) ?? 0) > Date.now()) return session
  if (text !== null) {
    localStorage.removeItem(key)
    // Deferred: React calls this while rendering.
    queueMicrotask(changed)
  }
  return null
}

/** Null while the page is rendered on the server and hydrated, then the signed-in user, in every tab. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession, () => null)
}

export function startSession({ token, user }: { token: string; user: User | SessionUser }): void {
  localStorage.setItem(key, toStored(token, user))
  changed()
}

/**
 * Merges a user's new data (profile, balance) into the session. Dropped if another tab has signed in as another user
 * since. Unchanged data is not stored: it could overwrite a session of another tab that this tab has not seen yet.
 */
export function mergeUser(id: number, user: Partial<SessionUser>): void {
  const session = getSession()
  if (session === null || session.user.id !== id) return
  const view = getView()
  if (view !== undefined) {
    storeView({ ...view, session: { ...session, user: { ...session.user, ...user, id } } })
    return changed()
  }
  const merged = { ...session.user, ...user, id }
  if (toStored(session.token, merged) === toStored(session.token, session.user)) return
  startSession({ token: session.token, user: merged })
}

export function mergeBalance(userId: number, balance: Money): void {
  mergeUser(userId, { balance })
}

/** Ends the session in this browser only. Text in this page's forms is stored for the same user's next login. */
export function endSession(): void {
  const view = getView()
  if (view !== undefined) return leaveView(view)
  localStorage.removeItem(key)
  changed()
}

/**
 * Returns to the staff member's own session and to the page where viewing began. A full load: nothing of the viewed
 * user stays.
 */
export function leaveView({ back }: View): void {
  dropView()
  window.location.assign(back)
}

/** Calls `listener` immediately when a user signs in or out, here or in another tab. Returns what unsubscribes it. */
export function onSessionChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** Another tab changed the session. A null key means that storage was cleared. */
function onStorage(event: StorageEvent): void {
  if (event.key === key || event.key === null) changed()
}

function changed(): void {
  // The same mark that the boot script sets before the first paint.
  document.documentElement.toggleAttribute('data-signed-in', getStoredText() !== null)
  for (const listener of listeners) listener()
}

function getStoredText(): string | null {
  return localStorage.getItem(key)
}
