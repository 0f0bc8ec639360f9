import { setTimeout as sleep } from 'node:timers/promises'

import { toRecord } from '#torture/clients/call-product.ts'
import type { ClientContext } from '#torture/clients/client-context.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'
import type { Query } from '#torture/run/open-database.ts'

import type { SecondShop } from './open-second-shop.ts'

/** An order that the second shop acknowledged. */
export type SecondOrder = { key: string; link: string; quantity: number; id: number }

const QUANTITIES = [111, 777]
const EVERY_MS = { min: 400, max: 1_200 }
const STAFF_EVERY_MS = 2_000
/** The `add` of an earlier attempt has its final answer: the first product takes at most 45 s. */
const CERTAIN_AFTER_MS = 100_000

/** Its customers order until nothing new is started. Returns the acknowledged orders. */
export async function orderAtSecond(context: ClientContext, shop: SecondShop): Promise<SecondOrder[]> {
  const placed: SecondOrder[] = []
  await Promise.all(shop.tokens.map((token, at) => orderAs(context, shop, { token, at, placed })))
  return placed
}

async function orderAs(
  { seed, stopSignal, history, violate }: ClientContext,
  { caller, services }: SecondShop,
  { token, at, placed }: { token: string; at: number; placed: SecondOrder[] },
): Promise<void> {
  const random = randomFor(seed, `second ${at}`)
  for (let count = 1; !stopSignal.aborted; count += 1) {
    const key = `second-${at}-${count}`
    const [link, quantity] = [`https://example.com/${seed}/${key}`, random.pick(QUANTITIES)]
    const body = { service_id: random.pick(services), link, quantity }
    const path = '/api/orders/create'
    const answer = await caller.callUntilAnswered({ method: 'POST', path, token, body, key })
    history.note('second', 'ordered', { key, status: answer?.status, body: answer?.body })
    const id = Number(toRecord(answer?.body['order'])['id'])
    if (answer?.status === 201) placed.push({ key, link, quantity, id })
    // The first product's absurd charges and outages may take a service off sale there.
    else if (
      answer !== undefined &&
      !['service_unavailable', 'service_not_found'].includes(String(answer.body['code']))
    )
      violate('other', `${key} was refused by the second shop: ${JSON.stringify(answer.body)}`)
    await sleep(random.int(EVERY_MS.min, EVERY_MS.max))
  }
}

/**
 * Its staff resume sending after lost answers have stopped it, and decide reviews by what the first product has for the
 * link: nothing else knows.
 */
export async function workAtSecond(
  { history, giveUp }: ClientContext,
  shop: SecondShop,
  queryFirst: Query,
): Promise<number> {
  const { staffClient, providerId, buyerId } = shop
  let decided = 0
  for (; !giveUp.aborted; await sleep(STAFF_EVERY_MS, undefined, { signal: giveUp }).catch(() => undefined)) {
    const provider = await staffClient.ask({ method: 'GET', path: '/api/admin/providers' })
    const [account] = Array.isArray(provider.body['providers'])
      ? provider.body['providers'].map(toRecord)
      : []
    if (toRecord(account?.['health'])['state'] === 'stopped')
      await staffClient.ask({ path: `/api/admin/providers/${providerId}/resume` })
    const { body } = await staffClient.ask({
      method: 'GET',
      path: '/api/admin/orders?attention=true&limit=200',
    })
    const listed = Array.isArray(body['orders']) ? body['orders'].map(toRecord) : []
    for (const { id, link, dispatch } of listed) {
      if (toRecord(dispatch)['state'] !== 'review') continue
      const found = await findAtFirst(queryFirst, buyerId, String(link)).catch(() => undefined)
      // The first product's database may be down.
      if (found === undefined) continue
      const [there] = found
      if (there === undefined) {
        const { body: shown } = await staffClient.ask({
          method: 'GET',
          path: `/api/admin/orders/${String(id)}`,
        })
        if (!isCertain(toRecord(shown['order']), Date.now())) continue
      }
      const decision = there === undefined ? 'retry' : 'complete'
      const reason = there === undefined ? 'It is not there' : `It is order ${there.id} there`
      const told = { reason, ...(there && { provider_order: String(there.id) }) }
      const answer = await staffClient.ask({
        path: `/api/admin/orders/${String(id)}/${decision}`,
        body: told,
      })
      history.note('second', decision, { id, status: answer.status, code: answer.body['code'] })
      if (answer.status === 200) decided += 1
    }
  }
  return decided
}

/** Whether the first product would have the order by now, if it had accepted the newest attempt. `dispatch`: as staff read it. */
export function isCertain({ dispatch }: Readonly<Record<string, unknown>>, now: number): boolean {
  const { attempts } = toRecord(dispatch)
  if (!Array.isArray(attempts)) return false
  const begun = attempts.map((attempt) => Date.parse(String(toRecord(attempt)['started_at'])))
  return begun.every((at) => now - at >= CERTAIN_AFTER_MS)
}

function findAtFirst(query: Query, buyerId: number, link: string): Promise<{ id: number }[]> {
  return query('select id::int from orders where user_id = $1 and link = $2', [buyerId, link])
}
