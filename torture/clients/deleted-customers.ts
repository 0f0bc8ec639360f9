import { setTimeout as sleep } from 'node:timers/promises'

import { randomFor } from '#torture/plan/seeded-random.ts'
import { soldServices } from '#torture/sandboxes/catalogue.ts'

import { type Customer, placeOne, register } from './customer.ts'
import { payAt } from './payer.ts'
import { toRecord } from './call-product.ts'
import type { ClientContext } from './client-context.ts'

const EVERY_MS = 6_000
const CENTS = 5_000
const ORDERS_MAX = 40
/** Requests that they still make after the deletion. */
const REFUSED_MAX = 3
/** Orders arrive between what staff see and what they confirm: then they read again. */
const TRIES = 30

/** Customers who register, pay and order, and are meanwhile deleted by staff, one after another. */
export async function actAsDeletedCustomers(context: ClientContext): Promise<void> {
  for (let count = 1; !context.stopSignal.aborted; count += 1) {
    await live(context, `deleted-customer-${count}`)
    await sleep(EVERY_MS, undefined, { signal: context.stopSignal }).catch(() => undefined)
  }
}

async function live(context: ClientContext, name: string): Promise<void> {
  const customer = await register(context, name)
  if (customer === undefined) return
  await payAt(context, {
    ...customer,
    key: `${name}-pay`,
    cents: CENTS,
    method: 'cryptomus',
    outcome: 'paid',
  })
  const random = randomFor(context.seed, name)
  const deleting = sleep(random.int(300, 1_500)).then(() => deleteCustomer(context, customer))
  const own: Parameters<typeof placeOne>[2] = []
  let refused = 0
  for (let left = ORDERS_MAX; left > 0 && !context.stopSignal.aborted; left -= 1) {
    const { name: service, quantities } = random.pick(soldServices)
    const isIn = await placeOne(context, customer, own, { service, quantity: Math.min(...quantities) })
    if (!isIn && (refused += 1) === REFUSED_MAX) break
    await sleep(random.int(0, 250))
  }
  await deleting
}

async function deleteCustomer(
  { staffClient, records, history }: ClientContext,
  { userId, name }: Customer,
): Promise<void> {
  records.leaving.add(userId)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const path = `/api/admin/users/${userId}`
    const { body } = await staffClient.ask({ method: 'GET', path })
    const { balance, open_orders: orders } = toRecord(body['user'])
    const query = `?expected_balance=${Number(balance)}&expected_open_orders=${Number(orders)}`
    const answer = await staffClient.ask({ method: 'DELETE', path: path + query })
    history.note('administrator', 'deletes', {
      userId,
      name,
      status: answer.status,
      code: answer.body['code'],
    })
    if (answer.status === 200) return void records.deleted.set(userId, Date.now())
    await sleep(100)
  }
}
