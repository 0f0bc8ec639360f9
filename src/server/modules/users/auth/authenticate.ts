import { createSigner, createVerifier } from 'fast-jwt'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import { startView, VIEW_MINUTES } from '#contract/users/view-as.ts'
import type { Context } from '#server/context.ts'
import type { Secrets } from '#server/lib/crypto/secrets.ts'
import { makeCoalesce } from '#server/lib/limits/coalesce.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { findLiveView } from '#server/modules/users/view-as/views-queries.ts'

import { endFamily } from './end-session.ts'
import { grace, type SessionKey, thisMoment } from './sessions-queries.ts'

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

/**
 * Somebody shows a token whose session is over. Where it was renewed, and its grace is over, two have had it: whoever renewed
 * it, and this one. Nobody can tell which of them is the owner, so the whole family ends, and the owner signs in again.
 */
async function endReusedFamily(
  ctx: Pick<Context, 'db' | 'events' | 'security'>,
  { userId, id, address }: SessionKey & { address: string },
): Promise<void> {
  if (!(await isPastGrace(ctx.db, { userId, id }))) return
  const ended = await transact(ctx, (tx, publish) => endFamily(tx, publish, { userId, sessionId: id }))
  if (ended > 0) ctx.security.note('session_reused', { userId, address })
}

/**
 * `at` counts from 1 where it stands among those asked for; `left` is in milliseconds. An idle one was not used for
 * some minutes.
 */
type LiveSessionRow = Staff & { at: number; id: number; left: number; is_idle: boolean }

/** Those that hold, of many at once. Every request waits for it: a named statement, which the pool alone can send. */
async function findLiveSessions(pool: Pool, asked: readonly SessionKey[]): Promise<LiveSessionRow[]> {
  const { rows } = await pool.query<LiveSessionRow>({
    name: 'read-sessions',
    text: `select asked.at::int as at, users.id, users.role, users.permissions,
        extract(epoch from sessions.ends_at - now())::float * 1000 as left,
        sessions.used_at < now() - interval '5 minutes' as is_idle
      from unnest($1::int[], $2::uuid[]) with ordinality as asked (user_id, id, at)
      join sessions on sessions.user_id = asked.user_id and sessions.id = asked.id
      join users on users.id = asked.user_id and users.session_epoch = sessions.epoch
      where sessions.ends_at > now() and users.status = 'active' and users.deleted_at is null`,
    values: [asked.map(({ userId }) => userId), asked.map(({ id }) => id)],
  })
  return rows
}

/** Whether it was renewed, and the grace in which it may still be shown is over. */
async function isPastGrace(db: Kysely<DB>, { userId, id }: SessionKey): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('renewed_at', '<=', sql<Date>`${thisMoment} - ${grace}`)
    .executeTakeFirst()
  return row !== undefined
}

/** Those that are in use now, as of this minute; one by one, as two processes would wait for each other. */
async function touchSessions(pool: Pool, used: readonly SessionKey[]): Promise<void> {
  for (const { userId, id } of used)
    await pool.query(
      `update sessions set used_at = now() where user_id = $1 and id = $2 and used_at < now() - interval '1 minute'`,
      [userId, id],
    )
}
