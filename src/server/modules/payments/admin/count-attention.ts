import type { Context } from '#server/context.ts'

import { countAttentionRows } from './admin-queries.ts'

/** How many deposits the desk lists with `attention=true`, counted up to `max`. */
export async function countDepositsForAttention({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  return countAttentionRows(db, max)
}
