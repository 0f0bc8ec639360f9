import type { Finding } from '#torture/checker/finding.ts'
import type { Fault } from '#torture/nemesis/fault.ts'
import type { Struck } from '#torture/nemesis/run-nemesis.ts'

import type { RunResults } from './run-clients.ts'
import type { Prepared } from './prepare-run.ts'
import type { Options } from './read-options.ts'
import type { Watched } from './watch-product.ts'

export type Report = {
  seed: number
  minutes: number
  database: string
  orders: number
  /** Of these, through /api/v2. */
  byApi: number
  /** Orders of the shop that buys from this one, and decisions of its staff. */
  resold: { orders: number; ended: number; decided: number } | null
  accepts: number
  deposits: number
  /** Refills requested from providers, decisions of staff that took effect, and customers deleted. */
  refills: number
  decided: number
  deleted: number
  faults: Record<string, number>
  backgroundFaults: Record<string, number>
  leftOut: string[]
  lost: number
  duplicated: number
  stuck: number
  /** Items still waiting in moving queues when the run ended. */
  backlog: number
  /** Seconds until an order was answered, and until one was sent, after a fault. */
  recovery: { orders: Spread; dispatch: Spread }
  megabytesMax: number
  longestWaitSeconds: number
  violations: Finding[]
}
type Spread = { median: number | null; worst: number | null }

export function makeReport(of: {
  options: Options
  prepared: Prepared
  results: RunResults
  watched: Watched
  violations: Finding[]
  backlog: readonly string[]
  resoldEnded: number
  faults: readonly Fault[]
  whyNot: (fault: Fault) => string | undefined
}): Report {
  const { options, prepared, results, watched, violations, backlog, resoldEnded, faults, whyNot } = of
  const { records, struck, backgroundFaults, longestWaitSeconds, resale } = results
  const count = (kind: Finding['kind']) => violations.filter((one) => one.kind === kind).length
  const acknowledged = [...records.orders.values()].filter((one) => one.acknowledged !== undefined)
  return {
    seed: options.seed,
    minutes: options.minutes,
    database: prepared.database.kind,
    orders: acknowledged.length,
    resold: resale ? { orders: resale.placed.length, ended: resoldEnded, decided: resale.decided } : null,
    byApi: acknowledged.filter(({ isByApi }) => isByApi === true).length,
    accepts: prepared.sandboxes.accepts().length,
    deposits: records.deposits.size,
    faults: countFaults(struck),
    backgroundFaults: Object.fromEntries(backgroundFaults),
    leftOut: faults.filter((fault) => whyNot(fault)).map((fault) => `${fault.name} (${whyNot(fault)})`),
    refills: prepared.sandboxes.refillAsks().length,
    decided: records.decided.filter(({ status }) => status === 200).length,
    deleted: records.deleted.size,
    backlog: backlog.length,
    lost: count('lost'),
    duplicated: count('duplicated'),
    stuck: count('stuck'),
    recovery: {
      orders: spreadOf(struck.map(({ ordersSeconds }) => ordersSeconds)),
      dispatch: spreadOf(struck.map(({ dispatchSeconds }) => dispatchSeconds)),
    },
    megabytesMax: watched.megabytesMax(),
    longestWaitSeconds,
    violations,
  }
}

function countFaults(struck: readonly Struck[]): Record<string, number> {
  const groups = Map.groupBy(struck, ({ name }) => name)
  return Object.fromEntries([...groups].map(([name, { length }]) => [name, length]))
}

export function spreadOf(seconds: readonly (number | undefined)[]): Spread {
  const known = seconds.filter((one) => one !== undefined).toSorted((one, other) => one - other)
  const [low, high] = [known[Math.ceil(known.length / 2) - 1], known[Math.floor(known.length / 2)]]
  const median = low === undefined || high === undefined ? undefined : (low + high) / 2
  return { median: round(median), worst: round(known.at(-1)) }
}

/** Violations shown; one fault may appear in hundreds of orders. */
export const SHOWN_MAX = 60

/** The table for people, followed by a line of JSON with the same content. */
export function printReport(report: Report, struck: readonly Struck[]): string {
  const { faults, backgroundFaults, leftOut, violations, recovery } = report
  const rows = Object.entries(faults).map(([name, times]) => {
    const own = struck.filter((one) => one.name === name)
    const [orders, dispatch] = [
      spreadOf(own.map((one) => one.ordersSeconds)),
      spreadOf(own.map((one) => one.dispatchSeconds)),
    ]
    return [name, String(times), show(orders), show(dispatch)]
  })
  const head = ['fault', 'times', 'orders back, s', 'sending back, s']
  const all = ['all', String(struck.length), show(recovery.orders), show(recovery.dispatch)]
  const small = Object.entries(backgroundFaults).map(([name, times]) => `${name} ${times}`)
  return [
    ...toTable([head, ...rows, all]),
    '',
    `background faults: ${small.join(', ')}`,
    ...leftOut.map((why) => `left out: ${why}`),
    `${report.orders} orders (${report.byApi} by API), ${report.accepts} taken by providers, ${report.deposits} deposits, ${report.refills} refills, ` +
      `${report.decided} decisions of staff, ${report.deleted} customers deleted; ` +
      `longest wait ${report.longestWaitSeconds} s, largest process ${report.megabytesMax} MB`,
    ...(report.resold
      ? [
          `a second shop bought for ${report.resold.orders} orders, ${report.resold.ended} of them ended; its staff decided ${report.resold.decided}`,
        ]
      : []),
    `lost ${report.lost}, doubled ${report.duplicated}, stuck ${report.stuck}, other violations ` +
      `${violations.length - report.lost - report.duplicated - report.stuck}`,
    ...(report.backlog > 0 ? [`in queues that moved at the end: ${report.backlog}`] : []),
    ...violations.slice(0, SHOWN_MAX).map(({ kind, what }) => `VIOLATION (${kind}): ${what}`),
    ...(violations.length > SHOWN_MAX
      ? [`… and ${violations.length - SHOWN_MAX} more, see history.jsonl`]
      : []),
  ].join('\n')
}

function toTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

function show({ median, worst }: Spread): string {
  return median === null ? '-' : `${median} / ${worst}`
}

function round(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 100) / 100
}
