import { setTimeout as sleep } from 'node:timers/promises'

import { randomFor } from '#torture/plan/seeded-random.ts'
import { soldServices } from '#torture/world/catalogue.ts'

import { type Customer, placeOne, register } from './customer.ts'
import { payAt } from './payer.ts'
import { toRecord } from './call-product.ts'
import type { Town } from './town.ts'

const EVERY_MS = 6_000
const CENTS = 5_000
const ORDERS_MAX = 40
/** So often they try on when they are not known any more. */
const REFUSED_MAX = 3
/** Orders come in between what staff see and what they say: then they look again. */
const TRIES = 30

/** Customers who come, pay and order, and are deleted by staff in the middle of it, one after the other. */
export async function liveAsLeavers(town: Town): Promise<void> {
  for (let count = 1; !town.wantsNoMore.aborted; count += 1) {
    await live(town, `leaver-${count}`)
    await sleep(EVERY_MS, undefined, { signal: town.wantsNoMore }).catch(() => undefined)
  }
}

async function live(town: Town, name: string): Promise<void> {
  const customer = await register(town, name)
  if (customer === undefined) return
  await payAt(town, { ...customer, key: `${name}-pay`, cents: CENTS, outcome: 'paid' })
  const random = randomFor(town.seed, name)
  const deleting = sleep(random.int(300, 1_500)).then(() => deleteCustomer(town, customer))
  const own: Parameters<typeof placeOne>[2] = []
  let refused = 0
  for (let left = ORDERS_MAX; left > 0 && !town.wantsNoMore.aborted; left -= 1) {
    const { name: service, quantities } = random.pick(soldServices)
    const isIn = await placeOne(town, customer, own, { service, quantity: Math.min(...quantities) })
    if (!isIn && (refused += 1) === REFUSED_MAX) break
    await sleep(random.int(0, 250))
  }
  await deleting
}

async function deleteCustomer({ desk, book, history }: Town, { userId, name }: Customer): Promise<void> {
  book.leaving.add(userId)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const path = `/api/admin/users/${userId}`
    const { body } = await desk.ask({ method: 'GET', path })
    const { balance, open_orders: orders } = toRecord(body['user'])
    const query = `?expected_balance=${Number(balance)}&expected_open_orders=${Number(orders)}`
    const answer = await desk.ask({ method: 'DELETE', path: path + query })
    history.note('administrator', 'deletes', {
      userId,
      name,
      status: answer.status,
      code: answer.body['code'],
    })
    if (answer.status === 200) return void book.deleted.set(userId, Date.now())
    await sleep(100)
  }
}
