import { logout, refreshToken } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { makeCall } from '#web/api/make-call.ts'
import { report } from '#web/report.ts'
import { endSession, getSession, startSession } from './session.ts'
import { expiryOf } from './session-token.ts'

// Apart from session.ts, which public pages carry: what calls the API brings its schemas along.

/** A refresh that failed is not tried again for a while, so that a server in trouble is not asked before every call. */
const refreshPauseMilliseconds = 60_000

let refreshing: Promise<void> | undefined
let refreshPausedUntil = 0

/** Ends the session on the server and here; here also when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const session = getSession()
  endSession()
  if (session !== null) await callWith(session.token)(logout).catch(report)
}

/**
 * The token for the next call, renewed first when it expires within the hour (spec §9).
 * A failed renewal lets the call go on with the old one.
 */
export async function freshToken(): Promise<string | undefined> {
  const session = getSession()
  if (session === null) return undefined
  const secondsLeft = ((expiryOf(session.token) ?? 0) - Date.now()) / 1000
  if (secondsLeft < limits.tokenRefreshWithinSeconds && Date.now() >= refreshPausedUntil) {
    refreshing ??= renew(session.token).finally(() => {
      refreshing = undefined
    })
    await refreshing
  }
  return getSession()?.token ?? session.token
}

async function renew(token: string): Promise<void> {
  try {
    const renewed = await callWith(token)(refreshToken)
    if (getSession()?.token === token) startSession(renewed)
  } catch (error) {
    refreshPausedUntil = Date.now() + refreshPauseMilliseconds
    report(error)
  }
}

function callWith(token: string) {
  return makeCall((path, init) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(path, { ...init, headers })
  })
}
