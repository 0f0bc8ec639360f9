import { setTimeout as sleep } from 'node:timers/promises'
import type { KnownPrices } from '#torture/checker/check-prices.ts'
import type { Fault, Stage } from '#torture/nemesis/fault.ts'
import type { Nemesis, Struck } from '#torture/nemesis/run-nemesis.ts'
import { giveSomeUp, makeWeather } from '#torture/nemesis/weather.ts'
import { type Book, openBook } from '#torture/people/book.ts'
import { makeCaller } from '#torture/people/call-product.ts'
import { liveAsCustomer } from '#torture/people/customer.ts'
import { importServices } from '#torture/people/importer.ts'
import { liveAsLeavers } from '#torture/people/leaver.ts'
import { workAsStaff } from '#torture/people/staff.ts'
import type { Town, Violate } from '#torture/people/town.ts'
import type { FaultPlan } from '#torture/plan/plan-faults.ts'
import { planWeather } from '#torture/plan/plan-weather.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'

import { openShop } from './open-shop.ts'
import type { Prepared } from './prepare-run.ts'
import { settle } from './settle.ts'

const CUSTOMERS = 10
/** From here on a run has the time to wait for leases, and for answers that take a minute. */
export const LONG_RUN_SECONDS = 240
const LATE_MS = { short: 5_000, long: 60_000 }
const WAIT_SECONDS_MAX = 45
const NOTED_WAIT_SECONDS = 4

/** What became of a town's life: what its people know, what struck it, and how long anybody waited for an answer. */
export type Lived = {
  book: Book
  knownPrices: KnownPrices
  struck: Struck[]
  weather: ReadonlyMap<string, number>
  longestWaitSeconds: number
}

/** The town lives while the nemesis strikes; then the sky clears and what is open comes to its end. */
export async function live(
  prepared: Prepared,
  options: {
    seed: number
    seconds: number
    plan: FaultPlan<Fault>
    nemesis: Nemesis
    violate: Violate
  },
): Promise<Lived> {
  const { seed, seconds, plan, nemesis, violate } = options
  const { product, database, world, history } = prepared
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
  const shop = await openShop({ caller, admin: prepared.admin, servers: world.providers, query })
  const book = openBook()
  for (const [what, secret] of Object.entries(shop.secrets)) book.secrets.set(what, secret)
  const town: Town = {
    seed,
    caller,
    world,
    book,
    history,
    violate,
    desk: shop.desk,
    providers: shop.providers,
    services: shop.services,
    findHolder: (provider, order) => findHolder(prepared, shop.providers[provider], order),
    wantsNoMore: noMore.signal,
  }
  const customers = Array.from({ length: CUSTOMERS }, (_, index) =>
    liveAsCustomer(town, `customer-${index + 1}`),
  )
  const staff = shop.colleagues.map((one) => workAsStaff(town, one, end.signal))
  const others = [liveAsLeavers(town), importServices(town)]
  const givers = giveSomeUp({ world, history, seed, end: noMore.signal })
  const steps = planWeather({ seed, seconds, longestMs: isLong ? LATE_MS.long : LATE_MS.short })
  const weather = makeWeather({ world, history, end: noMore.signal }, steps)
  const stage: Stage = {
    product,
    database,
    world,
    book,
    history,
    violate,
    desk: shop.desk,
    providers: shop.providers,
    setClock: prepared.setClock,
    ...(prepared.disk && { fillDisk: prepared.disk.fill }),
    random: randomFor(seed, 'nemesis'),
  }
  const struck = await nemesis.run(stage, plan)
  noMore.abort()
  await settle({ town, customers: [...customers, ...others], database, isLong })
  end.abort()
  await Promise.all([...customers, ...others, ...staff, givers])
  if (longestWait > WAIT_SECONDS_MAX)
    violate('slow', `a request waited ${longestWait.toFixed(0)} s for an answer`)
  return {
    book,
    knownPrices: shop.knownPrices,
    struck,
    weather: await weather,
    longestWaitSeconds: Math.round(longestWait),
  }
}

/** The database may be killed as it is asked. */
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
