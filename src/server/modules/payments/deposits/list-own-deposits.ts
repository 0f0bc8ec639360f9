import { type Kysely, sql } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { money, ZERO } from '#contract/base/money.ts'
import type { listDeposits as endpoint, OwnDeposit } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { stageOf, toPaymentLink } from './payment-stage.ts'

export async function listOwnDeposits(
  ctx: Context,
  userId: number,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const { db, clock } = ctx
  const found = await listOwnDepositRows(db, { userId, before: fromCursor(cursor), count: limit + 1 })
  const { rows, nextCursor } = toPage(found, limit)
  const now = clock()
  const open = (await findOpenDeposit(ctx, userId)) ?? null
  return { deposits: rows.map((row) => toOwnDeposit(row, now)), next_cursor: nextCursor, open }
}

/** The newest deposit that can still be paid, is being paid or is in review. */
export async function findOpenDeposit(
  { db, clock }: Context,
  userId: number,
): Promise<OwnDeposit | undefined> {
  const now = clock()
  const open = (await listOpenRows(db, userId)).map((row) => toOwnDeposit(row, now))
  return open.find(({ stage, payment_url: url }) => stage !== 'unpaid' || url !== null)
}

function toOwnDeposit(row: OwnDepositRow, now: Date): OwnDeposit {
  const stage = stageOf(row)
  return {
    id: Number(row.id),
    // A deposit entered by staff has no payment page.
    order_id: row.gateway === 'manual' ? null : row.reference,
    stage,
    amount: money((row.credited_amount ?? row.amount) - row.fee),
    fee: money(row.fee),
    // A canceled deposit brings no bonus.
    bonus: stage === 'canceled' ? ZERO : money(row.bonus),
    reversed: money(row.reclaimed),
    payment_method: row.payment_method,
    ...toPaymentLink(row, now),
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}

const columns = [
  'id',
  'reference',
  'gateway',
  'payment_method',
  'amount',
  'fee',
  'bonus',
  'status',
  'gateway_state',
  'credited_amount',
  'reclaimed',
  'payment_url',
  'expires_at',
  'created_at',
  'completed_at',
] as const

type OwnDepositRow = Awaited<ReturnType<typeof listOwnDepositRows>>[number]

/** Newest first, below the id `before`, in primary key order: a page reads only its rows. */
async function listOwnDepositRows(
  db: Kysely<DB>,
  { userId, before, count }: { userId: number; before: bigint | undefined; count: number },
) {
  let query = db.selectFrom('deposits').select(columns).where(ofCustomer(userId))
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('user_id', 'desc').orderBy('id', 'desc').limit(count).execute()
}

/** Max. newest unpaid deposits to search; a customer may have abandoned a thousand. */
const OPENED_LOOKED_AT = 20

/** Those of the newest uncredited deposits that are pending or in review. */
async function listOpenRows(db: Kysely<DB>, userId: number): Promise<OwnDepositRow[]> {
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
