import { guardedFetch } from '#server/lib/http/outbound/guarded-fetch.ts'

import { callPanel, sendToPanel, ANSWER_BYTES_MAX } from './call-panel.ts'
import { secretsOf, type PanelAccount, type PanelAnswer, toPanelUrl } from './panel-account.ts'
import { isObject, type Json, memberOf } from './read-json.ts'
import {
  LIST_BYTES_MAX,
  LIST_TIMEOUT_MS,
  readServiceList,
  type PanelServiceList,
  toPerThousand,
} from './read-services.ts'
import { type PanelOrderAnswer, readCurrency, readEntries, readOrder } from './read-status.ts'
import { readDecimal } from './read-values.ts'
import { readAnswer } from './read-answer.ts'

/** Ids in one call (field notes 1). */
export const PANEL_IDS_MAX = 100

/** The services offered. Rates are per 1,000 whatever the panel lists them for; a package has a price. */
export async function readPanelServices(account: PanelAccount): Promise<PanelAnswer<PanelServiceList>> {
  const call = { action: 'services', timeoutMs: LIST_TIMEOUT_MS, bytesMax: LIST_BYTES_MAX }
  const sent = await sendToPanel(account, call)
  if (!sent.ok) return sent
  const list = await readServiceList({ ...sent.value, key: secretsOf(account) })
  return list.ok && account.ratePer === 1 ? { ok: true, value: toPerThousand(list.value) } : list
}

export type PanelBalance = { balance: string; currency: string | undefined }

export async function readPanelBalance(account: PanelAccount): Promise<PanelAnswer<PanelBalance>> {
  const answer = await callPanel(account, { action: 'balance' })
  if (!answer.ok) return answer
  const value = readBalance(answer.value)
  if (value !== undefined) return { ok: true, value }
  const fault = { code: 'no_balance', details: {} } as const
  return { ok: false, fault, error: 'The provider answered no balance', isDown: false }
}

/** {"balance":"1.5","currency":"USD"}, alone or in {"data":…}. */
export function readBalance(answered: Json): PanelBalance | undefined {
  const inner = isObject(answered) ? memberOf(answered, 'data') : undefined
  const value = isObject(inner) ? inner : answered
  const balance = isObject(value) ? readDecimal(memberOf(value, 'balance')) : undefined
  if (!isObject(value) || balance === undefined) return undefined
  return { balance, currency: readCurrency(memberOf(value, 'currency')) }
}

/** Status of up to 100 orders. An id that the response leaves out is not in the map. */
export async function readPanelOrders(
  account: PanelAccount,
  ids: readonly string[],
): Promise<PanelAnswer<Map<string, PanelOrderAnswer>>> {
  refuseTooMany(ids)
  const answer = await callPanel(account, { action: 'status', fields: { orders: ids.join(',') } })
  if (!answer.ok) return answer
  const orders = new Map<string, PanelOrderAnswer>()
  for (const [id, entry] of readEntries(answer.value, ids, 'order')) {
    const order = readOrder(entry)
    if (order !== undefined) orders.set(id, order)
  }
  return { ok: true, value: orders }
}

/** Status of one order, by the call that every panel supports. Undefined: the response says nothing about it. */
export async function readPanelOrder(
  account: PanelAccount,
  id: string,
): Promise<PanelAnswer<PanelOrderAnswer | undefined>> {
  const answer = await callPanel(account, { action: 'status', fields: { order: id } })
  if (!answer.ok) return answer
  return { ok: true, value: readOrder(readEntries(answer.value, [id], 'order').get(id)) }
}

export function refuseTooMany(ids: readonly string[]): void {
  if (ids.length === 0 || ids.length > PANEL_IDS_MAX)
    throw new Error(`a call takes 1 to ${PANEL_IDS_MAX} ids, not ${ids.length}`)
}

const GET_TIMEOUT_MS = 15_000

/**
 * Whether a panel that refuses our key in a POST form accepts it in the query string: some only read GET. Only used
 * by the connection test to explain the refusal: a key in a URL ends up in logs, and proxies may repeat a GET.
 */
export async function acceptsKeyByGet(account: PanelAccount): Promise<boolean> {
  const url = URL.parse(toPanelUrl(account.apiUrl))
  if (url === null) return false
  url.searchParams.set('key', account.key)
  url.searchParams.set('action', 'balance')
  const outcome = await guardedFetch({
    url: url.href,
    method: 'GET',
    timeoutMs: GET_TIMEOUT_MS,
    bytesMax: ANSWER_BYTES_MAX,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.('balance'),
  })
  if (outcome.kind !== 'answered') return false
  const answer = readAnswer({ ...outcome, body: String(outcome.body) }, secretsOf(account))
  return answer.ok && readBalance(answer.value) !== undefined
}
