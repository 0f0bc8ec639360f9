import { encodeCarried, sayCarried } from '#contract/base/codes.ts'
import { gatewayName } from '#contract/base/gateways/registry.ts'
import { type LedgerLine, type LedgerLineCode, ledgerLines } from '#contract/ledger/ledger-lines.ts'
import { money } from '#contract/base/money.ts'
import { fromStoredDetails } from '#contract/base/stored-details.ts'
import { isManual, MANUAL } from '#contract/settings/payment-methods.ts'
import type { Transaction } from '#contract/ledger/transactions.ts'
import { english } from '#contract/words/en.ts'

import { findKind } from './posting-kinds.ts'
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
    api_key: row.key_id === null ? null : { id: row.key_id, name: row.key_name },
    balance_after: row.balance_after === null ? null : money(row.balance_after),
    created_at: row.created_at,
  }
}

/** The prefix of a reason in rows written before codes were introduced. */
const ADJUSTMENT = 'Balance adjustment: '

/** A line's code and details, derived from its columns. An open deposit has the text that its ledger row will have. */
function toLedgerLine(row: LineFacts): LedgerLine {
  const { type, house, gateway } = row
  if (house === null) return isManual(gateway ?? '') ? lines.deposit_by_transfer(row) : lines.deposit(row)
  const kind = findKind({ type, house, isRaise: row.amount > 0n })
  const says = kind?.says ?? 'adjustment'
  if (says === 'deposit' && gateway === MANUAL) return lines.deposit_by_hand(row)
  return lines[says === 'deposit' && isManual(gateway ?? '') ? 'deposit_by_transfer' : says](row)
}

const lines: { [Code in LedgerLineCode]: (row: LineFacts) => LedgerLine } = {
  deposit: ({ gateway }) => ({ code: 'deposit', details: { gateway: gatewayName(gateway ?? '') } }),
  deposit_by_hand: (row) => ({ code: 'deposit_by_hand', details: { reference: row.reference_id ?? '' } }),
  deposit_by_transfer: () => ({ code: 'deposit_by_transfer', details: {} }),
  bonus: (row) => ({ code: 'bonus', details: { amount: money(row.deposit_amount ?? 0n) } }),
  order: ({ order_id: id, service_name: service }) => ({
    code: 'order',
    details: { order_id: Number(id), ...(service !== null && { service }) },
  }),
  refund: (row) => ({ code: 'refund', details: { order_id: Number(row.order_id) } }),
  adjustment: (row) => ({ code: 'adjustment', details: { reason: reasonOf(row) } }),
  fee: () => ({ code: 'fee', details: {} }),
  reversal: ({ gateway, deposit_amount: amount }) => ({
    code: 'reversal',
    details: {
      amount: money(amount ?? 0n),
      // A manual method's id is not the name of a company.
      ...(gateway !== null && gateway !== MANUAL && !isManual(gateway) && { gateway: gatewayName(gateway) }),
    },
  }),
  receivable: () => ({ code: 'receivable', details: {} }),
  reversal_return: () => ({ code: 'reversal_return', details: {} }),
  bonus_reversal: () => ({ code: 'bonus_reversal', details: {} }),
  bonus_return: () => ({ code: 'bonus_return', details: {} }),
}

function reasonOf({ details, description }: LineFacts): string {
  const { reason } = fromStoredDetails(details ?? {})
  if (reason !== undefined) return String(reason)
  return description?.startsWith(ADJUSTMENT) === true
    ? description.slice(ADJUSTMENT.length)
    : (description ?? '')
}
