import { createHash, timingSafeEqual } from 'node:crypto'

/** Upper-case hex SHA-256 of the values and the merchant's key, joined by colons: for payment URLs and notifications. */
export function signValues(values: readonly string[], key: string): string {
  return createHash('sha256')
    .update([...values, key].join(':'))
    .digest('hex')
    .toUpperCase()
}

const signed = [
  'm_operation_id',
  'm_operation_ps',
  'm_operation_date',
  'm_operation_pay_date',
  'm_shop',
  'm_orderid',
  'm_amount',
  'm_curr',
  'm_desc',
  'm_status',
] as const

/** Dates contain the separator, so if these could be any text, other values could have the same hash. */
const numbers = ['m_operation_id', 'm_operation_ps'] as const

/** `m_params` is signed if sent. A field that is sent twice could be read as either, so such a form is refused. */
export function isSignedForm(form: URLSearchParams, key: string): boolean {
  const names = [...signed, ...(form.has('m_params') ? ['m_params'] : [])]
  if ([...names, 'm_sign'].some((name) => form.getAll(name).length !== 1)) return false
  if (!numbers.every((name) => /^\d{1,20}$/.test(form.get(name) ?? ''))) return false
  const expected = Buffer.from(
    signValues(
      names.map((name) => form.get(name) ?? ''),
      key,
    ),
  )
  const given = Buffer.from(form.get('m_sign') ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
