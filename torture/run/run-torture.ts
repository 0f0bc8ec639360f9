import { rmSync } from 'node:fs'

import { type Finding, finding } from '#torture/checker/finding.ts'
import { allFaults, makeWhyNot } from '#torture/nemesis/faults.ts'
import { makeNemesis } from '#torture/nemesis/run-nemesis.ts'
import type { Violate } from '#torture/clients/client-context.ts'
import { planFaults } from '#torture/plan/plan-faults.ts'
import type { Layout } from '#torture/product/run-product.ts'

import { checkEverything } from './check-everything.ts'
import { runClients, LONG_RUN_SECONDS } from './run-clients.ts'
import { type Prepared, prepareRun, tearDown } from './prepare-run.ts'
import type { Options } from './read-options.ts'
import { makeReport, printReport, SHOWN_MAX } from './report.ts'
import { watchProduct } from './watch-product.ts'

/** In runs at least this long a second product buys from the first: it needs as much of the machine as the first. */
const SECOND_FROM_SECONDS = 150

/** One run from its plan to its report. Returns whether there were no violations. */
export async function runTorture(options: Options, say: (line: string) => void): Promise<boolean> {
  const { minutes, seed, only } = options
  const seconds = minutes * 60
  const nemesis = makeNemesis()
  const hasSecond = seconds >= SECOND_FROM_SECONDS
  const prepared = await prepareRun(options.database, { hasSecond, seed, during: nemesis.current })
  const { dirs, product, database } = prepared
  const abandon = () => void tearDown(prepared).finally(() => process.exit(130))
  process.on('SIGINT', abandon).on('SIGTERM', abandon)
  say(`seed ${seed}, ${minutes} min, database: ${database.kind}; history and logs in ${dirs.run}`)
  prepared.history.note('run', 'begins', { seed, minutes, database: database.kind })
  let isGood = false
  try {
    const violations: Finding[] = []
    const violate: Violate = (kind, what) => {
      violations.push(finding(kind, what))
      prepared.history.note('checker', 'VIOLATION', { kind, what })
    }
    const whyNot = makeWhyNot(prepared, { seconds, only })
    const isPossible = (fault: (typeof allFaults)[number]) => whyNot(fault) === undefined
    const plan = planFaults({ seed, seconds, faults: allFaults, isPossible, layouts: layoutsOf(prepared) })
    await product.start('together')
    const watched = watchProduct(product, dirs.product)
    const results = await runClients(prepared, { seed, seconds, plan, nemesis, violate })
    const { backlog, resoldEnded } = await checkEverything(prepared, {
      results,
      watched,
      violate,
      isSound: violations.length === 0,
      isLong: seconds >= LONG_RUN_SECONDS,
    })
    const report = makeReport({
      options,
      prepared,
      results,
      watched,
      violations,
      backlog,
      resoldEnded,
      faults: allFaults,
      whyNot,
    })
    say(printReport(report, results.struck))
    say(JSON.stringify({ ...report, violations: violations.slice(0, SHOWN_MAX) }))
    isGood = violations.length === 0
  } finally {
    await tearDown(prepared)
    process.off('SIGINT', abandon).off('SIGTERM', abandon)
  }
  if (isGood) rmSync(dirs.run, { recursive: true, force: true })
  else say(`What happened: ${dirs.run}/history.jsonl; the product's logs: ${dirs.logs}`)
  return isGood
}

function layoutsOf({ database }: Prepared): Layout[] {
  if (database.kind === 'embedded') return ['together']
  return database.pooler ? ['together', 'apart', 'pooled'] : ['together', 'apart']
}
