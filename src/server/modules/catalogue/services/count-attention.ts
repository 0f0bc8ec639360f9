import type { Context } from '#server/context.ts'

import { countBelowCost } from './admin-index-queries.ts'

/** How many services nobody can order until somebody makes their price anew: 10,000 are looked through in some 50 ms. */
export function countServicesBelowCost({ db }: Pick<Context, 'db'>): Promise<number> {
  return countBelowCost(db)
}
