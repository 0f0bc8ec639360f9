import { failed, textOf, toMembers, toMoscowTime } from '#server/integrations/gateways/call-gateway.ts'
import type { ListAnswer, ListedPayment, ListPage } from '#server/integrations/gateways/gateway.ts'

import { callApi, findFault, type PayeerAccount } from './payeer-client.ts'

const PER_PAGE = 1000
/** The time zone of its answers. */
const ZONE = '+03:00'

/**
 * The account's history, newest first, of which only payments to this merchant count. The cursor is the id of the last
 * row. Its amounts are the account's, after fees, so they are not the payments' amounts.
 */
export async function listPayments(
  account: PayeerAccount,
  { since, until, cursor }: ListPage,
): Promise<ListAnswer> {
  const outcome = await callApi(account, {
    action: 'history',
    type: 'incoming',
    sort: 'desc',
    count: String(PER_PAGE),
    from: toMoscowTime(since),
    to: toMoscowTime(until),
    ...(cursor !== undefined && { append: cursor }),
  })
  if (outcome.kind === 'failed') return outcome
  const { httpStatus, body } = outcome
  const fault = findFault(httpStatus, body)
  if (fault !== undefined) return fault
  // Keyed by ids, which don't keep the order; an empty list if there are none.
  const history = body.get('history')
  if (typeof history !== 'object' || history === null) return failed('no_list')
  const rows = Object.values(history).map(toMembers)
  const oldest = rows
    .map((row) => textOf(row.get('id')))
    .toSorted((one, other) => Number(one) - Number(other))[0]
  return {
    kind: 'payments',
    payments: rows.flatMap((row) => toListed(row, account)),
    next: rows.length < PER_PAGE ? undefined : oldest,
  }
}

function toListed(row: ReturnType<typeof toMembers>, { fields }: PayeerAccount): ListedPayment[] {
  const shop = toMembers(row.get('shop'))
  const merchant = textOf(row.get('shopId')) || textOf(shop.get('id'))
  const reference = textOf(row.get('shopOrderId')) || textOf(shop.get('orderid'))
  const [id, status] = [textOf(row.get('id')), textOf(row.get('status'))]
  const at = new Date(`${textOf(row.get('date')).replace(' ', 'T')}${ZONE}`)
  if (merchant !== fields.shop || id === '' || status !== 'success' || Number.isNaN(at.getTime())) return []
  return [{ id, reference, at, amount: undefined, status }]
}
