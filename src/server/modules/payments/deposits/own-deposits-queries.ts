import { type Kysely, sql } from 'kysely'

import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

const columns = [
  'id',
  'reference',
  'gateway',
  'payment_method',
  'amount',
  'bonus',
  'status',
  'gateway_status',
  'credited_amount',
  'payment_url',
  'expires_at',
  'created_at',
  'completed_at',
] as const

export type OwnDepositRow = Awaited<ReturnType<typeof listOwnDepositRows>>[number]

/** Newest first, below the id `before`, along the customer's own key: a page costs its rows. */
export async function listOwnDepositRows(
  db: Kysely<DB>,
  { userId, before, count }: { userId: number; before: bigint | undefined; count: number },
) {
  let query = db.selectFrom('deposits').select(columns).where(ofCustomer(userId))
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('user_id', 'desc').orderBy('id', 'desc').limit(count).execute()
}

/** Somebody may have opened and left a thousand. */
const OPENED_LOOKED_AT = 20

/** Of the newest that are not in the ledger, those that are not over. */
export async function listOpenRows(db: Kysely<DB>, userId: number): Promise<OwnDepositRow[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('deposits')
        .select(columns)
        .where('user_id', '=', userId)
        .where(sql<boolean>`status <> 'completed'`)
        .orderBy('opened_after', 'desc')
        .orderBy('id', 'desc')
        .limit(OPENED_LOOKED_AT)
        .as('newest'),
    )
    .selectAll()
    .where('status', 'in', ['pending', 'review'])
    .execute()
}
