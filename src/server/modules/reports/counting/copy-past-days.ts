import type { Client } from 'pg'

import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

import { addAllMonthsStatement } from './count-days-statement.ts'
import { allFigures } from './figures.ts'

type Figures = { orders: bigint; sold: bigint; refunded: bigint; cost: bigint }
type Money = { deposits: bigint; bonuses: bigint; corrections: bigint }
/** One event of count-days-statement.ts, in its columns. Without a service it is about money alone. */
type Fact = { at: Date; userId: number; serviceId?: number; providerId?: number } & Partial<Figures & Money>

type Day = {
  total: Figures & Money
  customers: Map<number, Figures & Money>
  services: Map<string, Figures>
}

const DAY_MS = 86_400_000
const BIN_MS = 600_000
/** `recent_totals` are deleted after three days. */
const RECENT_MS = 3 * DAY_MS

/** The daily figures of a past that is written day by day, as the job would have counted them; `npm run audit` compares. */
export function makePastDays(rows: CopyTables, now: Date) {
  const days = new Map<number, Day>()
  const bins = new Map<number, Figures>()
  const count = ({ at, userId, serviceId, providerId = 0, ...more }: Fact): void => {
    const day = find(days, Math.floor(at.getTime() / DAY_MS), makeDay)
    add(day.total, more)
    add(find(day.customers, userId, makeAll), more)
    if (serviceId !== undefined) add(find(day.services, `${serviceId} ${providerId}`, makeFigures), more)
    if (now.getTime() - at.getTime() < RECENT_MS)
      add(find(bins, Math.floor(at.getTime() / BIN_MS), makeFigures), more)
  }
  return {
    count,
    /** A provider takes the order: its sale, so far without a provider, moves there. */
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
    /** Writes the days before this one. */
    copyDays(until: Date): void {
      for (const [number, day] of days) {
        if (number * DAY_MS >= until.getTime()) continue
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

function add(sum: Figures & Partial<Money>, more: Partial<Figures & Money>): void {
  for (const name of allFigures) {
    const figure = more[name]
    const before = sum[name]
    if (figure !== undefined && before !== undefined) sum[name] = before + figure
  }
}

function copyDay(rows: CopyTables, day: string, { total, customers, services }: Day): void {
  rows.copyInto('daily_totals', { day, ...total })
  for (const [userId, figures] of customers)
    rows.copyInto('daily_customers', { user_id: userId, day, ...figures })
  for (const [key, figures] of services) {
    const [serviceId = '', providerId = ''] = key.split(' ')
    if (Object.values(figures).some((figure) => figure !== 0n))
      rows.copyInto('daily_services', {
        day,
        service_id: Number(serviceId),
        provider_id: Number(providerId),
        ...figures,
      })
  }
}

/** After the last row: everything before `now` is counted, as this tx sees it. */
export async function endPastDays(client: Client, now: Date): Promise<void> {
  await client.query(
    'update daily_progress set counted_until = $1, counted_snapshot = pg_current_snapshot()',
    [now],
  )
  await client.query(addAllMonthsStatement, [now])
}
