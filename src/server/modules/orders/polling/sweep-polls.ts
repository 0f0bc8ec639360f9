import type { Context } from '#server/context.ts'
import { ASKING_SECONDS, UNKNOWN_SECONDS } from '#server/modules/orders/refills/request-refill.ts'

import { insertMissingOrders, insertMissingRefills } from './sweep-queries.ts'

/** Customers a statement. */
const CUSTOMERS = 1000

/**
 * Puts back what should be asked about and is not: an accepted order that has not ended, an open refill. There is none
 * unless something went wrong that nobody has thought of, or somebody changed rows by hand. Answers how many there were.
 */
export async function sweepPolls(ctx: Context): Promise<number> {
  let found = await insertMissingRefills(ctx.db, {
    askingSeconds: ASKING_SECONDS,
    unknownSeconds: UNKNOWN_SECONDS,
  })
  for (let after: number | null = 0; after !== null && !ctx.stopping.aborted;) {
    const { last, inserted } = await insertMissingOrders(ctx.db, { after, customers: CUSTOMERS })
    found += inserted
    after = last
  }
  if (found > 0) ctx.log.warn({ checks: found }, 'what providers were not asked about is asked about again')
  return found
}
