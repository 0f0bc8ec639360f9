import type { Pool } from 'pg'
import { createHash, randomBytes } from 'node:crypto'

import { AppError } from '#contract/base/errors.ts'
import type { ErrorForm } from '#contract/base/error-forms.ts'
import type { KeyScope } from '#contract/users/api-keys.ts'
import type { Events } from '#server/lib/events/events.ts'
import { makeBatcher } from '#server/lib/limits/batcher.ts'

import { isFrom } from './allowed-addresses.ts'

/** A program with an API key. It acts as a customer, regardless of its owner's role. */
export type KeyCaller = {
  readonly id: number
  readonly role: 'user'
  readonly permissions: null
  readonly sessionId: null
  readonly keyId: string
  readonly scopes: readonly KeyScope[]
  /** The error format of `/api/v2` for it; null: the operator's setting. */
  readonly errors: ErrorForm | null
  /** Only accepted by `/api/v2`, for test orders. */
  readonly isTest: boolean
  readonly viewer?: undefined
}

/**
 * The caller for an Authorization header and an address; undefined if the header has no API key. Each caller of this
 * checks the scope (`admit`). Throws `authentication_required`, also for an expired key and a foreign address, and
 * `test_key` for a test key where those are not accepted.
 */
export type AuthenticateKey = (
  authorization: string | undefined,
  address: string,
  options?: { acceptsTest: boolean },
) => Promise<KeyCaller | undefined>

/** How long a key's state is cached; the event of its end clears it sooner. */
const CACHE_MS = 1_000
const KEYS_CACHED = 10_000

/** Both lists of addresses are checked: the one for all keys and this key's. `forMs`: until it must be read again. */
type CachedState = { caller: KeyCaller | undefined; allowed: readonly (readonly string[])[]; forMs: number }

export function makeAuthenticateKey({ pool, events }: { pool: Pool; events: Events }): AuthenticateKey {
  const known = new Map<string, CachedState & { until: number }>()
  let endings = 0
  const clearCache = () => {
    endings += 1
    known.clear()
  }
  events.on('api_access', clearCache)
  // A blocked user's keys stop working too.
  events.on('session', ({ sessionId }) => {
    if (sessionId === null) clearCache()
  })

  const read = makeBatcher<KeyHash, CachedState>({
    max: 500,
    parallel: 2,
    run: async (asked) => {
      const rows = await findLiveKeys(pool, asked)
      const live = new Map(rows.map((row) => [row.at, row]))
      return asked.map((key, index) => {
        const row = live.get(index + 1)
        if (row === undefined) return { caller: undefined, allowed: [], forMs: 0 }
        if (row.is_idle) touch(key).catch(() => undefined)
        const caller = {
          id: row.id,
          role: 'user',
          permissions: null,
          sessionId: null,
          keyId: row.key_id,
          scopes: row.scopes,
          errors: row.errors,
          isTest: row.is_test,
        } as const
        const allowed = [row.of_all ?? [], row.allowed_addresses]
        return { caller, allowed, forMs: Math.min(CACHE_MS, row.left ?? CACHE_MS) }
      })
    },
  })
  const touch = makeBatcher<KeyHash, undefined>({
    max: 500,
    parallel: 1,
    run: async (used) => {
      await touchKeys(pool, used)
      return used.map(() => undefined)
    },
  })

  return async (authorization, address, { acceptsTest } = { acceptsTest: false }) => {
    const text = /^Bearer +(tr_\S+)$/i.exec(authorization ?? '')?.[1]
    if (text === undefined) return undefined
    const key = readKey(text)
    if (key === undefined) throw new AppError('authentication_required')
    const name = key.hash.toString('base64')
    let state = known.get(name)
    if (state === undefined || state.until <= performance.now()) {
      const endingsBefore = endings
      // Before the read: a key's remaining time counts from the database's read, not from the answer's arrival.
      const askedAt = performance.now()
      const fresh = await read(key)
      state = { ...fresh, until: askedAt + fresh.forMs }
      // A state read before a key ended must not be cached after it.
      if (endings === endingsBefore && state.caller !== undefined) {
        if (known.size >= KEYS_CACHED) known.clear()
        known.set(name, state)
      }
    }
    if (state.caller === undefined || !state.allowed.every((list) => isFrom(address, list)))
      throw new AppError('authentication_required')
    if (state.caller.isTest && !acceptsTest) throw new AppError('test_key')
    return state.caller
  }
}

type LiveKeyRow = {
  at: number
  id: number
  key_id: string
  scopes: KeyScope[]
  errors: ErrorForm | null
  is_test: boolean
  allowed_addresses: string[]
  /** The addresses for all keys; null if the customer never set any. */
  of_all: string[] | null
  /** Milliseconds until it expires. */
  left: number | null
  is_idle: boolean
}

/** Valid keys among those requested; `at` is the position, from 1. With `= any ($1)` a cluster queries only their shards. */
async function findLiveKeys(pool: Pool, asked: readonly KeyHash[]): Promise<LiveKeyRow[]> {
  const { rows } = await pool.query<LiveKeyRow>({
    name: 'read-api-keys',
    text: `select asked.at::int as at, users.id, api_keys.id as key_id, api_keys.scopes, api_keys.errors, api_keys.is_test,
        api_keys.allowed_addresses, api_access.allowed_addresses as of_all,
        extract(epoch from api_keys.expires_at - now())::float * 1000 as left,
        coalesce(api_keys.last_used_at < now() - interval '5 minutes', true) as is_idle
      from unnest($1::int[], $2::bytea[]) with ordinality as asked (user_id, hash, at)
      join api_keys on api_keys.user_id = asked.user_id and api_keys.hash = asked.hash
      join users on users.id = api_keys.user_id
      left join api_access on api_access.user_id = api_keys.user_id
      where api_keys.user_id = any ($1) and users.id = any ($1) and users.status = 'active' and users.deleted_at is null
        and (api_keys.expires_at is null or api_keys.expires_at > now())`,
    values: keysOf(asked),
  })
  return rows
}

/** One by one: two processes updating many rows in different orders would deadlock. */
async function touchKeys(pool: Pool, used: readonly KeyHash[]): Promise<void> {
  for (const { userId, hash } of used)
    await pool.query(
      `update api_keys set last_used_at = now() where user_id = $1 and hash = $2
         and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [userId, hash],
    )
}

function keysOf(all: readonly KeyHash[]): [number[], Buffer[]] {
  return [all.map(({ userId }) => userId), all.map(({ hash }) => hash)]
}

export type KeyHash = { userId: number; hash: Buffer }

const SECRET_BYTES = 32
/** Characters of the secret that are shown to recognize a key. */
const SHOWN = 4

/** "tr_12_…", or "tr_test_12_…": the user's id and 256 random bits, so a single SHA-256 is enough. */
export function makeKey(
  userId: number,
  { isTest }: { isTest: boolean },
): KeyHash & { key: string; prefix: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const beginning = `tr_${isTest ? 'test_' : ''}${userId}_`
  const key = beginning + secret
  return { userId, key, hash: hashOf(key), prefix: beginning + secret.slice(0, SHOWN) }
}

/** Undefined for a text that is not in the format of a key. */
function readKey(text: string): KeyHash | undefined {
  const userId = /^tr_(?:test_)?([1-9]\d{0,9})_[\w-]{43}$/.exec(text)?.[1]
  if (userId === undefined || Number(userId) > 2_147_483_647) return undefined
  return { userId: Number(userId), hash: hashOf(text) }
}

export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
