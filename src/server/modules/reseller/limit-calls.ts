import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { AppError } from '#contract/base/errors.ts'
import { RESELLER_POINTS_PER_MINUTE, resellerCosts } from '#contract/base/limits.ts'
import type { ResellerAction } from '#contract/reseller/reseller-call.ts'
import type { Context } from '#server/context.ts'

/** For tests and benchmarks on loopback. */
const RELAXED_FACTOR = 1000

/**
 * Limits each customer's calls by their cost (reseller.md R9). In memory: counting in the database would cost as much
 * as most calls do. `take` and `spend` throw `rate_limited`.
 */
export function limitCalls({ config }: Pick<Context, 'config'>) {
  const points = RESELLER_POINTS_PER_MINUTE * (config.rateLimits === 'relaxed' ? RELAXED_FACTOR : 1)
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  const spend = async (userId: number, cost: number): Promise<void> => {
    try {
      await limiter.consume(userId, cost)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new AppError('rate_limited', { retryAfterSeconds: refused.msBeforeNext / 1000 })
    }
  }
  return {
    /** The minimum cost, before the call's parameters are known. */
    take: (userId: number, action: ResellerAction): Promise<void> => spend(userId, leastCost(action)),
    /** The additional cost. */
    spend,
    /** Adds the cost of the whole list, once it is sent. */
    takeList(userId: number): void {
      void limiter.penalty(userId, resellerCosts.services - resellerCosts.services_unchanged)
    },
  }
}

function leastCost(action: ResellerAction): number {
  if (action === 'services') return resellerCosts.services_unchanged
  return action === 'refill' || action === 'cancel' ? resellerCosts.status : resellerCosts[action]
}
