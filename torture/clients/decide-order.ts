import type { Accept } from '#torture/sandboxes/start-sandboxes.ts'

import type { Decision } from './client-records.ts'
import { toRecord } from './call-product.ts'
import type { Staff } from './staff.ts'
import type { ClientContext } from './client-context.ts'

/** By then nothing of an older attempt can be in progress: its lease has expired, and so has any provider's delay. */
const CERTAIN_AFTER_MS = 100_000

/** The share of accepted orders that is refunded anyway: another staff member says that the order exists. */
const GENEROUS = 0.15

/**
 * Decides by the providers' journals: an accepted order gets its id, or is sometimes refunded; one that no provider
 * accepted is sent again or refunded, once nothing can be in progress. An incident that only needs review is marked
 * resolved.
 */
export async function decideOrder(
  context: ClientContext,
  staff: Staff,
  order: Record<string, unknown>,
): Promise<void> {
  const { sandboxes, records } = context
  const [id, link] = [Number(order['id']), String(order['link'])]
  if (toRecord(order['dispatch'])['state'] !== 'review')
    return void (await say(context, staff, { id, link, path: 'dismiss', reason: 'Resolved' }))
  const seen = await look(staff, id)
  if (seen === undefined) return
  const taken = sandboxes.accepts().find((accept) => accept.link === link)
  if (taken === undefined) {
    if (Date.now() - seen.startedAt < CERTAIN_AFTER_MS) return
    const decision: Decision = staff.random.pick(['retry', 'refund'] as const)
    records.decide(id, decision)
    return void (await say(context, staff, { id, link, path: decision, reason: 'It is in no journal', seen }))
  }
  if (staff.random.next() < GENEROUS) {
    records.decide(id, 'refund')
    return void (await say(context, staff, {
      id,
      link,
      path: 'refund',
      reason: 'They waited too long',
      seen,
    }))
  }
  records.decide(id, 'exists')
  const reason = `It is order ${taken.order} of ${taken.provider}`
  const providerOrder = { provider_order: String(taken.order) }
  const code = await say(context, staff, { id, link, path: 'complete', reason, seen, ...providerOrder })
  if (code === 'state_conflict') await freeNumber(context, staff, { id, taken })
}

/** Another order has the id, because of a provider's wrong answer. */
async function freeNumber(
  context: ClientContext,
  staff: Staff,
  { id: ownId, taken }: { id: number; taken: Accept },
): Promise<void> {
  const { provider, order, link } = taken
  const id = await context.findHolder(provider, order)
  const reason = `Number ${order} of ${provider} was given to it by mistake`
  // A colleague may have just made the same decision.
  if (id === undefined || id === ownId) return
  context.records.released.set(id, taken)
  context.records.releases.set(id, (context.records.releases.get(id) ?? 0) + 1)
  await say(context, staff, { id, link, path: 'release', reason, provider_order: String(order) })
}

/** One attempt: the journals are read again before the next, since this one may have succeeded. */
async function say(
  { history, records }: ClientContext,
  { name, staffClient }: Staff,
  told: { id: number; link: string; path: string; reason: string; provider_order?: string; seen?: Seen },
): Promise<unknown> {
  const { id, link, path, seen, ...own } = told
  const body = { ...own, ...(seen && { expected: { dispatch: 'review', attempt: seen.attempt } }) }
  const shown = `attempt ${seen?.attempt}, ${records.releases.get(id) ?? 0} releases`
  const answer = await staffClient.ask({ path: `/api/admin/orders/${id}/${path}`, body })
  const { status, why } = answer
  const code = answer.body['code']
  if (seen !== undefined) records.decided.push({ who: name, of: `order ${id}`, shown, what: path, status })
  history.note(name, path, { id, link, reason: told.reason, status, code, why })
  return code
}

/** What staff saw: the last attempt, and its start in ms of wall time. */
type Seen = { attempt: number; startedAt: number }

async function look({ staffClient }: Staff, id: number): Promise<Seen | undefined> {
  const { body } = await staffClient.ask({ method: 'GET', path: `/api/admin/orders/${id}` })
  const { state, attempts } = toRecord(toRecord(body['order'])['dispatch'])
  const all = Array.isArray(attempts) ? attempts.map(toRecord) : []
  const last = all.toSorted((one, other) => Number(one['number']) - Number(other['number'])).at(-1)
  if (last === undefined || state !== 'review') return undefined
  return { attempt: Number(last['number']), startedAt: Date.parse(String(last['started_at'])) }
}
