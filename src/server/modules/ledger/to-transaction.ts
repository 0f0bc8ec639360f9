import { encodeCarried, sayCarried } from '#contract/base/codes.ts'
import { gatewayName } from '#contract/base/gateways/registry.ts'
import { type LedgerLine, ledgerLines } from '#contract/ledger/ledger-lines.ts'
import { money } from '#contract/base/money.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import type { Transaction } from '#contract/ledger/transactions.ts'
import { english } from '#contract/words/en.ts'

import type { LineFacts } from './statement-queries.ts'

/** A line as its customer sees it: the code with its English sentence. A deposit in review is shown as in processing. */
export function toTransaction(row: LineFacts): Transaction {
  const line = toLedgerLine(row)
  const details = encodeCarried(ledgerLines, line)
  return {
    id: Number(row.id),
    type: row.type,
    status: row.status === 'review' ? 'processing' : row.status,
    amount: money(row.amount),
    description: sayCarried(ledgerLines, english.transactions, { code: line.code, details }) ?? line.code,
    code: line.code,
    details: fromStoredDetails(details),
    payment_method: row.payment_method,
    reference_id: row.reference_id,
    order_id: row.order_id === null ? null : Number(row.order_id),
    balance_after: row.balance_after === null ? null : money(row.balance_after),
    created_at: row.created_at,
  }
}

/** Prefix of a reason in rows written before there were codes. */
const ADJUSTMENT = 'Balance adjustment: '

/** A line's code and details, derived from its columns. */
function toLedgerLine(row: LineFacts): LedgerLine {
  const orderId = Number(row.order_id ?? 0n)
  switch (row.type) {
    case 'deposit':
      if (row.gateway === 'manual')
        return { code: 'deposit_by_hand', details: { reference: row.reference_id ?? '' } }
      return { code: 'deposit', details: { gateway: gatewayName(row.gateway ?? '') } }
    case 'order':
      return {
        code: 'order',
        details: { order_id: orderId, ...(row.service_name !== null && { service: row.service_name }) },
      }
    case 'refund':
      return { code: 'refund', details: { order_id: orderId } }
    case 'bonus':
      return row.deposit_amount === null
        ? { code: 'adjustment', details: { reason: reasonOf(row) } }
        : { code: 'bonus', details: { amount: money(row.deposit_amount) } }
  }
}

function reasonOf({ details, description }: LineFacts): string {
  const { reason } = fromStoredDetails(details ?? {})
  if (reason !== undefined) return String(reason)
  return description?.startsWith(ADJUSTMENT) === true
    ? description.slice(ADJUSTMENT.length)
    : (description ?? '')
}
