import { createSigner, createVerifier } from 'fast-jwt'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import { startView, VIEW_MINUTES } from '#contract/users/view-as.ts'
import type { Context } from '#server/context.ts'
import type { Secrets } from '#server/lib/crypto/secrets.ts'
import { makeBatcher } from '#server/lib/limits/batcher.ts'
import { makeShardGate, perShard } from '#server/lib/postgres/cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { endFamily } from './end-session.ts'
import { grace, type SessionKey, thisMoment } from './sessions-queries.ts'

export type Caller = Staff & {
  readonly id: number
  readonly sessionId: string
  readonly keyId?: undefined
  /** Staff who view the panel as this user, read-only. The caller then has the role of a customer. */
  readonly viewer?: Staff & { readonly id: number }
}

/**
 * The caller for an Authorization header. `shownFrom`: the client's address, or null if the server re-checks an open
 * stream, which is not a use of the token. Throws `authentication_required`.
 */
export type Authenticate = (authorization: string | undefined, shownFrom: string | null) => Promise<Caller>

/**
 * How long a session's state is cached: other processes end a session within 1 s (api.md). The event of its end clears
 * it sooner, and its expiry is respected.
 */
const STATE_MS = 1_000
/**
 * The same while all events up to a second ago have been received: the tx that ends a session sends the event. Not on a cluster,
 * where the coordinator sends it before the session's node has committed, and a read in between would be trusted too long.
 */
const HEARD_STATE_MS = 5_000
const SESSIONS_CACHED = 50_000
/** On a cluster: a sixth of the pool. A single PostgreSQL gets at most two reads at a time. */
const READS_AT_ONCE = 4

/** `vid`: the viewer's id; `sid` is then the id of a view. */
type Claims = { sub: string; sid: string; vid?: string }
/** The state and the maximum number of milliseconds to cache it. */
type SessionState = { caller: Caller | undefined; forMs: number }
/** `isReuseChecked`: an expired token was checked for reuse (`endReusedFamily`). */
type CachedState = SessionState & { readAt: number; isReuseChecked: boolean }

/**
 * Signs a JWT (HS256) that names its session (api.md, "Base and form"). Valid for 24 h, or `seconds` if the session
 * ends sooner; for a view, as long as the view.
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
  cluster,
}: Pick<Context, 'db' | 'pool' | 'secrets' | 'events' | 'security' | 'cluster'>): Authenticate {
  const heardStateMs = cluster === undefined ? HEARD_STATE_MS : STATE_MS
  const verify = makeVerify(secrets)
  const [known, knownViews] = [new Map<string, CachedState>(), new Map<string, CachedState>()]

  // Concurrent requests share one round trip: on a cluster those of one shard, independent of other nodes.
  const gate = makeShardGate(READS_AT_ONCE)
  const readerOf = perShard(cluster, () =>
    makeBatcher<Claims, SessionState>({
      max: 500,
      parallel: 2,
      run: async (claims) => {
        const asked = claims.map(({ sub, sid }) => ({ userId: Number(sub), id: sid }))
        const rows = await gate(() => findLiveSessions({ pool, cluster }, asked))
        const live = new Map(rows.map(({ at, ...session }) => [at, session]))
        return claims.map(({ sid }, index) => {
          const session = live.get(index + 1)
          if (session === undefined) return { caller: undefined, forMs: STATE_MS }
          const { id, role, permissions, left, is_idle: isIdle } = session
          if (isIdle) touch({ userId: id, id: sid }).catch(() => undefined)
          return { caller: { id, role, permissions, sessionId: sid }, forMs: Math.min(heardStateMs, left) }
        })
      },
    }),
  )

  // Marks idle sessions as used in the background.
  const touch = makeBatcher<SessionKey, undefined>({
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
    if (!isTheirs) return { caller: undefined, forMs: STATE_MS }
    const viewer = { id: view.viewer_id, role: view.role, permissions: view.permissions }
    const caller: Caller = { id: Number(sub), role: 'user', permissions: null, sessionId: sid, viewer }
    return { caller, forMs: Math.min(STATE_MS, view.left) }
  }

  let endings = 0
  events.on('session', ({ userId, sessionId }) => {
    endings += 1
    if (sessionId !== null) known.delete(`${userId}:${sessionId}`)
    else for (const key of known.keys()) if (key.startsWith(`${userId}:`)) known.delete(key)
    // Views are few, and any of them may have been started in the session that ended.
    knownViews.clear()
  })
  const forgetAll = () => {
    endings += 1
    known.clear()
    knownViews.clear()
  }
  events.on('gap', forgetAll)
  events.on('resumed', forgetAll)

  const isFresh = ({ readAt, forMs }: CachedState, now: number) => {
    const age = now - readAt
    return age < Math.min(forMs, STATE_MS) || (age < forMs && now - events.heardUntil() < STATE_MS)
  }

  return async (authorization, shownFrom) => {
    const claims = toClaims(verify, authorization)
    const isView = claims.vid !== undefined
    const states = isView ? knownViews : known
    const key = `${claims.sub}:${claims.sid}`
    const now = performance.now()
    let state = states.get(key)
    if (state === undefined || !isFresh(state, now)) {
      const endingsBefore = endings
      const { caller, forMs } = await (isView ? readView(claims) : readerOf(Number(claims.sub))(claims))
      state = { caller, forMs, readAt: now, isReuseChecked: false }
      // A state read before a session ended must not be cached after it.
      if (endings === endingsBefore) {
        if (states.size >= SESSIONS_CACHED) states.clear()
        states.set(key, state)
      }
    }
    if (state.caller !== undefined) return state.caller
    if (shownFrom !== null && !isView && !state.isReuseChecked) {
      state.isReuseChecked = true
      const session = { userId: Number(claims.sub), id: claims.sid }
      await endReusedFamily({ db, events, security }, { ...session, address: shownFrom })
    }
    throw new AppError('authentication_required')
  }
}

/** Throws for a token that has expired or is signed with neither key. */
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
 * Called with an ended session's token. If the session was renewed and its grace period has passed, two parties hold
 * the token and the owner can't be told apart: all sessions of that sign-in end.
 */
