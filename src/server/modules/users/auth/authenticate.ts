import { createSigner, createVerifier } from 'fast-jwt'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import { startView, VIEW_MINUTES } from '#contract/users/view-as.ts'
import type { Context } from '#server/context.ts'
import { makeCoalesce } from '#server/lib/limits/coalesce.ts'
import type { Secrets } from '#server/lib/crypto/secrets.ts'

import { endReusedFamily } from './end-reused-sessions.ts'
import { findLiveView } from '#server/modules/users/view-as/views/views-queries.ts'
import { findLiveSessions, type SessionKey, touchSessions } from './sessions-queries.ts'

/** Who asks. */
export type Caller = Staff & {
  readonly id: number
  readonly sessionId: string
  /** Staff who see the panel as this user, and only look; whatever the user is, they are a customer then. */
  readonly viewer?: Staff & { readonly id: number }
}

/**
 * From an Authorization header to the caller. `shownFrom`: the address from which a client shows it now; null where the server
 * itself asks again whether what was shown still holds, which is no use of a token. Throws `authentication_required`.
 */
export type Authenticate = (authorization: string | undefined, shownFrom: string | null) => Promise<Caller>

/** A session's state may be this old; news of its end arrives sooner, and its own end is kept to. */
const SESSION_STATE_MS = 1_000
const SESSIONS_REMEMBERED = 50_000

/** `vid`: who only looks; `sid` is a view's id then. */
type Claims = { sub: string; sid: string; vid?: string }
/** What was found, and for how long that may be believed. */
type SessionState = { caller: Caller | undefined; forMs: number }
/** `isJudged`: it was looked whether somebody who shows a token that is over has it from somebody else. */
type Known = { caller: Caller | undefined; until: number; isJudged: boolean }

/**
 * A token of three parts, HS256, naming the session that makes it valid (api.md, "Base and form"). It lasts 24 h, or `seconds`
 * where the session ends before; that of a view, which names its viewer, as long as those last.
 */
export function makeTokenSigner(
  secrets: Secrets,
): (userId: number, sessionId: string, own?: { seconds?: number; viewerId?: number }) => string {
  return (userId, sessionId, { seconds = limits.tokenHours * 3_600, viewerId } = {}) => {
    const [lasts, view] =
      viewerId === undefined ? [seconds, {}] : [VIEW_MINUTES * 60, { vid: String(viewerId) }]
    const sign = createSigner({ key: secrets.signingKey, algorithm: 'HS256', expiresIn: lasts * 1_000 })
    return sign({ sub: String(userId), sid: sessionId, ...view })
  }
}

export function makeAuthenticate({
  db,
  pool,
  secrets,
  events,
  security,
}: Pick<Context, 'db' | 'pool' | 'secrets' | 'events' | 'security'>): Authenticate {
  const verify = makeVerify(secrets)
  const known = new Map<string, Known>()
  const knownViews = new Map<string, Known>()

  // Many requests ask at once, each for another session: one round trip answers them together.
  const readSession = makeCoalesce<Claims, SessionState>({
    max: 500,
    parallel: 2,
    run: async (claims) => {
      const asked = claims.map(({ sub, sid }) => ({ userId: Number(sub), id: sid }))
      const rows = await findLiveSessions(pool, asked)
      const live = new Map(rows.map(({ at, ...session }) => [at, session]))
      return claims.map(({ sid }, index) => {
        const session = live.get(index + 1)
        if (session === undefined) return { caller: undefined, forMs: SESSION_STATE_MS }
        const { id, role, permissions, left, is_idle: isIdle } = session
        if (isIdle) touch({ userId: id, id: sid }).catch(() => undefined)
        return { caller: { id, role, permissions, sessionId: sid }, forMs: Math.min(SESSION_STATE_MS, left) }
      })
    },
  })

  // Who is idle is written down as used again, and nobody waits for it.
  const touch = makeCoalesce<SessionKey, undefined>({
    max: 500,
    parallel: 1,
    run: async (used) => {
      await touchSessions(pool, used)
      return used.map(() => undefined)
    },
  })

  const readView = async ({ sub, sid, vid }: Claims): Promise<SessionState> => {
    const view = await findLiveView(pool, { userId: Number(sub), id: sid })
    const isTheirs = view !== undefined && String(view.viewer_id) === vid && isAllowed(view, startView.needs)
    if (!isTheirs) return { caller: undefined, forMs: SESSION_STATE_MS }
    const viewer = { id: view.viewer_id, role: view.role, permissions: view.permissions }
    const caller: Caller = { id: Number(sub), role: 'user', permissions: null, sessionId: sid, viewer }
    return { caller, forMs: Math.min(SESSION_STATE_MS, view.left) }
  }

  let endings = 0
  events.on('session', ({ userId, sessionId }) => {
    endings += 1
    if (sessionId !== null) known.delete(`${userId}:${sessionId}`)
    else for (const key of known.keys()) if (key.startsWith(`${userId}:`)) known.delete(key)
    // They are few, and any may have been begun in what ended.
    knownViews.clear()
  })

  return async (authorization, shownFrom) => {
    const claims = toClaims(verify, authorization)
    const isView = claims.vid !== undefined
    const states = isView ? knownViews : known
    const key = `${claims.sub}:${claims.sid}`
    const now = performance.now()
    let state = states.get(key)
    if (state === undefined || state.until <= now) {
      const endingsBefore = endings
      const { caller, forMs } = await (isView ? readView(claims) : readSession(claims))
      state = { caller, until: now + forMs, isJudged: false }
      // What was read before a session ended must not be remembered after it.
      if (endings === endingsBefore) {
        if (states.size >= SESSIONS_REMEMBERED) states.clear()
        states.set(key, state)
      }
    }
    if (state.caller !== undefined) return state.caller
    if (shownFrom !== null && !isView && !state.isJudged) {
      state.isJudged = true
      const session = { userId: Number(claims.sub), id: claims.sid }
      await endReusedFamily({ db, events, security }, { ...session, address: shownFrom })
    }
    throw new AppError('authentication_required')
  }
}

/** Throws where a token was signed with neither key, or is over. */
function makeVerify({ signingKey, previousSigningKey }: Secrets): (token: string) => unknown {
  const verifyBy = (key: Buffer) =>
    createVerifier({ key, algorithms: ['HS256'], requiredClaims: ['exp'], cache: 10_000 })
  const verify = verifyBy(signingKey)
  if (previousSigningKey === undefined) return verify
  const verifyPrevious = verifyBy(previousSigningKey)
  return (token) => {
    try {
      return verify(token)
    } catch {
      return verifyPrevious(token)
    }
  }
}

function toClaims(verify: (token: string) => unknown, authorization: string | undefined): Claims {
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new AppError('authentication_required')
  let payload: unknown
  try {
    payload = verify(token)
  } catch {
    throw new AppError('authentication_required')
  }
  if (!isClaims(payload)) throw new AppError('authentication_required')
  return payload
}

export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function isClaims(payload: unknown): payload is Claims {
  if (typeof payload !== 'object' || payload === null || !('sub' in payload) || !('sid' in payload))
    return false
  const { sub, sid } = payload
  if ('vid' in payload && typeof payload.vid !== 'string') return false
  return typeof sub === 'string' && /^\d{1,10}$/.test(sub) && typeof sid === 'string' && uuidPattern.test(sid)
}
