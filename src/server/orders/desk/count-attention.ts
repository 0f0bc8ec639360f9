import type { Context } from '#server/context.ts'

import { countAttentionRows } from './desk-queries.ts'

/** How many orders the desk lists with `attention=true`. */
export async function countOrdersForAttention({ db }: Pick<Context, 'db'>): Promise<number> {
  return countAttentionRows(db)
}
