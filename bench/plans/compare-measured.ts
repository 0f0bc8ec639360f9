import { type Exception, exceptions } from './exceptions.ts'
import type { Measured } from './measure-database.ts'

/** Growth counts from here on: larger tables have more index levels. */
const BLOCKS_FEW = 50
const GROWTH_MAX = 3
/** Fewer blocks don't matter, however many rows of a small table they contain. */
const BLOCKS_READ_MIN = 100
const ROWS_PER_LINE_MAX = 20
/** A shorter answer counts as this many lines: 50 of staff's orders are joined with 1,500 rows of other tables. */
const LINES_FEW = 100
/** From this to a full page an answer grows at most tenfold. */
const LINES_SOME = 5
/** With fewer orders, some grow less than the limit. */
const EXCEPTIONS_FROM = 10_000_000
/** Share of the limits: figures differ from day to day, and the need for an exception must not change with them. */
const NEAR = 0.5

export type Compared = {
  name: string
  small: Measured
  large: Measured
  /** Growth of blocks. */
  growth: number
  /** Its faults; an exception's reason is in `why`. */
  faults: string[]
  /** It has a fault or nearly one, so that an exception for it is needed. */
  isNear: boolean
  why: string | undefined
}

const holdAt = (orders: number, all: readonly Exception[]) =>
  all.filter(({ below = Infinity }) => orders < below)

/** Compares each call at both sizes, the larger one with that many orders; the fastest growing first. */
export function compareMeasured(
  small: readonly Measured[],
  large: readonly Measured[],
  orders: number,
): Compared[] {
  const holding = holdAt(orders, exceptions)
  const firsts = new Map(small.map((one) => [one.name, one]))
  return large
    .flatMap((one) => {
      const first = firsts.get(one.name)
      if (first === undefined) return []
      // A longer answer may read proportionally more: small shops have less than a page of rare items.
      const longer = Math.max(1, one.page / Math.max(first.page, LINES_SOME))
      // The small shop has no such item, so the call was refused there.
      const growth = isWell(first) ? one.blocks / Math.max(first.blocks, BLOCKS_FEW) / longer : 0
      const why = holding.find(({ calls }) => calls.includes(one.name))?.why
      const faults = listFaults(one, growth)
      const isNear = listFaults(one, growth, NEAR).length > 0
      return [{ name: one.name, small: first, large: one, growth, faults, isNear, why }]
    })
    .toSorted((one, other) => other.growth - one.growth)
}

function listFaults(measured: Measured, growth: number, share = 1): string[] {
  const { status, rows, blocks, page } = measured
  const rowsMax = Math.max(page, LINES_FEW) * ROWS_PER_LINE_MAX * share
  const isMuch = rows > rowsMax && blocks > BLOCKS_READ_MIN
  return [
    ...(isWell(measured) ? [] : [`answered ${status}`]),
    ...(growth > GROWTH_MAX * share ? [`${growth.toFixed(1)} × the blocks`] : []),
    ...(isMuch ? [`${rows} rows for ${page}`] : []),
  ]
}

/** Calls with a fault and no exception, to be measured again. No exception is for a call that was not answered. */
export const listDoubtful = (compared: readonly Compared[]): ReadonlySet<string> =>
  new Set(compared.filter((one) => hasFault(one, one.why !== undefined)).map(({ name }) => name))

const hasFault = ({ faults, large }: Compared, isExcepted: boolean) =>
  (faults.length > 0 && !isExcepted) || !isWell(large)

/** For calls measured twice, the successful answer that read less: concurrent work only adds. */
export function takeLeast(all: readonly Measured[], again: readonly Measured[]): Measured[] {
  const seconds = new Map(again.map((one) => [one.name, one]))
  return all.map((one) => {
    const second = seconds.get(one.name)
    if (second === undefined || !isWell(second)) return one
    return !isWell(one) || second.blocks < one.blocks ? second : one
  })
}

const isWell = ({ status }: Measured) => status !== 0 && status < 400

/** Calls with a fault and no exception, and exceptions that are not needed with that many orders. */
export function listFailures(
  compared: readonly Compared[],
  orders: number,
  all: readonly Exception[] = exceptions,
): string[] {
  const near = new Set(compared.filter(({ isNear }) => isNear).map(({ name }) => name))
  const excepted = new Set(holdAt(orders, all).flatMap(({ calls }) => calls))
  const needed = orders < EXCEPTIONS_FROM ? [] : excepted
  return [
    ...compared
      .filter((one) => hasFault(one, excepted.has(one.name)))
      .map(({ name, faults }) => `${name}: ${faults.join(', ')}`),
    ...[...needed].filter((call) => !near.has(call)).map((call) => `${call}: the exception is not needed`),
  ]
}
