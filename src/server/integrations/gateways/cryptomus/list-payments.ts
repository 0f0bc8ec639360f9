import { failed, textOf, toMembers, toMoscowTime } from '#server/integrations/gateways/call-gateway.ts'
import type { Invoice, ListAnswer, ListedPayment, ListPage } from '#server/integrations/gateways/gateway.ts'

import { callCryptomus, type CryptomusAccount, toInvoice, toResult } from './cryptomus-client.ts'

const listed: readonly Invoice['state'][] = ['paid', 'over', 'short', 'held', 'reversed']

/** Newest first by invoice opening time, 15 per page. The cursor is the gateway's own. */
export async function listPayments(
  account: CryptomusAccount,
  { since, until, cursor }: ListPage,
): Promise<ListAnswer> {
  const window = { date_from: toMoscowTime(since), date_to: toMoscowTime(until) }
  const answer = toResult(await callCryptomus(account, '/v1/payment/list', window, cursor))
  if (answer.kind === 'failed') return answer
  const result = toMembers(answer.result)
  const items = result.get('items')
  if (!Array.isArray(items)) return failed('no_list')
  const next = textOf(toMembers(result.get('paginate')).get('nextCursor'))
  return { kind: 'payments', payments: items.flatMap(toListed), next: next === '' ? undefined : next }
}

/** Empty for an invoice without a payment. */
function toListed(item: unknown): ListedPayment[] {
  const invoice = toInvoice(item)
  if (invoice === undefined || !listed.includes(invoice.state)) return []
  const [id = ''] = invoice.ids
  const at = new Date(textOf(toMembers(item).get('created_at')))
  if (Number.isNaN(at.getTime())) return []
  const { reference, arrived, amount, state, status } = invoice
  // If the received amount is missing, the status `paid` means all of it.
  const paid = arrived ?? (state === 'paid' ? amount : undefined)
  return [{ id, reference, at, amount: invoice.currency === 'USD' ? paid : undefined, status }]
}
