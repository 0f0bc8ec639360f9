import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownPrices } from '#torture/checker/check-prices.ts'
import type { Fault, Stage } from '#torture/nemesis/fault.ts'
import type { Nemesis, Struck } from '#torture/nemesis/run-nemesis.ts'
import { endSomeOrders, runBackgroundFaults } from '#torture/nemesis/background-faults.ts'
import { type ClientRecords, makeClientRecords } from '#torture/clients/client-records.ts'
import { makeCaller } from '#torture/clients/call-product.ts'
import { actAsCustomer } from '#torture/clients/customer.ts'
import { importServices } from '#torture/clients/importer.ts'
import { actAsDeletedCustomers } from '#torture/clients/deleted-customers.ts'
import { workAsStaff } from '#torture/clients/staff.ts'
import type { ClientContext, Violate } from '#torture/clients/client-context.ts'
import type { FaultPlan } from '#torture/plan/plan-faults.ts'
import { planBackgroundFaults } from '#torture/plan/plan-background-faults.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'

import { openSecondShop } from '#torture/second/open-second-shop.ts'
import { orderAtSecond, type SecondOrder, workAtSecond } from '#torture/second/run-second-shop.ts'

import { openShop } from './open-shop.ts'
import type { Prepared } from './prepare-run.ts'
import { settle } from './settle.ts'

const CUSTOMERS = 10
/** A run at least this long has time to wait for leases, and for answers that take a minute. */
export const LONG_RUN_SECONDS = 240
const LATE_MS = { short: 5_000, long: 60_000 }
const WAIT_SECONDS_MAX = 45
const NOTED_WAIT_SECONDS = 4

/** Results of a run: the clients' records, the faults, and the longest wait for an answer. */
export type RunResults = {
  records: ClientRecords
  knownPrices: KnownPrices
  struck: Struck[]
  backgroundFaults: ReadonlyMap<string, number>
  longestWaitSeconds: number
  /** The second shop's results. */
  resale: Resale | undefined
}

export type Resale = { buyerId: number; placed: SecondOrder[]; decided: number }

/** Clients work while the nemesis injects faults; then the faults stop and open work is finished. */
export async function runClients(
  prepared: Prepared,
  options: {
    seed: number
    seconds: number
    plan: FaultPlan<Fault>
    nemesis: Nemesis
    violate: Violate
  },
): Promise<RunResults> {
  const { seed, seconds, plan, nemesis, violate } = options
  const { product, database, sandboxes, history } = prepared
  const isLong = seconds >= LONG_RUN_SECONDS
  const noMore = new AbortController()
  const end = new AbortController()
  let longestWait = 0
  const caller = makeCaller({
    url: product.url,
    giveUp: end.signal,
    onWaited: (waited, path) => {
      longestWait = Math.max(longestWait, waited)
      if (waited > NOTED_WAIT_SECONDS) history.note('caller', 'waited', { path, seconds: waited })
    },
  })
  const { query } = database
  const shop = await openShop({ caller, admin: prepared.admin, servers: sandboxes.providers, query })
  const records = makeClientRecords()
  for (const [what, secret] of Object.entries(shop.secrets)) records.secrets.set(what, secret)
  const context: ClientContext = {
    seed,
    caller,
    sandboxes,
    records,
    history,
    violate,
    staffClient: shop.staffClient,
    providers: shop.providers,
    services: shop.services,
    findHolder: (provider, order) => findHolder(prepared, shop.providers[provider], order),
    stopSignal: noMore.signal,
    giveUp: end.signal,
  }
  const second = prepared.second && (await openSecondShop(context, prepared.second))
  const customers = Array.from({ length: CUSTOMERS }, (_, index) =>
    actAsCustomer(context, `customer-${index + 1}`, { buysByApi: index % 3 === 1, number: index }),
  )
  const staff = shop.colleagues.map((one) => workAsStaff(context, one, end.signal))
  const others = [actAsDeletedCustomers(context), importServices(context)]
  const ordersOfSecond = second && orderAtSecond(context, second)
  const staffOfSecond = second && workAtSecond(context, second, database.query)
  const givers = endSomeOrders({ sandboxes, history, seed, end: noMore.signal })
  const steps = planBackgroundFaults({ seed, seconds, longestMs: isLong ? LATE_MS.long : LATE_MS.short })
  const backgroundFaults = runBackgroundFaults({ sandboxes, history, end: noMore.signal }, steps)
  const stage: Stage = {
    product,
    database,
    sandboxes,
    records,
    history,
    violate,
    staffClient: shop.staffClient,
    providers: shop.providers,
    setClock: prepared.setClock,
    ...(prepared.disk && { fillDisk: prepared.disk.fill }),
    random: randomFor(seed, 'nemesis'),
  }
  const struck = await nemesis.run(stage, plan)
  noMore.abort()
  const finished = [...customers, ...others, Promise.resolve(ordersOfSecond).then(() => undefined)]
  await settle({ context, customers: finished, database, isLong })
  end.abort()
  await Promise.all([...finished, ...staff, givers])
  const [placed = [], decided = 0] = [await ordersOfSecond, await staffOfSecond]
  if (longestWait > WAIT_SECONDS_MAX)
    violate('slow', `a request waited ${longestWait.toFixed(0)} s for an answer`)
  return {
    records,
    knownPrices: shop.knownPrices,
    struck,
    backgroundFaults: await backgroundFaults,
    longestWaitSeconds: Math.round(longestWait),
    resale: second && { buyerId: second.buyerId, placed, decided },
  }
}

/** The database may be killed during the query. */
const DATABASE_BACK_S = 60

async function findHolder(
  { database }: Prepared,
  providerId: number,
  order: number,
): Promise<number | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [row] = await database.query<{ id: number }>(
        'select order_id::int as id from provider_orders where provider_id = $1 and provider_order = $2',
        [providerId, String(order)],
      )
      return row?.id
    } catch (error) {
      if (tries === DATABASE_BACK_S) throw error
      await sleep(1000)
    }
  }
}
