import type { LedgerLine } from '#contract/ledger/ledger-lines.ts'
import { money } from '#contract/base/money.ts'
import { fromKeptDetails } from '#contract/base/stored-details.ts'

import type { LineFacts } from './statement-queries.ts'

const gatewayNames: Readonly<Record<string, string>> = { cryptomus: 'Cryptomus' }
/** What versions before the reason stood by itself wrote before it. */
const ADJUSTMENT = 'Balance adjustment: '

/** What a line says, from what it is. The words are made where it leaves. */
export function toLedgerLine(row: LineFacts): LedgerLine {
  const orderId = Number(row.order_id ?? 0n)
  switch (row.type) {
    case 'deposit':
      if (row.gateway === 'manual')
        return { code: 'deposit_by_hand', details: { reference: row.reference_id ?? '' } }
      return { code: 'deposit', details: { gateway: gatewayNames[row.gateway ?? ''] ?? row.gateway ?? '' } }
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
  const { reason } = fromKeptDetails(details ?? {})
  if (reason !== undefined) return String(reason)
  return description?.startsWith(ADJUSTMENT) === true
    ? description.slice(ADJUSTMENT.length)
    : (description ?? '')
}
