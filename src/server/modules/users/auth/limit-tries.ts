import { createHmac } from 'node:crypto'

import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Pool, type QueryConfig, types } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { networkOf, widerNetworkOf } from './networks.ts'

/**
 * Attempts per time window. Login attempts count per email and its current password, from one address and
 * from anywhere. All requests of an address count against a limit that a company behind one address does not
 * reach.
 */
const bounds = {
  login: { tries: 10, seconds: 900, isByAddress: false },
  /** Per email, from all addresses: 100 guesses an hour. */
  login_account: { tries: 25, seconds: 900, isByAddress: false },
  /** Per email, from near the owner's usual places, once strangers have used up `login_account`. */
  login_place: { tries: 25, seconds: 900, isByAddress: false },
  login_address: { tries: 300, seconds: 900, isByAddress: true },
  register: { tries: 20, seconds: 3600, isByAddress: true },
  setup: { tries: 20, seconds: 3600, isByAddress: true },
  setup_look: { tries: 60, seconds: 3600, isByAddress: true },
  confirm: { tries: 60, seconds: 3600, isByAddress: true },
  /** Confirmation emails per user. */
  confirmation: { tries: 3, seconds: 3600, isByAddress: false },
  invitation: { tries: 60, seconds: 3600, isByAddress: true },
  /** Per email (api.md). */
  reset: { tries: 3, seconds: 3600, isByAddress: false },
  reset_address: { tries: 30, seconds: 3600, isByAddress: true },
  reset_link: { tries: 60, seconds: 3600, isByAddress: true },
  /** Per email or customer. */
  contact: { tries: 5, seconds: 3600, isByAddress: false },
  contact_address: { tries: 20, seconds: 3600, isByAddress: true },
  api_key: { tries: 20, seconds: 86_400, isByAddress: false },
  ticket: { tries: 20, seconds: 3600, isByAddress: false },
  ticket_reply: { tries: 60, seconds: 3600, isByAddress: false },
  /** Customers' reports about transfers. */
  transfer: { tries: 60, seconds: 3600, isByAddress: false },
  password: { tries: 10, seconds: 900, isByAddress: false },
  /** Per user: each leaves a row for a day, and a client needs one every few hours. */
  refresh: { tries: 100, seconds: 3600, isByAddress: false },
  /** Second factor: per account and network, and per account and password from anywhere. */
  code: { tries: 10, seconds: 900, isByAddress: false },
  code_account: { tries: 60, seconds: 86_400, isByAddress: false },
} as const

/** For tests and benchmarks on loopback, where all clients share one address. */
const RELAXED_FACTOR = 1000

type Bounds = typeof bounds
type Name = keyof Bounds
export type CountedByAddress = { [N in Name]: Bounds[N]['isByAddress'] extends true ? N : never }[Name]

/** A /24 or /48 gets this many times the attempts of one address, not 256 or 65,536 times. */
const WIDER_TIMES = 5

/** Attempts with the same parts share a count. */
export type Tried = { what: Name; parts: readonly (string | number)[]; isWider?: boolean }

/**
 * Same as `takeTry`, per address and then its wider network: a refused address does not use up its neighbours'
 * attempts.
 */
export async function takeTryFrom(ctx: Context, what: CountedByAddress, address: string): Promise<void> {
  for (const tried of triedFrom(what, address)) await takeTry(ctx, tried)
}

/** The counts used by `takeTryFrom`. */
export function triedFrom(what: CountedByAddress, address: string): Tried[] {
  return [
    { what, parts: [networkOf(address)] },
    { what, parts: [widerNetworkOf(address)], isWider: true },
  ]
}

/**
 * Counts an attempt before the work, so that concurrent ones can't slip through. Throws `rate_limited` if
 * there were too many, and `unavailable` if they can't be counted.
 */
export async function takeTry(ctx: Context, tried: Tried): Promise<void> {
  try {
    await limiterOf(ctx, tried).consume(keyOf(ctx, tried))
  } catch (refused) {
    if (refused instanceof RateLimiterRes)
      throw new AppError('rate_limited', { retryAfterSeconds: refused.msBeforeNext / 1000 })
    ctx.log.error({ err: refused, what: tried.what }, 'tries can not be counted')
    throw new AppError('unavailable', { retryAfterSeconds: 2 })
  }
}

/** Refunds attempts after a correct password or code. Failures are logged and ignored. */
export async function giveBack(ctx: Context, counted: readonly Tried[]): Promise<void> {
  await Promise.all(
    counted.map(async (tried) => {
      try {
        await limiterOf(ctx, tried).reward(keyOf(ctx, tried))
      } catch (error) {
        ctx.log.warn({ err: error, what: tried.what }, 'a try could not be given back')
      }
    }),
  )
}

type Limiters = Map<string, RateLimiterPostgres>
const limiters = new WeakMap<Context, Limiters>()

function limiterOf(ctx: Context, { what, isWider = false }: Tried): RateLimiterPostgres {
  const known: Limiters = limiters.get(ctx) ?? new Map()
  limiters.set(ctx, known)
  const prefix = isWider ? `${what}_wider` : what
  const limiter = known.get(prefix) ?? makeLimiter(ctx, { what, isWider, prefix })
  known.set(prefix, limiter)
  return limiter
}

function makeLimiter(
  ctx: Context,
  { what, isWider, prefix }: { what: Name; isWider: boolean; prefix: string },
): RateLimiterPostgres {
  const { tries, seconds, isByAddress } = bounds[what]
  const times = (isWider ? WIDER_TIMES : 1) * (ctx.config.rateLimits === 'relaxed' ? RELAXED_FACTOR : 1)
  const points = tries * times
  return new RateLimiterPostgres({
    storeType: 'pool',
    storeClient: makeTriesStore(ctx.pool),
    tableName: TRIES_TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: prefix,
    points,
    duration: seconds,
    // An address that continues after a refusal is refused from memory, without a statement.
    ...(isByAddress && { inMemoryBlockOnConsumed: points + 1 }),
  })
}

/** Hashed with SECRET_KEY, so that the table reveals no email or address. */
function keyOf(ctx: Context, { what, parts }: Tried): string {
  return createHmac('sha256', ctx.secrets.signingKey)
    .update(JSON.stringify(['tries', what, ...parts]))
    .digest('base64url')
}

const TRIES_TABLE = 'rate_limits'

/** The limiter only needs the pool's `query`. */
function makeTriesStore(pool: Pool) {
  return { query: (query: QueryConfig) => pool.query(toPlainQuery(query)) }
}

/** The limiter expects `expire` as a number, and a transaction pooler allows no named statements. */
function toPlainQuery({ text, values = [] }: QueryConfig): QueryConfig {
  return { text, values, types: { getTypeParser: readNumbers } }
}

const readNumbers: typeof types.getTypeParser = (oid: number) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, 'text')
