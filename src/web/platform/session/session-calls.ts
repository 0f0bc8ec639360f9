import { logout, refreshToken } from '#contract/users/signed-in.ts'
import { limits } from '#contract/base/limits.ts'
import { endView } from '#contract/users/view-as.ts'
import { makeCall } from '#web/platform/api/make-call.ts'
import { report } from '#web/platform/api/report.ts'
import { forgetDrafts } from '#web/platform/drafts/drafts.ts'
import { getView, type View } from './stored-view.ts'
import { endSession, getOwnSession, getSession, leaveView, startSession } from './session.ts'
import { expiryOf } from './session-token.ts'

// Separate from session.ts, which public pages load: code that calls the API brings in its schemas.

/**
 * After a failed refresh, wait before the next one, so that a server in trouble is not asked before every call. Well
 * within the grace period: if only the response was lost, the old token can still be exchanged.
 */
const refreshPauseMilliseconds = (limits.refreshGraceSeconds * 1000) / 3
const dayMilliseconds = 86_400_000

let refreshing: Promise<void> | undefined
let refreshPausedUntil = 0

/** While viewing as a user, signing out returns to one's own session and ends the view on the server too. */
async function endOwnView(view: View): Promise<void> {
  const params = { id: view.session.user.id }
  const own = getOwnSession()
  if (own !== null) await callToEnd(own.token)(endView, { params }).catch(report)
  leaveView(view)
}

/** Ends the session here and on the server, here also if the server can't be reached. In a view as a user, ends only the view. */
export async function signOut(): Promise<void> {
  const view = getView()
  if (view !== undefined) return endOwnView(view)
  const session = getSession()
  endSession()
  forgetDrafts((owner) => owner === session?.user.id)
  if (session !== null) await callToEnd(session.token)(logout).catch(report)
}

/**
 * The token for the next call, renewed first when it expires within the hour (spec §9).
 * A failed renewal lets the call go on with the old one.
 */
export async function freshToken(): Promise<string | undefined> {
  const session = getSession()
  if (session === null || session.isView) return session?.token
  const secondsLeft = ((expiryOf(session.token) ?? 0) - Date.now()) / 1000
  if (secondsLeft < limits.tokenRefreshWithinSeconds && Date.now() >= refreshPausedUntil) {
    refreshing ??= renew(session.token).finally(() => {
      refreshing = undefined
    })
    await refreshing
  }
  return getSession()?.token ?? session.token
}

/**
 * Renews the session in time, even in a tab that makes no calls, such as one with an open form. Checks when the token
 * enters its last hour, then every 20 s until that worked, and when a sleeping machine wakes. Returns what stops it.
 */
export function keepFresh(): () => void {
  if (getSession()?.isView) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    void freshToken()
    const expiry = expiryOf(getSession()?.token ?? '')
    if (expiry !== undefined) timer = setTimeout(look, untilRenewal(expiry, Date.now()))
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Milliseconds until a token is checked again; timers can't be set further ahead than about 24 days. */
export function untilRenewal(expiry: number, now: number): number {
  const ahead = expiry - limits.tokenRefreshWithinSeconds * 1000 - now
  return Math.min(dayMilliseconds, Math.max(refreshPauseMilliseconds, ahead + 1000))
}

/** Aborted with its page: if no page is left to store the new token, a completed renewal would invalidate the stored one. */
async function renew(token: string): Promise<void> {
  try {
    const renewed = await callWith(token)(refreshToken)
    if (getSession()?.token === token) startSession(renewed)
    // In the last hour of a sign-in a renewal gains nothing.
    const expiry = expiryOf(renewed.token) ?? 0
    if (expiry < Date.now() + limits.tokenRefreshWithinSeconds * 1000) refreshPausedUntil = expiry
  } catch (error) {
    refreshPausedUntil = Date.now() + refreshPauseMilliseconds
    report(error)
  }
}

/** Not aborted with its page: a user who logs out and closes the tab is also logged out on the server. */
function callToEnd(token: string) {
  return callWith(token, { keepalive: true })
}

function callWith(token: string, how: RequestInit = {}) {
  return makeCall((path, init) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(path, { ...init, ...how, headers })
  })
}
