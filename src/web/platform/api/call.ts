import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { type Call, makeCall } from './make-call.ts'
import { askForProof } from '#web/platform/session/ask-for-proof.ts'
import { endSession, getSession, mergeUser } from '#web/platform/session/session.ts'
import { freshToken } from '#web/platform/session/session-calls.ts'

/** Calls one endpoint of the contract from the browser, as the signed-in user. See `makeCall` for what it throws. */
export const call: Call = makeCall(sendAsVisitor, readerLanguage, askForProof)

/** The raw response, for files. */
export async function sendAsVisitor(path: string, init: RequestInit): Promise<Response> {
  const token = await freshToken()
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(path, { ...init, headers })
  if (response.status === 401 && token !== undefined) await endRefusedSession(response.clone(), token)
  if (response.status === 403) await noteNeededFactor(response.clone())
  return response
}

/** A second factor can become required during a session: `requireAdmin` then leads staff to its setup. */
async function noteNeededFactor(response: Response): Promise<void> {
  const session = getSession()
  if ((await codeOf(response)) === 'two_factor_setup_required' && session !== null && session.isView !== true)
    mergeUser(session.user.id, { needs_two_factor: true })
}

/** The server no longer knows this session (ended elsewhere, blocked, expired): end it here too. */
async function endRefusedSession(response: Response, token: string): Promise<void> {
  const isRefused = (await codeOf(response)) === 'authentication_required'
  // Another tab may have renewed the session while this call was under way.
  if (isRefused && getSession()?.token === token) endSession()
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}
