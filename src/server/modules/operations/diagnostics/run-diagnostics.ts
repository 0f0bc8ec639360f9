import type { Context } from '#server/context.ts'
import {
  diagnosticFindings,
  type DiagnosticGroup,
  diagnosticGroups,
  diagnosticLevels,
} from '#contract/operations/diagnostic-findings.ts'
import {
  type Diagnosed,
  type DiagnosticLine,
  type Diagnostics,
  sayDiagnostic,
} from '#contract/operations/diagnostics.ts'
import { diagnostics as english } from '#contract/words/en/diagnostics.ts'

import { checkBackup } from './check-backup.ts'
import { checkConnections, checkRole, checkServer } from './check-database.ts'
import { checkEmail } from './check-email.ts'
import { checkClocks, checkDisk, checkSyncs } from './check-machine.ts'
import { checkGateways, checkProviders } from './check-partners.ts'
import { checkSite } from './check-site.ts'
import { checkLedger, checkWork } from './check-work.ts'

type Check<Given> = { group: DiagnosticGroup; run: (given: Given) => Promise<Diagnosed[]> }
export type WithoutDatabase = Pick<Context, 'config' | 'secrets' | 'clock'>

const outsideDatabase: readonly Check<WithoutDatabase>[] = [
  { group: 'site', run: checkSite },
  { group: 'machine', run: checkDisk },
  { group: 'machine', run: checkSyncs },
]
const checks: readonly Check<Context>[] = [
  ...outsideDatabase,
  { group: 'machine', run: checkClocks },
  { group: 'database', run: checkServer },
  { group: 'database', run: checkConnections },
  { group: 'database', run: checkRole },
  { group: 'jobs', run: checkWork },
  { group: 'providers', run: checkProviders },
  { group: 'gateways', run: checkGateways },
  { group: 'email', run: checkEmail },
  { group: 'backup', run: checkBackup },
  { group: 'ledger', run: checkLedger },
]

/** Per check: all run concurrently, so the whole run takes no longer. */
const LIMIT_MS = 8_500

/** Runs every check, in at most ten seconds. Never throws: a check that can't run is a line. */
export function runDiagnostics(ctx: Context): Promise<Diagnostics> {
  return begin(ctx).diagnostics
}

/** `settled`: when no check is running any more, including those too slow for the list. */
function begin(ctx: Context): { diagnostics: Promise<Diagnostics>; settled: Promise<unknown> } {
  const { lines, settled } = beginAll(checks, ctx)
  return { diagnostics: lines.then((found) => toDiagnostics(ctx.clock(), found)), settled }
}

/** The checks that don't need the database, and why it can't be used. */
export async function runWithoutDatabase(given: WithoutDatabase, error: unknown): Promise<Diagnostics> {
  const down = toLine('database', { code: 'database_down', details: { error: describe(error) } })
  return toDiagnostics(given.clock(), [...(await beginAll(outsideDatabase, given).lines), down])
}

function beginAll<Given>(
  all: readonly Check<Given>[],
  given: Given,
): { lines: Promise<DiagnosticLine[]>; settled: Promise<unknown> } {
  const begun = all.map(({ group, run }) => ({ group, running: run(given) }))
  const inLines = begun.map(async ({ group, running }) =>
    (await inTime(() => running)).map((one) => toLine(group, one)),
  )
  return {
    lines: Promise.all(inLines).then((found) => found.flat()),
    settled: Promise.allSettled(begun.map(({ running }) => running)),
  }
}

export async function inTime(
  run: () => Promise<Diagnosed[]>,
  limitMs: number = LIMIT_MS,
): Promise<Diagnosed[]> {
  const late = Promise.withResolvers<Diagnosed[]>()
  const details = { seconds: Math.round(limitMs / 1000) }
  const timer = setTimeout(late.resolve, limitMs, [{ code: 'not_checked_in_time', details }])
  const found = run().catch((error: unknown): Diagnosed[] => [
    { code: 'not_checked', details: { error: describe(error) } },
  ])
  return Promise.race([found, late.promise]).finally(() => clearTimeout(timer))
}

/** Without the user and password of a URL. */
function describe(error: unknown): string {
  const said = error instanceof Error ? error.message || error.name : String(error)
  return said.replaceAll(/\/\/[^/@\s]*@/g, '//').slice(0, 300)
}

function toLine(group: DiagnosticGroup, { code, ...found }: Diagnosed): DiagnosticLine {
  const details = found.details ?? {}
  const { sentence, advice } = sayDiagnostic(english, { code, details }) ?? { sentence: code, advice: null }
  return { group, level: diagnosticFindings[code].level, code, details, sentence, advice }
}

function toDiagnostics(checkedAt: Date, lines: readonly DiagnosticLine[]): Diagnostics {
  const placeOf = ({ group }: DiagnosticLine) => diagnosticGroups.indexOf(group)
  const worst = diagnosticLevels.findLast((level) => lines.some((line) => line.level === level))
  return {
    checked_at: checkedAt,
    level: worst ?? 'ok',
    lines: lines.toSorted((one, other) => placeOf(one) - placeOf(other)),
  }
}

/** Every open dashboard reads it three times a minute. */
const CACHED_MS = 60_000
/** Repeated clicks on Run Again, also by several people, share one run. */
const SHARED_MS = 10_000
/** Checks still running after this are abandoned. */
const STUCK_MS = 300_000

type Run = { at: number; isSettled: boolean; diagnostics: Promise<Diagnostics> }
const runs = new WeakMap<Context, Run>()

/** Whether a new run replaces this one. Runs do not overlap: each holds connections and syncs the disk. `age` in ms. */
export function givesWay({ age, isSettled, isFresh }: { age: number; isSettled: boolean; isFresh: boolean }) {
  return (isSettled || age >= STUCK_MS) && age >= (isFresh ? SHARED_MS : CACHED_MS)
}

/** The diagnostics of this process, at most a minute old; ten seconds with `isFresh`. */
export function readDiagnostics(ctx: Context, { isFresh }: { isFresh: boolean }): Promise<Diagnostics> {
  const last = runs.get(ctx)
  const now = performance.now()
  if (last !== undefined && !givesWay({ age: now - last.at, isSettled: last.isSettled, isFresh }))
    return last.diagnostics
  const { diagnostics, settled } = begin(ctx)
  const run: Run = { at: now, isSettled: false, diagnostics }
  void settled.then(() => (run.isSettled = true))
  runs.set(ctx, run)
  return run.diagnostics
}
