import type { Fault } from '#contract/base/faults.ts'
import type { Found } from '#contract/base/connection-test.ts'
import { textOf, toMembers } from '#server/integrations/gateways/call-gateway.ts'

import { callCryptomus, CURRENCY, type CryptomusAccount, NETWORK, toRefused } from './cryptomus-client.ts'

/** Whether the merchant is accepted, and may use the currency and network of every invoice. */
export async function testAccount(account: CryptomusAccount): Promise<Found[]> {
  const answer = await readPaymentServices(account)
  if (!answer.ok) {
    const { fault, isKey } = answer
    return [{ code: isKey ? 'merchant_refused' : 'ways_not_read', details: { fault } }]
  }
  const way = `${CURRENCY} (${NETWORK})`
  const open = answer.services.find(({ currency, network }) => currency === CURRENCY && network === NETWORK)
  if (open === undefined) return [{ code: 'key_good' }, { code: 'way_missing', details: { way } }]
  const { least, most } = open
  return [{ code: 'key_good' }, { code: 'way_good', details: { way, least, most } }]
}

/** A currency and network in which invoices can be paid, with the gateway's minimum and maximum as text. */
type PaymentService = { currency: string; network: string; least: string; most: string }
/** `isKey`: the gateway rejected our merchant id or signature. */
type ServicesAnswer = { ok: true; services: PaymentService[] } | { ok: false; fault: Fault; isKey: boolean }

/** The currencies and networks available to this merchant: a signed call without side effects. */
async function readPaymentServices(account: CryptomusAccount): Promise<ServicesAnswer> {
  const outcome = await callCryptomus(account, '/v1/payment/services')
  if (outcome.kind === 'failed') return { ok: false, fault: outcome.fault, isKey: false }
  const { httpStatus, body } = outcome
  const result = body.get('result')
  if (Number(body.get('state')) === 0 && Array.isArray(result))
    return { ok: true, services: result.flatMap(toService) }
  const { fault } = toRefused(httpStatus, textOf(body.get('message')), body.get('errors'))
  const said = 'error' in fault.details ? fault.details.error : ''
  const isKey = httpStatus === 401 || httpStatus === 403 || /\b(sign|merchant|forbidden)\b/i.test(said)
  return { ok: false, fault, isKey }
}

function toService(entry: unknown): PaymentService[] {
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

/** Without trailing zeros. */
function toPlain(value: unknown): string {
  return textOf(value)
    .slice(0, 40)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}
