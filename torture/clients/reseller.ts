import { type Call, makeClient, type Result } from '#client/tally-and-reach.ts'

import type { ClientContext } from './client-context.ts'
import type { PlacedOrder } from './client-records.ts'

/** A customer with an API key, who orders through /api/v2 like other panels. */
export type Reseller = {
  name: string
  userId: number
  key: string
  call: Call
  /** Ids of refills that were promised. */
  refills: Set<number>
}

/** Longer than any answer may take. */
const TIMEOUT_MS = 50_000

export async function becomeReseller(
  { caller, records, giveUp, violate }: ClientContext,
  { name, userId, token }: { name: string; userId: number; token: string },
): Promise<Reseller | undefined> {
  // An unanswered attempt may have created an unknown key, which does no harm.
  const made = await caller.callUntilAnswered({ method: 'POST', path: '/api/user/api-key', token, body: {} })
  if (made === undefined) return undefined
  const { key } = made.body
  if (typeof key !== 'string') {
    violate('other', `${name} got no API key: ${made.status} ${JSON.stringify(made.body)}`)
    return undefined
  }
  records.secrets.set(`${name}'s API key`, key)
  const repeated = { timeoutMs: TIMEOUT_MS, triesMax: Infinity, waitSecondsMax: Infinity, signal: giveUp }
  return { name, userId, key, call: makeClient({ url: caller.url, key, ...repeated }), refills: new Set() }
}

/** One key, repeated until it is answered; every answer to it must be the same. */
export async function addByApi(
  { records, history, violate, services }: ClientContext,
  { name, call }: Reseller,
  order: PlacedOrder,
): Promise<void> {
  const { key, link, quantity, service } = order
  order.isByApi = true
  history.note(name, 'orders by API', { key, link, quantity, service })
  const askedAt = performance.now()
  const result = await call('add', { service: services.get(service) ?? 0, link, quantity }, key)
  history.note(name, 'was answered', { key, ...result })
  if (result.outcome === 'refused') {
    order.refused = { code: result.error, at: Date.now() }
    if (order.acknowledged !== undefined) violate('other', `${key} was refused: ${result.error}`)
    return
  }
  if (!isDone(result, 'add', violate)) return
  const { order: id } = result.answer
  if (order.acknowledged === undefined) return records.acknowledge(order, { id }, askedAt)
  if (order.acknowledged.id !== id)
    violate('duplicated', `${key} was answered with order ${order.acknowledged.id}, then with ${id}`)
}

export async function cancelByApi(
  { records, history }: ClientContext,
  { name, call }: Reseller,
  id: number,
): Promise<void> {
  records.cancels.add(id)
  history.note(name, 'cancels by API', { id, ...(await call('cancel', { orders: [id] })) })
}

/** Twice concurrently: while a refill is open, its id is answered again. */
export async function refillByApi(
  { records, history }: ClientContext,
  { name, call, refills }: Reseller,
  id: number,
): Promise<void> {
  const results = await Promise.all([call('refill', { order: id }), call('refill', { order: id })])
  history.note(name, 'refills by API', { id, results })
  for (const result of results) {
    if (result.outcome !== 'done' || refills.has(result.answer.refill)) continue
    refills.add(result.answer.refill)
    records.refills.set(id, (records.refills.get(id) ?? 0) + 1)
  }
}

/** Panels poll many orders at every run. Their own must never be unknown: they would refund it. */
export async function readByApi(
  { violate }: ClientContext,
  { call }: Reseller,
  ids: readonly number[],
): Promise<void> {
  const [services, balance] = [await call('services'), await call('balance')]
  isDone(services, 'services', violate)
  isDone(balance, 'balance', violate)
  if (ids.length === 0) return
  const [known, listed] = [await call('status', { orders: ids }), await call('orders', { limit: 100 })]
  isDone(listed, 'orders', violate)
  if (!isDone(known, 'status', violate)) return
  for (const id of ids) {
    const status = known.answer[id]
    if (status === undefined || 'error' in status)
      violate('lost', `order ${id} was asked about by API, and the answer is ${JSON.stringify(status)}`)
  }
}

/** Calls that can't be refused are answered, or abandoned with the run. */
function isDone<Answer>(
  result: Result<Answer>,
  action: string,
  violate: ClientContext['violate'],
): result is Extract<Result<Answer>, { outcome: 'done' }> {
  if (result.outcome === 'refused') violate('other', `${action} was refused by API: ${result.error}`)
  return result.outcome === 'done'
}
