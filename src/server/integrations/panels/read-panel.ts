import { callPanel, sendToPanel } from './call-panel.ts'
import { secretsOf } from './panel-account.ts'
import type { PanelAccount, PanelAnswer } from './panel-account.ts'
import { isObject, type Json, memberOf } from './read-json.ts'
import { LIST_BYTES_MAX, LIST_TIMEOUT_MS, readList } from './read-list.ts'
import { type PanelServiceList, toPerThousand } from './read-services.ts'
import { type PanelOrderAnswer, readCurrency, readEntries, readOrder } from './read-status.ts'
import { readDecimal } from './read-values.ts'

/** Ids in one call (field notes 1). */
export const PANEL_IDS_MAX = 100

/** What it offers. Rates are per 1,000, whatever the panel gives them for; a package's is its price. */
export async function readPanelServices(account: PanelAccount): Promise<PanelAnswer<PanelServiceList>> {
  const call = { action: 'services', timeoutMs: LIST_TIMEOUT_MS, bytesMax: LIST_BYTES_MAX }
  const sent = await sendToPanel(account, call)
  if (!sent.ok) return sent
  const list = await readList({ ...sent.value, key: secretsOf(account) })
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

/** How up to 100 orders stand. An id that the provider left out is not in the map: nothing is known of it. */
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

/** The same of one, by the call that every panel knows. Undefined: the answer says nothing of it. */
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
