import type { Accept } from '#torture/world/start-world.ts'

import type { Decision } from './book.ts'
import { toRecord } from './call-product.ts'
import type { Staff } from './staff.ts'
import type { Town } from './town.ts'

/** Of an attempt that is older nothing can be on its way any more: its lease is over, and so is any provider's delay. */
const CERTAIN_AFTER_MS = 100_000

/** Of what a provider took, this share is given back all the same: another member of staff says that it exists. */
const GENEROUS = 0.15

/**
 * By the providers' journals: what one of them took exists there under that number, or is given back by who is generous;
 * what none took is sent again or given back, once nothing can be on its way any more. What only wants to be looked at was
 * looked at.
 */
export async function decideOrder(town: Town, staff: Staff, order: Record<string, unknown>): Promise<void> {
  const { world, book } = town
  const [id, link] = [Number(order['id']), String(order['link'])]
  if (toRecord(order['dispatch'])['state'] !== 'review')
    return void (await say(town, staff, { id, link, path: 'dismiss', reason: 'It was looked at' }))
  const seen = await look(staff, id)
  if (seen === undefined) return
  const taken = world.accepts().find((accept) => accept.link === link)
  if (taken === undefined) {
    if (Date.now() - seen.startedAt < CERTAIN_AFTER_MS) return
    const decision: Decision = staff.random.pick(['retry', 'refund'] as const)
    book.decide(id, decision)
    return void (await say(town, staff, { id, link, path: decision, reason: 'It is in no journal', seen }))
  }
  if (staff.random.next() < GENEROUS) {
    book.decide(id, 'refund')
    return void (await say(town, staff, { id, link, path: 'refund', reason: 'They waited too long', seen }))
  }
  book.decide(id, 'exists')
  const reason = `It is order ${taken.order} of ${taken.provider}`
  const providerOrder = { provider_order: String(taken.order) }
  const code = await say(town, staff, { id, link, path: 'complete', reason, seen, ...providerOrder })
  if (code === 'state_conflict') await freeNumber(town, staff, { id, taken })
}

/** The number is held by another order, to which a provider's wrong answer gave it. */
async function freeNumber(
  town: Town,
  staff: Staff,
  { id: ownId, taken }: { id: number; taken: Accept },
): Promise<void> {
  const { provider, order, link } = taken
  const id = await town.findHolder(provider, order)
  const reason = `Number ${order} of ${provider} was given to it by mistake`
  // A colleague may have said the same a moment before.
  if (id === undefined || id === ownId) return
  town.book.released.set(id, taken)
  town.book.releases.set(id, (town.book.releases.get(id) ?? 0) + 1)
  await say(town, staff, { id, link, path: 'release', reason, provider_order: String(order) })
}

/** One try: before the next, the journals are looked at again, since this one may have been heard. */
async function say(
  { history, book }: Town,
  { name, desk }: Staff,
  told: { id: number; link: string; path: string; reason: string; provider_order?: string; seen?: Seen },
): Promise<unknown> {
  const { id, link, path, seen, ...own } = told
  const body = { ...own, ...(seen && { expected: { dispatch: 'review', attempt: seen.attempt } }) }
  const shown = `attempt ${seen?.attempt}, ${book.releases.get(id) ?? 0} releases`
  const answer = await desk.ask({ path: `/api/admin/orders/${id}/${path}`, body })
  const { status, why } = answer
  const code = answer.body['code']
  if (seen !== undefined) book.decided.push({ who: name, of: `order ${id}`, shown, what: path, status })
  history.note(name, path, { id, link, reason: told.reason, status, code, why })
  return code
}

/** What was before them: the last attempt, and when it began in ms of the wall's clock. */
type Seen = { attempt: number; startedAt: number }

async function look({ desk }: Staff, id: number): Promise<Seen | undefined> {
  const { body } = await desk.ask({ method: 'GET', path: `/api/admin/orders/${id}` })
  const { state, attempts } = toRecord(toRecord(body['order'])['dispatch'])
  const all = Array.isArray(attempts) ? attempts.map(toRecord) : []
  const last = all.toSorted((one, other) => Number(one['number']) - Number(other['number'])).at(-1)
  if (last === undefined || state !== 'review') return undefined
  return { attempt: Number(last['number']), startedAt: Date.parse(String(last['started_at'])) }
}
