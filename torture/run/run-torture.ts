import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Finding, finding } from '#torture/checker/finding.ts'
import type { Fault, Stage } from '#torture/nemesis/fault.ts'
import { faultsFor } from '#torture/nemesis/faults.ts'
import { makeNemesis, type Struck } from '#torture/nemesis/run-nemesis.ts'
import { giveSomeUp, makeWeather } from '#torture/nemesis/weather.ts'
import { openBook } from '#torture/people/book.ts'
import { makeCaller } from '#torture/people/call-product.ts'
import { liveAsCustomer } from '#torture/people/customer.ts'
import { workAsStaff } from '#torture/people/staff.ts'
import type { Town, Violate } from '#torture/people/town.ts'
import { type FaultPlan, planFaults } from '#torture/plan/plan-faults.ts'
import type { Layout } from '#torture/product/run-product.ts'
import { planWeather } from '#torture/plan/plan-weather.ts'
import { randomFor } from '#torture/plan/seeded-random.ts'

import { checkEverything } from './check-everything.ts'
import { openShop } from './open-shop.ts'
import { type Prepared, prepareRun } from './prepare-run.ts'
import type { Options } from './read-options.ts'
import { countFaults, printReport, type Report, spreadOf } from './report.ts'
import { settle } from './settle.ts'
import { watchProduct } from './watch-product.ts'

const CUSTOMERS = 10
/** From here on a run has the time to wait for leases, and for answers that take a minute. */
const LONG_RUN_SECONDS = 240
const LATE_MS = { short: 5_000, long: 60_000 }
const WAIT_SECONDS_MAX = 45
const NOTED_WAIT_SECONDS = 4

/** Answers whether nothing was wrong. */
export async function runTorture(
  { minutes, seed, database, only }: Options,
  say: (line: string) => void,
): Promise<boolean> {
  const seconds = minutes * 60
  const nemesis = makeNemesis()
  const prepared = await prepareRun(database, nemesis.current)
  const { dirs, product } = prepared
  say(`seed ${seed}, ${minutes} min, database: ${prepared.database.kind}; history and logs in ${dirs.run}`)
  const violations: Finding[] = []
  const violate: Violate = (kind, what) => {
    violations.push(finding(kind, what))
    prepared.history.note('checker', 'VIOLATION', { kind, what })
  }
  const { faults, leftOut } = faultsFor(prepared, seconds, only)
  const layouts: Layout[] = [
    'together',
    ...(prepared.database.kind === 'embedded' ? [] : (['apart'] as const)),
    ...(prepared.database.pooler ? (['pooled'] as const) : []),
  ]
  const plan = planFaults({ seed, seconds, faults, layouts })
  let report: Report | undefined
  let struck: Struck[] = []
  try {
    await product.start('together')
    const watched = watchProduct(product, dirs.product)
    const lived = await live(prepared, { seed, seconds, plan, nemesis, violate })
    struck = lived.struck
    const found = await checkEverything(prepared, { lived, watched, isSound: violations.length === 0 })
    violations.push(...found)
    const count = (kind: Finding['kind']) => violations.filter((one) => one.kind === kind).length
    report = {
      seed,
      seconds,
      database: prepared.database.kind,
      orders: [...lived.book.orders.values()].filter(({ acknowledged }) => acknowledged).length,
      accepts: prepared.world.accepts().length,
      deposits: lived.book.deposits.size,
      faults: countFaults(struck),
      weather: Object.fromEntries(lived.weather),
      leftOut,
      lost: count('lost'),
      duplicated: count('duplicated'),
      stuck: count('stuck'),
      recovery: {
        orders: spreadOf(struck.map(({ ordersSeconds }) => ordersSeconds)),
        dispatch: spreadOf(struck.map(({ dispatchSeconds }) => dispatchSeconds)),
      },
      megabytesMax: watched.megabytesMax(),
      longestWaitSeconds: lived.longestWait,
      violations,
    }
  } finally {
    await tearDown(prepared)
  }
  say(printReport(report, struck))
  say(JSON.stringify(report))
  const isGood = violations.length === 0
  if (isGood) rmSync(dirs.run, { recursive: true, force: true })
  else say(`What happened: ${dirs.run}/history.jsonl; what the product said: ${dirs.logs}`)
  return isGood
}

export type Lived = Pick<Town, 'book' | 'caller' | 'services'> & {
  struck: Struck[]
  weather: Map<string, number>
  longestWait: number
  /** The admin's token. */
  token: string
  /** Whether there was time to wait for all that was open. */
  isSettled: boolean
}

/** The town lives while the nemesis strikes; then the sky clears and what is open comes to its end. */
async function live(
  prepared: Prepared,
  options: {
    seed: number
    seconds: number
    plan: FaultPlan<Fault>
    nemesis: ReturnType<typeof makeNemesis>
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
  const town: Town = {
    seed,
    caller,
    world,
    book,
    history,
    violate,
    services: shop.services,
    findHolder: (provider, order) => findHolder(prepared, shop.providers[provider], order),
    wantsNoMore: noMore.signal,
  }
  const customers = Array.from({ length: CUSTOMERS }, (_, index) =>
    liveAsCustomer(town, `customer-${index + 1}`),
  )
  const staff = workAsStaff(town, shop.token, end.signal)
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
    setClock: prepared.setClock,
    ...(prepared.disk && { fillDisk: prepared.disk.fill }),
    random: randomFor(seed, 'nemesis'),
  }
  const struck = await nemesis.run(stage, plan)
  noMore.abort()
  await settle({ town, customers, database, isLong })
  end.abort()
  await Promise.all([...customers, staff, givers])
  if (longestWait > WAIT_SECONDS_MAX)
    violate('slow', `a request waited ${longestWait.toFixed(0)} s for an answer`)
  return {
    book,
    caller,
    services: shop.services,
    token: shop.token,
    struck,
    weather: await weather,
    longestWait: Math.round(longestWait),
    isSettled: isLong,
  }
}

async function findHolder(
  { database }: Prepared,
  providerId: number,
  order: number,
): Promise<number | undefined> {
  const [row] = await database.query<{ id: number }>(
    'select order_id::int as id from provider_orders where provider_id = $1 and provider_order = $2',
    [providerId, String(order)],
  )
  return row?.id
}

async function tearDown({ product, database, world, disk, history }: Prepared): Promise<void> {
  await product.stop()
  await database.stop()
  await world.stop()
  disk?.remove()
  history.close()
  await sleep(0)
}
