import { createSigner, createVerifier } from 'fast-jwt'
import type { Pool } from 'pg'

import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Staff } from '#contract/permissions.ts'
import { makeCoalesce } from '#server/database/coalesce.ts'
import type { News } from '#server/database/news.ts'
import type { Secrets } from '#server/secrets.ts'

import { findLiveSessions, type SessionKey, touchSessions } from './sessions-queries.ts'

/** Who asks. */
export type Caller = Staff & { readonly id: number; readonly sessionId: string }

/** From an Authorization header to the caller; throws `authentication_required`. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>

/** A session's state may be this old; news of its end arrives sooner, and its own end is kept to. */
const SESSION_STATE_MS = 1_000
const SESSIONS_REMEMBERED = 50_000

type Claims = { sub: string; sid: string }
/** What was found, and for how long that may be believed. */
type SessionState = { caller: Caller | undefined; forMs: number }

/** A token of three parts, HS256, 24 h, naming the session that makes it valid (api.md, "Base and form"). */
export function makeTokenSigner(secrets: Secrets): (userId: number, sessionId: string) => string {
  const sign = createSigner({
    key: secrets.signingKey,
    algorithm: 'HS256',
    expiresIn: limits.tokenHours * 3_600_000,
  })
  return (userId, sessionId) => sign({ sub: String(userId), sid: sessionId })
}

export function makeAuthenticate({
  pool,
  secrets,
  clock,
  news,
}: {
  pool: Pool
  secrets: Secrets
  clock: () => Date
  news: News
}): Authenticate {
  const verify = makeVerify(secrets)
  const known = new Map<string, { caller: Caller | undefined; until: number }>()

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

  let endings = 0
  news.on('session', ({ userId, sessionId }) => {
    endings += 1
    if (sessionId !== null) known.delete(`${userId}:${sessionId}`)
    else for (const key of known.keys()) if (key.startsWith(`${userId}:`)) known.delete(key)
  })

  return async (authorization) => {
    const claims = toClaims(verify, authorization)
    const key = `${claims.sub}:${claims.sid}`
    const now = clock().getTime()
    let state = known.get(key)
    if (state === undefined || state.until <= now) {
      const endingsBefore = endings
      const { caller, forMs } = await readSession(claims)
      state = { caller, until: now + forMs }
      // What was read before a session ended must not be remembered after it.
      if (endings === endingsBefore) {
        if (known.size >= SESSIONS_REMEMBERED) known.clear()
        known.set(key, state)
      }
    }
    if (state.caller === undefined) throw new AppError('authentication_required')
    return state.caller
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
  return typeof sub === 'string' && /^\d{1,10}$/.test(sub) && typeof sid === 'string' && uuidPattern.test(sid)
}
