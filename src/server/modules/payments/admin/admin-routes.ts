import type { FastifyInstance } from 'fastify'

import { sayCarried } from '#contract/base/codes.ts'
import {
  type AdminDeposit,
  creditDeposit,
  dismissDeposit,
  enterDeposit,
  getAdminDeposit,
  listAdminDeposits,
  refuseDeposit,
  reverseDeposit,
} from '#contract/payments/admin-deposits.ts'
import { depositReviews, isDepositReviewCode } from '#contract/payments/deposit-review.ts'
import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import { english } from '#contract/words/en.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import { creditByHand, type Decision, dismissByHand, refuseByHand, reverseByHand } from './decide-by-hand.ts'
import { enterDeposit as enter } from './enter-deposit.ts'
import { type DepositRow, findDepositRow, listDepositRows } from './list-deposits.ts'

export function adminDepositRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, listAdminDeposits, async ({ query }) => {
    const { user_id: userId, status, gateway, attention, limit, cursor } = query
    const needsAttention = attention !== undefined
    const filter = { userId, status, gateway, needsAttention, before: fromCursor(cursor), count: limit + 1 }
    const { rows, nextCursor } = toPage(await listDepositRows(ctx.db, filter), limit)
    return { success: true, deposits: rows.map(toAdminDeposit), next_cursor: nextCursor }
  })

  mount(app, ctx, enterDeposit, async ({ by, body }) =>
    answer(ctx, Number(await enter(ctx, { by, entered: body }))),
  )

  mount(app, ctx, getAdminDeposit, async ({ params }) => answer(ctx, params.id))

  mount(app, ctx, creditDeposit, async (call) => {
    await creditByHand(ctx, { ...(await toDecision(ctx, call)), amount: call.body.amount })
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, refuseDeposit, async (call) => {
    await refuseByHand(ctx, await toDecision(ctx, call))
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, reverseDeposit, async (call) => {
    const { reversed, expected_reversed: expected } = call.body
    await reverseByHand(ctx, { ...(await toDecision(ctx, call)), reversed, expected })
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, dismissDeposit, async (call) => {
    await dismissByHand(ctx, await toDecision(ctx, call))
    return answer(ctx, call.params.id)
  })
}

type Decided = {
  by: By
  params: { id: number }
  body: { reason: string; expected_status?: DepositStatus | undefined }
}

async function toDecision(ctx: Context, { by, params, body }: Decided): Promise<Decision> {
  const { user_id: userId, id } = await getDepositRow(ctx, params.id)
  return { userId, id, by, reason: body.reason, expectedStatus: body.expected_status }
}

async function getDepositRow(ctx: Context, id: number): Promise<DepositRow> {
  const row = await findDepositRow(ctx.db, BigInt(id))
  if (row === undefined) throw new AppError('deposit_not_found')
  return row
}

async function answer(ctx: Context, id: number): Promise<{ success: true; deposit: AdminDeposit }> {
  return { success: true, deposit: toAdminDeposit(await getDepositRow(ctx, id)) }
}

function toAdminDeposit({ reference, review_code, review_details, ...row }: DepositRow): AdminDeposit {
  const code = isDepositReviewCode(review_code) ? review_code : null
  const details = fromStoredDetails(review_details)
  return {
    ...row,
    review_code: code,
    review_details: code === null ? null : details,
    review_reason:
      code === null ? null : (sayCarried(depositReviews, english.depositReviews, { code, details }) ?? code),
    id: Number(row.id),
    order_id: reference,
    amount: money(row.amount),
    fee: money(row.fee),
    bonus: money(row.bonus),
    credited_amount: row.credited_amount === null ? null : money(row.credited_amount),
    reversed: money(row.reversed),
    user_owes: money(row.user_owes),
    arrived: row.arrived === null ? null : money(row.arrived),
  }
}
