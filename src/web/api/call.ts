import { type Call, makeCall } from './make-call.ts'
import { endSession, getSession } from '#web/session/session.ts'
import { freshToken } from '#web/session/session-calls.ts'

/** Calls one endpoint of the contract from the browser, as whoever is signed in. See `makeCall` for what it throws. */
export const call: Call = makeCall(sendAsVisitor)

/** The answer as it came: for files. */
export async function sendAsVisitor(path: string, init: RequestInit): Promise<Response> {
  const token = await freshToken()
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(path, { ...init, headers })
  if (response.status === 401 && token !== undefined) await endRefusedSession(response.clone(), token)
  return response
}

/** The server no longer knows this session (ended elsewhere, blocked, expired): it ends here too. */
async function endRefusedSession(response: Response, token: string): Promise<void> {
  const body: unknown = await response.json().catch(() => undefined)
  const isRefused =
    typeof body === 'object' && body !== null && 'code' in body && body.code === 'authentication_required'
  // Another tab may have renewed the session while this call was under way.
  if (isRefused && getSession()?.token === token) endSession()
}
