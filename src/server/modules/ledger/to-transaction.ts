import { encodeCarried, sayCarried } from '#contract/base/codes.ts'
import { ledgerLines } from '#contract/ledger/ledger-lines.ts'
import { money } from '#contract/base/money.ts'
import { fromKeptDetails } from '#contract/base/stored-details.ts'
import type { Transaction } from '#contract/ledger/transactions.ts'
import { english } from '#contract/words/en.ts'

import type { LineFacts } from './statement-queries.ts'
import { toLedgerLine } from './to-ledger-line.ts'

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
    details: fromKeptDetails(details),
    payment_method: row.payment_method,
    reference_id: row.reference_id,
    order_id: row.order_id === null ? null : Number(row.order_id),
    balance_after: row.balance_after === null ? null : money(row.balance_after),
    created_at: row.created_at,
  }
}
