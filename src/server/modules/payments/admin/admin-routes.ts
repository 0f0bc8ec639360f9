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
import {
  approveCredit as approveCreditCall,
  getTransfer,
  getTransferFile,
  rejectCredit as rejectCreditCall,
} from '#contract/payments/admin-transfers.ts'
import { depositReviews, isDepositReviewCode } from '#contract/payments/deposit-review.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import { english } from '#contract/words/en.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { mount, mountFile } from '#server/lib/http/mount.ts'
import { getAttachment } from '#server/modules/attachments/file-store.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import { creditTransfer } from '#server/modules/payments/manual/credit-transfer.ts'
import { approveCredit, rejectCredit } from '#server/modules/payments/manual/propose-credit.ts'
import { readTransfer } from '#server/modules/payments/manual/read-transfer.ts'
import { refuseTransfer } from '#server/modules/payments/manual/refuse-transfer.ts'

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
    const { gateway, ...decision } = await toDecision(ctx, call)
    const { amount, reference } = call.body
    if (isManual(gateway)) await creditTransfer(ctx, { ...decision, amount, reference, method: gateway })
    else if (reference !== undefined) throw invalidFields({ reference: { code: 'not_valid' } })
    else await creditByHand(ctx, { ...decision, amount })
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, refuseDeposit, async (call) => {
    const { gateway, ...decision } = await toDecision(ctx, call)
    await (isManual(gateway) ? refuseTransfer : refuseByHand)(ctx, decision)
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, getTransfer, async ({ caller, params }) => {
    const { id, user_id: userId, gateway } = await getDepositRow(ctx, params.id)
    return { success: true, transfer: await readTransfer(ctx, { userId, id, gateway, actorId: caller.id }) }
  })

  mountFile(app, ctx, getTransferFile, async ({ params }) => {
    const { id: depositId, user_id: userId } = await getDepositRow(ctx, params.id)
    return getAttachment(ctx, { userId, depositId, id: BigInt(params.attachment_id) })
  })

  mount(app, ctx, approveCreditCall, async (call) => {
    const { expected_amount: expectedAmount, reason = '' } = call.body
    const { gateway, ...decision } = await toDecision(ctx, { ...call, body: { reason } })
    await approveCredit(ctx, { ...decision, expectedAmount, method: gateway })
    return answer(ctx, call.params.id)
  })

  mount(app, ctx, rejectCreditCall, async (call) => {
    const { gateway: _, ...decision } = await toDecision(ctx, call)
    await rejectCredit(ctx, decision)
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

async function toDecision(
  ctx: Context,
  { by, params, body }: Decided,
): Promise<Decision & { gateway: string }> {
  const { user_id: userId, id, gateway } = await getDepositRow(ctx, params.id)
  return { userId, id, gateway, by, reason: body.reason, expectedStatus: body.expected_status }
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
    gateway_reversed: row.gateway_reversed === null ? null : money(row.gateway_reversed),
  }
}
