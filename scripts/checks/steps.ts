import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildWeb, projectDir } from '#scripts/build-web.ts'
import { needChromium } from '#scripts/find-chromium.ts'
import { readJourneysReport, readUnitReport, type TestReport } from '#scripts/read-test-report.ts'
import { runNode } from './run-node.ts'
import type { Outcome, Step, Way } from './run-steps.ts'

/** Total tests of Vitest and Playwright. */
export type Count = { passed: number; failed: number }

const modules = join(projectDir, 'node_modules')
const tortureSeed = 32

/** Every step, quickest first. The budgets add up to 14 minutes on 2 cores, the limit of a whole run. */
export function makeSteps(count: Count, say: (line: string) => void): Step[] {
  let made: Promise<Outcome> | undefined
  let browser: Promise<string> | undefined
  const getChromium = () => (browser ??= needChromium(say))
  const makeRouteTypes = (way: Way) => (made ??= typeRoutes(way))
  return [
    {
      // The small steps run concurrently: each alone leaves a core idle for half of its time.
      name: 'format',
      budgetSeconds: 10,
      group: 'small',
      run: (way) => runNode(way, join(modules, 'oxfmt/bin/oxfmt'), ['--check', '.']),
    },
    {
      name: 'lint',
      budgetSeconds: 20,
      group: 'small',
      async run(way) {
        // oxlint follows imports into generated files, which must not be regenerated meanwhile.
        await makeRouteTypes(way)
        return runNode(way, join(modules, 'oxlint/bin/oxlint'), ['--deny-warnings', '.'])
      },
    },
    {
      name: 'fences',
      budgetSeconds: 10,
      group: 'small',
      run: (way) => runNode(way, 'scripts/check-fences.ts'),
    },
    { name: 'types', budgetSeconds: 30, group: 'small', run: (way) => checkTypes(way, makeRouteTypes) },
    {
      name: 'build',
      budgetSeconds: 30,
      group: 'small',
      async run() {
        await buildWeb(() => {})
        return { ok: true, output: '' }
      },
    },
    {
      name: 'unit',
      budgetSeconds: 260,
      takesFilters: true,
      run: (way) => runVitest(way, count),
    },
    {
      // What every call and every job reads with 10,000 orders and with ten times as many.
      name: 'plans',
      budgetSeconds: 60,
      run: (way) => runNode(way, 'scripts/bench-plans.ts', ['--orders=100k']),
    },
    {
      // The parts of the web app, each in a real browser.
      name: 'parts',
      budgetSeconds: 115,
      group: 'parts and torture',
      takesFilters: true,
      prepare: getChromium,
      run: async (way) =>
        runVitest(way, count, { config: 'vitest.browser.config.ts', chromium: await getChromium() }),
    },
    {
      // One minute of `npm run torture`, always with the same seed; findings of longer runs become a seed or a test. It
      // waits for half of its time, which the parts use.
      name: 'torture',
      budgetSeconds: 115,
      group: 'parts and torture',
      run: (way) => runNode(way, 'scripts/torture.ts', ['--minutes=1', `--seed=${tortureSeed}`]),
    },
    {
      name: 'journeys',
      budgetSeconds: 360,
      takesFilters: true,
      prepare: getChromium,
      run: async (way) => runJourneys(way, count, { CHROMIUM_PATH: await getChromium() }),
    },
  ]
}

export function runJourneys(way: Way, count: Count, env: Record<string, string>): Promise<Outcome> {
  return withReport(count, readJourneysReport, (file) => {
    const cli = join(modules, '@playwright/test/cli.js')
    const args = ['test', '--reporter=list,json', ...way.filters]
    return runNode(way, cli, args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  })
}

type Suite = { config: string; chromium?: string }

export function runVitest(way: Way, count: Count, suite?: Suite): Promise<Outcome> {
  return withReport(count, readUnitReport, (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const config = suite === undefined ? [] : ['--config', suite.config]
    return runNode(
      way,
      join(modules, 'vitest/vitest.mjs'),
      ['run', ...config, ...reporters, ...way.filters],
      suite?.chromium === undefined ? undefined : { CHROMIUM_PATH: suite.chromium },
    )
  })
}

/** The build is skipped when nothing changed, so the routes' types are generated separately. */
function typeRoutes(way: Way): Promise<Outcome> {
  return runNode(way, join(modules, '@react-router/dev/bin.cjs'), ['typegen'])
}

/**
 * The three projects in parallel, with one checker each: several checkers in one project infer the same types
 * repeatedly, which takes 18 s of CPU instead of 7. Unchanged files are not checked again (`incremental`).
 */
async function checkTypes(way: Way, makeRouteTypes: (way: Way) => Promise<Outcome>): Promise<Outcome> {
  const tsc = join(modules, 'typescript/bin/tsc')
  const check = (project: string) => runNode(way, tsc, ['-p', `tsconfig.${project}.json`, '--checkers', '1'])
  const web = async () => {
    const generated = await makeRouteTypes(way)
    return generated.ok ? check('web') : generated
  }
  const outcomes = await Promise.all([web(), check('server'), check('contract')])
  return { ok: outcomes.every(({ ok }) => ok), output: outcomes.map(({ output }) => output).join('') }
}

/** A run without a report broke before it could count; a run without tests proves nothing. */
async function withReport(
  count: Count,
  read: (file: string) => TestReport,
  run: (file: string) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'tally-report-'))
  try {
    const file = join(folder, 'report.json')
    const outcome = await run(file)
    const { passed, failed, failures } = read(file)
    count.passed += passed
    count.failed += failed
    const isEmpty = passed + failed === 0
    // Failed tests come first: a log truncated at the end still shows what failed.
    const parts = [...failures, outcome.output.trimEnd(), ...(isEmpty ? ['No test ran.'] : [])]
    return { ok: outcome.ok && !isEmpty, output: parts.join('\n\n') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