async function endReusedFamily(
  ctx: Pick<Context, 'db' | 'events' | 'security'>,
  { userId, id, address }: SessionKey & { address: string },
): Promise<void> {
  if (!(await isPastGrace(ctx.db, { userId, id }))) return
  const ended = await transact(ctx, (tx, publish) => endFamily(tx, publish, { userId, sessionId: id }))
  if (ended > 0) ctx.security.note('session_reused', { userId, address })
}

/** `at`: position among those requested, from 1. `left`: milliseconds. Idle: not used for some minutes. */
type LiveSessionRow = Staff & { at: number; id: number; left: number; is_idle: boolean }

/** Active sessions among those requested, on a cluster of one shard. A named statement, since every request waits for it. */
async function findLiveSessions(
  { pool, cluster }: Pick<Context, 'pool' | 'cluster'>,
  asked: readonly SessionKey[],
): Promise<LiveSessionRow[]> {
  const onShards = cluster === undefined ? '' : 'sessions.user_id = any ($1) and users.id = any ($1) and'
  const { rows } = await pool.query<LiveSessionRow>({
    name: 'read-sessions',
    text: `select asked.at::int as at, users.id, users.role, users.permissions,
        extract(epoch from sessions.ends_at - now())::float * 1000 as left,
        sessions.used_at < now() - interval '5 minutes' as is_idle
      from unnest($1::int[], $2::uuid[]) with ordinality as asked (user_id, id, at)
      join sessions on sessions.user_id = asked.user_id and sessions.id = asked.id
      join users on users.id = asked.user_id and users.session_epoch = sessions.epoch
      where ${onShards} sessions.ends_at > now() and users.status = 'active' and users.deleted_at is null`,
    values: [asked.map(({ userId }) => userId), asked.map(({ id }) => id)],
  })
  return rows
}

/** Whether the session was renewed and its grace period has passed. */
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

/**
 * Sets `used_at` at most once a minute, and the user's last visit every five. One by one, each in its own tx: two
 * processes updating many rows would deadlock.
 */
async function touchSessions(pool: Pool, used: readonly SessionKey[]): Promise<void> {
  for (const { userId, id } of used) {
    const { rowCount } = await pool.query(
      `update sessions set used_at = now() where user_id = $1 and id = $2 and used_at < now() - interval '1 minute'`,
      [userId, id],
    )
    if (rowCount === 1)
      await pool.query(
        `update users set seen_at = now()
         where id = $1 and deleted_at is null and (seen_at is null or seen_at < now() - interval '5 minutes')`,
        [userId],
      )
  }
}

type LiveView = Staff & { viewer_id: number; left: number }

/** Valid while the viewer's sign-in lasts, renewed or not, and the viewed account exists. `left`: milliseconds. */
async function findLiveView(
  pool: Pool,
  { userId, id }: { userId: number; id: string },
): Promise<LiveView | undefined> {
  // Two statements: on a cluster the customer and the viewer are on different machines.
  const { rows: views } = await pool.query<{ viewer_id: number; viewer_chain: string; left: number }>(
    `select viewer_id, viewer_chain, extract(epoch from ends_at - now())::float * 1000 as left
     from view_as_sessions join users on users.id = view_as_sessions.user_id
     where view_as_sessions.user_id = $1 and view_as_sessions.id = $2 and ends_at > now() and users.deleted_at is null`,
    [userId, id],
  )
  const [view] = views
  if (view === undefined) return undefined
  const { rows } = await pool.query<Staff>(
    `select users.role, users.permissions from users
     join sessions on sessions.user_id = users.id and sessions.epoch = users.session_epoch
     where users.id = $1 and sessions.chain = $2 and not is_renewed and ends_at > now()
       and users.status = 'active' and users.deleted_at is null`,
    [view.viewer_id, view.viewer_chain],
  )
  const [viewer] = rows
  return viewer && { viewer_id: view.viewer_id, left: view.left, ...viewer }
}
