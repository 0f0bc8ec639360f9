import type { Client } from 'pg'

import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

import { addAllMonthsStatement } from './count-days-statement.ts'

type Figures = { orders: bigint; sold: bigint; refunded: bigint; cost: bigint }
type Money = { deposits: bigint; bonuses: bigint; corrections: bigint }
/** One event of count-days-statement.ts, in its columns. Without a service it is only about money. */
type Fact = { at: Date; userId: number; serviceId?: number; providerId?: number } & Partial<Figures & Money>

type Day = {
  total: Figures & Money
  customers: Map<number, Figures & Money>
  /** By `keyOf`. */
  services: Map<number, Figures>
}

const DAY_MS = 86_400_000
const BIN_MS = 600_000
/** `recent_totals` are deleted after three days. */
const RECENT_MS = 3 * DAY_MS

/** The daily figures of a past that is written day by day, as the job would have counted them; `npm run audit` compares them. */
export function makePastDays(rows: CopyTables, now: Date) {
  const days = new Map<number, Day>()
  const bins = new Map<number, Figures>()
  const count = ({ at, userId, serviceId, providerId = 0, ...more }: Fact): void => {
    const day = find(days, Math.floor(at.getTime() / DAY_MS), makeDay)
    add(day.total, more)
    add(find(day.customers, userId, makeAll), more)
    if (serviceId !== undefined) add(find(day.services, keyOf(serviceId, providerId), makeFigures), more)
    if (now.getTime() - at.getTime() < RECENT_MS)
      add(find(bins, Math.floor(at.getTime() / BIN_MS), makeFigures), more)
  }
  return {
    count,
    /** A provider accepts the order: its sale, so far without a provider, moves to that provider. */
    countTaken(own: {
      at: Date
      userId: number
      serviceId: number
      providerId: number
      price: bigint
      cost: bigint
    }): void {
      const { price, cost, providerId, ...fact } = own
      count({ ...fact, orders: -1n, sold: -price })
      count({ ...fact, providerId, orders: 1n, sold: price, cost })
    },
    /** Writes the days that have ended by `until`. */
    copyDays(until: Date): void {
      for (const [number, day] of days) {
        if ((number + 1) * DAY_MS > until.getTime()) continue
        days.delete(number)
        copyDay(rows, new Date(number * DAY_MS).toISOString().slice(0, 10), day)
      }
    },
    copyRecent(): void {
      for (const [bin, figures] of bins)
        rows.copyInto('recent_totals', { since: new Date(bin * BIN_MS), ...figures })
    },
  }
}

export type PastDays = ReturnType<typeof makePastDays>

const PROVIDERS_MAX = 65_536
const keyOf = (serviceId: number, providerId: number) => serviceId * PROVIDERS_MAX + providerId

const makeFigures = (): Figures => ({ orders: 0n, sold: 0n, refunded: 0n, cost: 0n })
const makeAll = (): Figures & Money => ({ ...makeFigures(), deposits: 0n, bonuses: 0n, corrections: 0n })
const makeDay = (): Day => ({ total: makeAll(), customers: new Map(), services: new Map() })

function find<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

/** Written out: this runs several times per order, and a loop over names takes three times as long. */
function add(sum: Figures & Partial<Money>, more: Partial<Figures & Money>): void {
  if (more.orders !== undefined) sum.orders += more.orders
  if (more.sold !== undefined) sum.sold += more.sold
  if (more.refunded !== undefined) sum.refunded += more.refunded
  if (more.cost !== undefined) sum.cost += more.cost
  if (sum.deposits !== undefined) sum.deposits += more.deposits ?? 0n
  if (sum.bonuses !== undefined) sum.bonuses += more.bonuses ?? 0n
  if (sum.corrections !== undefined) sum.corrections += more.corrections ?? 0n
}

function copyDay(rows: CopyTables, day: string, { total, customers, services }: Day): void {
  rows.copyInto('daily_totals', { day, ...total })
  for (const [userId, figures] of customers)
    rows.copyInto('daily_customers', { user_id: userId, day, ...figures })
  for (const [key, figures] of services) {
    if (Object.values(figures).some((figure) => figure !== 0n))
      rows.copyInto('daily_services', {
        day,
        service_id: Math.floor(key / PROVIDERS_MAX),
        provider_id: key % PROVIDERS_MAX,
        ...figures,
      })
  }
}

/** Called after the last row: everything before `now` counts as counted, as seen by this tx. */
export async function endPastDays(client: Client, now: Date): Promise<void> {
  await client.query(
    'update daily_progress set counted_until = $1, counted_snapshot = pg_current_snapshot()',
    [now],
  )
  await client.query(addAllMonthsStatement, [now])
}
