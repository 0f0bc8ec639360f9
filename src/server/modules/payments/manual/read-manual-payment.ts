import { gateways } from '#contract/base/gateways/registry.ts'
import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import { money, ZERO } from '#contract/base/money.ts'
import type { ManualPayment } from '#contract/payments/manual-payments.ts'
import { listMethods, transferNote } from '#contract/settings/payment-methods.ts'
import { textIn } from '#contract/settings/settings-texts.ts'
import type { Context } from '#server/context.ts'
import { listDepositFiles } from '#server/modules/attachments/file-store.ts'
import type { Deposit } from '#server/modules/payments/deposits/deposit-queries.ts'
import { stageOf } from '#server/modules/payments/deposits/payment-stage.ts'

import { getManualDeposit, getTransferRow } from './transfer-queries.ts'

/**
 * A customer's own payment that staff confirm, with the current name and instructions of its method. Throws
 * `deposit_not_found`, also for another customer's.
 */
export async function readManualPayment(
  { db, settings }: Context,
  asked: { userId: number; reference: string; language?: Language | undefined },
): Promise<ManualPayment> {
  const { userId, language = defaultLanguage } = asked
  const deposit = await getManualDeposit(db, asked)
  const key = { userId, id: deposit.id }
  const transfer = await getTransferRow(db, key)
  const files = await listDepositFiles(db, key)
  const { payment_methods: methods } = await settings.read()
  // Undefined if the operator has removed it.
  const method = listMethods({
    settings: methods,
    gateways: Object.values(gateways),
    isSetUp: () => true,
  }).find(({ id }) => id === deposit.payment_method)?.setting
  const stage = stageOf(deposit)
  const total = money(deposit.credited_amount ?? deposit.amount)
  return {
    order_id: deposit.reference,
    stage,
    payment_method: deposit.payment_method,
    label: method?.name ? textIn(method.name, language) : deposit.payment_method,
    instructions: method?.instructions ? textIn(method.instructions, language) : null,
    amount: money(total - deposit.fee),
    fee: money(deposit.fee),
    total,
    bonus: stage === 'canceled' ? ZERO : money(deposit.bonus),
    note: transferNote(deposit.id),
    created_at: deposit.created_at,
    expires_at: deposit.status === 'pending' ? deposit.expires_at : null,
    reference: transfer.reference,
    sent_at: transfer.sent_at,
    files,
    // A proposal may credit a refused transfer.
    refusal: stage === 'canceled' ? transfer.refusal : null,
    can_send: canSend(deposit),
    can_cancel: deposit.status === 'pending',
  }
}

/** Also after it was canceled for lack of a transfer, since money may have been sent anyway; not after staff decided. */
export function canSend({ status, refused_at: refusedAt }: Pick<Deposit, 'status' | 'refused_at'>): boolean {
  return status !== 'completed' && refusedAt === null
}
