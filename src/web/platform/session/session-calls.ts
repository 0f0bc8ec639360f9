import { logout, refreshToken } from '#contract/users/signed-in.ts'
import { limits } from '#contract/base/limits.ts'
import { endView } from '#contract/users/view-as.ts'
import { makeCall } from '#web/platform/api/make-call.ts'
import { report } from '#web/platform/api/report.ts'
import { forgetDrafts } from '#web/platform/drafts/drafts.ts'
import { getView, type View } from './stored-view.ts'
import { endSession, getOwnSession, getSession, leaveView, startSession } from './session.ts'
import { expiryOf } from './session-token.ts'

// Apart from session.ts, which public pages carry: what calls the API brings its schemas along.

/**
 * A refresh that failed is not tried again for a while, so that a server in trouble is not asked before every call. Well within
 * its grace: where only the answer was lost, the old token still names what it was renewed to.
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

/** Ends the session on the server and here; here also when the server cannot be reached. One that only looks: the looking. */
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
 * Renews the session in time, even in a tab that makes no calls, with an open form. It checks when the token enters its
 * last hour, and then every 20 s until that worked; a machine that slept checks when it wakes. Returns what ends it.
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

/** Milliseconds until a token is checked again; timers can not be set further ahead than some 24 days. */
export function untilRenewal(expiry: number, now: number): number {
  const ahead = expiry - limits.tokenRefreshWithinSeconds * 1000 - now
  return Math.min(dayMilliseconds, Math.max(refreshPauseMilliseconds, ahead + 1000))
}

/** Given up with its page: done where none is there to keep the new token, it would use up the one that the browser keeps. */
async function renew(token: string): Promise<void> {
  try {
    const renewed = await callWith(token)(refreshToken)
    if (getSession()?.token === token) startSession(renewed)
    // In the last hour of a sign-in no renewal gains anything.
    const expiry = expiryOf(renewed.token) ?? 0
    if (expiry < Date.now() + limits.tokenRefreshWithinSeconds * 1000) refreshPausedUntil = expiry
  } catch (error) {
    refreshPausedUntil = Date.now() + refreshPauseMilliseconds
    report(error)
  }
}

/** Not aborted with its page: a user who logs out and closes the tab is logged out on the server too. */
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
