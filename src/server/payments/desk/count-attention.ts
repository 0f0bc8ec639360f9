import type { Context } from '#server/context.ts'

import { countAttentionRows } from './desk-queries.ts'

/** How many deposits the desk lists with `attention=true`. */
export async function countDepositsForAttention({ db }: Pick<Context, 'db'>): Promise<number> {
  return countAttentionRows(db)
}
