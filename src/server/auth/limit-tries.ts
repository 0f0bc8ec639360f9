import { createHmac } from 'node:crypto'

import ipaddr from 'ipaddr.js'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'

import { makeTriesStore, TRIES_TABLE } from './tries-queries.ts'

/**
 * Tries within a time. Those of a login count for an email from an address; all that an address sends there, read or
 * not, counts against a bound that a whole company behind one address does not reach.
 */
const bounds = {
  login: { tries: 10, seconds: 900, isByAddress: false },
  login_address: { tries: 300, seconds: 900, isByAddress: true },
  register: { tries: 20, seconds: 3600, isByAddress: true },
  setup: { tries: 20, seconds: 3600, isByAddress: true },
  setup_look: { tries: 60, seconds: 3600, isByAddress: true },
  confirm: { tries: 60, seconds: 3600, isByAddress: true },
  invitation: { tries: 60, seconds: 3600, isByAddress: true },
  /** Of one email (api.md). */
  reset: { tries: 3, seconds: 3600, isByAddress: false },
  reset_address: { tries: 30, seconds: 3600, isByAddress: true },
  reset_link: { tries: 60, seconds: 3600, isByAddress: true },
  /** Of one email or one customer. */
  contact: { tries: 5, seconds: 3600, isByAddress: false },
  contact_address: { tries: 20, seconds: 3600, isByAddress: true },
  api_key: { tries: 20, seconds: 86_400, isByAddress: false },
  ticket: { tries: 20, seconds: 3600, isByAddress: false },
  ticket_reply: { tries: 60, seconds: 3600, isByAddress: false },
  password: { tries: 10, seconds: 900, isByAddress: false },
  /** Of one user: each leaves a row for a day, and a client needs one in some hours. */
  refresh: { tries: 100, seconds: 3600, isByAddress: false },
} as const

/** For test runs and benchmarks on loopback, where one address is everybody. */
const RELAXED_FACTOR = 1000

/** What is tried, and what is counted together: the same parts share their tries. */
export type Tried = { what: keyof typeof bounds; parts: readonly (string | number)[] }

/**
 * Counts one try, before the work it stands for, so that many at once can not slip through together. Throws `rate_limited`
 * when there were too many, and `unavailable` when they can not be counted: never open.
 */
export async function takeTry(ctx: Context, tried: Tried): Promise<void> {
  try {
    await limiterOf(ctx, tried.what).consume(keyOf(ctx, tried))
  } catch (refused) {
    if (refused instanceof RateLimiterRes)
      throw new AppError('rate_limited', { retryAfterSeconds: refused.msBeforeNext / 1000 })
    ctx.log.error({ err: refused, what: tried.what }, 'tries can not be counted')
    throw new AppError('unavailable', { retryAfterSeconds: 2 })
  }
}

/** For a try that was no guess. Not being able to give it back harms nobody. */
export async function giveTryBack(ctx: Context, tried: Tried): Promise<void> {
  try {
    await limiterOf(ctx, tried.what).reward(keyOf(ctx, tried))
  } catch (error) {
    ctx.log.warn({ err: error, what: tried.what }, 'a try could not be given back')
  }
}

/** An IPv6 customer has 2^64 addresses, so they count as one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

type Limiters = Map<Tried['what'], RateLimiterPostgres>
const limiters = new WeakMap<Context, Limiters>()

function limiterOf(ctx: Context, what: Tried['what']): RateLimiterPostgres {
  const known: Limiters = limiters.get(ctx) ?? new Map()
  limiters.set(ctx, known)
  const limiter = known.get(what) ?? makeLimiter(ctx, what)
  known.set(what, limiter)
  return limiter
}

function makeLimiter(ctx: Context, what: Tried['what']): RateLimiterPostgres {
  const { tries, seconds, isByAddress } = bounds[what]
  const points = ctx.config.rateLimits === 'relaxed' ? tries * RELAXED_FACTOR : tries
  return new RateLimiterPostgres({
    storeType: 'pool',
    storeClient: makeTriesStore(ctx.pool),
    tableName: TRIES_TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: what,
    points,
    duration: seconds,
    // An address that goes on after a refusal is refused from memory: a flood costs no statements.
    ...(isByAddress && { inMemoryBlockOnConsumed: points + 1 }),
  })
}

/** Neither an email nor an address stands in the table, nor can one be guessed from it without SECRET_KEY. */
function keyOf(ctx: Context, { what, parts }: Tried): string {
  return createHmac('sha256', ctx.secrets.signingKey)
    .update(JSON.stringify(['tries', what, ...parts]))
    .digest('base64url')
}
