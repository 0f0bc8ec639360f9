import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#sandbox/provider/random.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'
import type { Accept } from '#torture/world/start-world.ts'

import type { Decision } from './book.ts'
import { toRecord } from './call-product.ts'
import type { Town } from './town.ts'

const EVERY_MS = 1000
/** Nothing of an attempt that is older can still be on its way to a provider. */
const CERTAIN_AFTER_MS = 75_000
const LIST = '/api/admin/orders?dispatch=review&limit=200'

/**
 * Decides what lies with a person, truthfully by the providers' journals: what one of them took exists there under
 * that number; what none took is sent again or given back, once nothing can be on its way any more.
 */
export async function workAsStaff(town: Town, token: string, end: AbortSignal): Promise<void> {
  const random = randomFor(town.seed, 'staff')
  while (!end.aborted) {
    await sleep(EVERY_MS)
    const { status, body } = await town.caller.call({ path: LIST, token })
    const orders = status === 200 && Array.isArray(body['orders']) ? body['orders'] : []
    for (const order of orders.map(toRecord)) {
      if (end.aborted) return
      await decide(town, token, random, { id: Number(order['id']), link: String(order['link']) })
    }
  }
}

async function decide(
  town: Town,
  token: string,
  random: Random,
  { id, link }: { id: number; link: string },
): Promise<void> {
  const { world, caller, book, history } = town
  const attempts = await readAttempts(caller, token, id)
  const last = attempts.at(-1)
  if (last === undefined) return
  const taken = world.accepts().find((accept) => accept.link === link)
  if (taken === undefined && Date.now() - Date.parse(last.startedAt) < CERTAIN_AFTER_MS) return
  const decision: Decision = taken ? 'exists' : random.pick(['retry', 'refund'] as const)
  book.decide(id, decision)
  const reason = taken ? `It is order ${taken.order} of ${taken.provider}` : 'It is in no journal'
  const [path, body] = taken
    ? [`/api/admin/orders/${id}/complete`, { provider_order: String(taken.order), reason }]
    : [`/api/admin/orders/${id}/${decision}`, { reason }]
  // One try: before the next, the journals are looked at again, since this one may have been heard.
  const answer = await caller.call({ method: 'POST', path, token, body })
  const { status, body: said } = answer
  history.note('staff', 'decides', {
    id,
    link,
    decision,
    reason,
    status,
    code: said['code'],
    why: answer.why,
  })
  if (taken && said['code'] === 'state_conflict') await freeNumber(town, token, taken)
}

/** The number is held by another order, to which a provider's wrong answer gave it. */
async function freeNumber(
  { caller, history, findHolder }: Town,
  token: string,
  { provider, order }: Accept,
): Promise<void> {
  const holder = await findHolder(provider, order)
  if (holder === undefined) return
  const path = `/api/admin/orders/${holder}/release`
  const body = { reason: `Number ${order} of ${provider} was given to it by mistake` }
  const answer = await caller.call({ method: 'POST', path, token, body })
  history.note('staff', 'frees a number', { holder, provider, order, status: answer.status })
}

async function readAttempts(caller: Town['caller'], token: string, id: number) {
  const { body } = await caller.call({ path: `/api/admin/orders/${id}`, token })
  const { attempts } = toRecord(toRecord(body['order'])['dispatch'])
  return Array.isArray(attempts)
    ? attempts.map((one) => ({ startedAt: String(toRecord(one)['started_at']) }))
    : []
}
