import {
  failed,
  type Members,
  textOf,
  toDate,
  toMembers,
} from '#server/integrations/gateways/call-gateway.ts'
import type { ListAnswer, ListedPayment, ListPage } from '#server/integrations/gateways/gateway.ts'

import { get, type StripeAccount, toMoney } from './stripe-client.ts'

const PER_PAGE = 100

/** Successful charges, newest first. The cursor is the last one's id. They have the intent's metadata with our reference. */
export async function listPayments(
  account: StripeAccount,
  { since, until, cursor }: ListPage,
): Promise<ListAnswer> {
  const answer = await get(account, '/v1/charges', [
    ['limit', String(PER_PAGE)],
    ['created[gte]', toSeconds(since)],
    ['created[lt]', toSeconds(until)],
    ...(cursor === undefined ? [] : [['starting_after', cursor] as const]),
  ])
  if (answer.kind !== 'object') return answer.kind === 'failed' ? answer : failed('no_list')
  const data = answer.object.get('data')
  if (!Array.isArray(data)) return failed('no_list')
  const charges = data.map(toMembers)
  const last = textOf(charges.at(-1)?.get('id'))
  return {
    kind: 'payments',
    payments: charges.flatMap(toListed),
    next: answer.object.get('has_more') === true && last !== '' ? last : undefined,
  }
}

function toListed(charge: Members): ListedPayment[] {
  const [id, at] = [textOf(charge.get('id')), toDate(charge.get('created'))]
  if (id === '' || at === undefined || charge.get('paid') !== true) return []
  const isUsd = textOf(charge.get('currency')).toLowerCase() === 'usd'
  const refunded = toMoney(charge.get('amount_refunded'))
  const words = [
    textOf(charge.get('status')),
    refunded === undefined || refunded === 0n ? '' : `refunded ${textOf(charge.get('amount_refunded'))}`,
    charge.get('disputed') === true ? 'disputed' : '',
  ]
  return [
    {
      id,
      reference: textOf(toMembers(charge.get('metadata')).get('deposit')),
      at,
      amount: isUsd ? toMoney(charge.get('amount_captured')) : undefined,
      status: words.filter((word) => word !== '').join(' '),
    },
  ]
}

function toSeconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}
