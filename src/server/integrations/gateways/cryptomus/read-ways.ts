import { callCryptomus, type CryptomusAccount, refusal, textOf } from './cryptomus-client.ts'

/** In what and over which network an invoice may be paid, from how much to how much of it. */
export type PaymentWay = { currency: string; network: string; least: string; most: string }
/** `isKey`: our merchant id or our signature is not taken. */
export type WaysAnswer = { ok: true; ways: PaymentWay[] } | { ok: false; error: string; isKey: boolean }

/** The ways to pay that are open to this merchant: a signed call that changes nothing over there. */
export async function readPaymentWays(account: CryptomusAccount): Promise<WaysAnswer> {
  const outcome = await callCryptomus(account, '/v1/payment/services')
  if (outcome.kind === 'failed') return { ok: false, error: outcome.reason, isKey: false }
  const { httpStatus, body } = outcome
  const result = body.get('result')
  if (Number(body.get('state')) === 0 && Array.isArray(result))
    return { ok: true, ways: result.flatMap(toWay) }
  const error = refusal(httpStatus, textOf(body.get('message')), body.get('errors'))
  const isKey = httpStatus === 401 || httpStatus === 403 || /\b(sign|merchant|forbidden)\b/i.test(error)
  return { ok: false, error, isKey }
}

function toWay(entry: unknown): PaymentWay[] {
  const members = toMembers(entry)
  if (members.get('is_available') === false) return []
  const limit = toMembers(members.get('limit'))
  return [
    {
      currency: textOf(members.get('currency')).toUpperCase(),
      network: textOf(members.get('network')).toLowerCase(),
      least: toPlain(limit.get('min_amount')),
      most: toPlain(limit.get('max_amount')),
    },
  ]
}

function toMembers(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}

/** Without the zeros at its end. */
function toPlain(value: unknown): string {
  return textOf(value)
    .slice(0, 40)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}
