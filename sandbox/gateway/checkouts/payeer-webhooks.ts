import { createHash } from 'node:crypto'
import { formatDecimal } from '#sandbox/decimal.ts'
import type { Tell } from './change-checkout.ts'
import { makeId } from './checkout.ts'

/** Upper-case hex SHA-256 of the values and the key, joined by colons. */
export function signValues(values: readonly string[], key: string): string {
  return createHash('sha256')
    .update([...values, key].join(':'))
    .digest('hex')
    .toUpperCase()
}

/** A notification of each new or failed payment; other changes have none. */
export const tellPayeer: Tell = ({ accounts, clock }, { before, after, what }, { isForged, isOlder }) => {
  const isFailed = isOlder || what === 'fail'
  const failed = { id: makeId('').slice(0, 9), amount: after.amount, currency: after.currency, at: clock() }
  const told = isFailed ? [failed] : after.payments.slice(before.payments.length)
  const key = isForged ? `not-${accounts.payeer.key}` : accounts.payeer.key
  return told.map((payment) => {
    const values = {
      m_operation_id: payment.id,
      m_operation_ps: '2609',
      m_operation_date: toDate(payment.at),
      m_operation_pay_date: toDate(payment.at),
      m_shop: accounts.payeer.shop,
      m_orderid: after.reference,
      m_amount: formatDecimal(payment.amount),
      m_curr: payment.currency,
      m_desc: after.fields['m_desc'] ?? '',
      m_status: isFailed ? 'fail' : 'success',
    }
    return new URLSearchParams({ ...values, m_sign: signValues(Object.values(values), key) }).toString()
  })
}

/** 21.12.2026 21:12:00, in Moscow time. */
function toDate(at: number): string {
  const [day = '', time = ''] = new Date(at + 3 * 3_600_000).toISOString().slice(0, 19).split('T')
  return `${day.split('-').toReversed().join('.')} ${time}`
}
