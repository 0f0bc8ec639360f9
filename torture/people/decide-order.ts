import type { Random } from '#sandbox/provider/random.ts'
import type { Accept } from '#torture/world/start-world.ts'

import type { Decision } from './book.ts'
import { toRecord } from './call-product.ts'
import type { Town } from './town.ts'

type Staff = { token: string; random: Random }

/** Of an attempt that is older nothing can be on its way any more: its lease is over, and so is any provider's delay. */
const CERTAIN_AFTER_MS = 100_000

/**
 * By the providers' journals: what one of them took exists there under that number; what none took is sent again or
 * given back, once nothing can be on its way any more. What only wants to be looked at was looked at.
 */
export async function decideOrder(town: Town, staff: Staff, order: Record<string, unknown>): Promise<void> {
  const { world, book } = town
  const [id, link] = [Number(order['id']), String(order['link'])]
  if (toRecord(order['dispatch'])['state'] !== 'review')
    return void (await say(town, staff, { id, link, path: 'dismiss', reason: 'It was looked at' }))
  const startedAt = await findLastStart(town, staff, id)
  if (startedAt === undefined) return
  const taken = world.accepts().find((accept) => accept.link === link)
  if (taken === undefined) {
    if (Date.now() - startedAt < CERTAIN_AFTER_MS) return
    const decision: Decision = staff.random.pick(['retry', 'refund'] as const)
    book.decide(id, decision)
    return void (await say(town, staff, { id, link, path: decision, reason: 'It is in no journal' }))
  }
  book.decide(id, 'exists')
  const reason = `It is order ${taken.order} of ${taken.provider}`
  const providerOrder = { provider_order: String(taken.order) }
  const code = await say(town, staff, { id, link, path: 'complete', reason, ...providerOrder })
  if (code === 'state_conflict') await freeNumber(town, staff, taken)
}

/** The number is held by another order, to which a provider's wrong answer gave it. */
async function freeNumber(town: Town, staff: Staff, taken: Accept): Promise<void> {
  const { provider, order, link } = taken
  const id = await town.findHolder(provider, order)
  const reason = `Number ${order} of ${provider} was given to it by mistake`
  if (id === undefined) return
  town.book.released.set(id, taken)
  await say(town, staff, { id, link, path: 'release', reason, provider_order: String(order) })
}

/** One try: before the next, the journals are looked at again, since this one may have been heard. */
async function say(
  { caller, history }: Town,
  { token }: Staff,
  told: { id: number; link: string; path: string; reason: string; provider_order?: string },
): Promise<unknown> {
  const { id, link, path, ...body } = told
  const answer = await caller.call({ method: 'POST', path: `/api/admin/orders/${id}/${path}`, token, body })
  const { status, why } = answer
  const code = answer.body['code']
  history.note('staff', path, { id, link, reason: told.reason, status, code, why })
  return code
}

/** When the last attempt began, in ms of the wall's clock. */
async function findLastStart({ caller }: Town, { token }: Staff, id: number): Promise<number | undefined> {
  const { body } = await caller.call({ path: `/api/admin/orders/${id}`, token })
  const { attempts } = toRecord(toRecord(body['order'])['dispatch'])
  const last: unknown = Array.isArray(attempts) ? attempts.at(-1) : undefined
  return last === undefined ? undefined : Date.parse(String(toRecord(last)['started_at']))
}
