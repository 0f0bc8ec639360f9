import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { money, ZERO } from '#contract/base/money.ts'
import type { listDeposits as endpoint, OwnDeposit } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { findWayToPay, stageOf } from './deposit-state.ts'

import { listOpenRows, listOwnDepositRows, type OwnDepositRow } from './own-deposits-queries.ts'

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

/** The newest payment that can be gone on with, is on its way or is looked at; one that can not be paid any more is over. */
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
    // Of what staff entered there is no page of a payment.
    order_id: row.gateway === 'manual' ? null : row.reference,
    stage,
    amount: money(row.credited_amount ?? row.amount),
    // Of what is over nothing comes any more.
    bonus: stage === 'canceled' ? ZERO : money(row.bonus),
    payment_method: row.payment_method,
    ...findWayToPay(row, now),
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}
