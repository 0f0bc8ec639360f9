import type { Context } from '#server/context.ts'

import { countAttentionRows } from './admin-queries.ts'

/** How many orders the desk lists with `attention=true`, counted up to `max`. */
export async function countOrdersForAttention({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  return countAttentionRows(db, max)
}
