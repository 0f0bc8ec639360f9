/**
 * `npm test`: every check, in the order in which they are quick. `npm test -- lint unit` runs those steps alone.
 * A step that failed says first which tests did, then all it wrote. The last line is `N passed, N failed`, of the
 * tests of Vitest and Playwright together.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildWeb, projectDir } from './build-web.ts'
import { needChromium } from './find-chromium.ts'
import { readJourneysReport, readUnitReport, type TestReport } from './read-test-report.ts'

type Outcome = { ok: boolean; output: string }

const reports = mkdtempSync(join(tmpdir(), 'tally-reports-'))
const unitReport = join(reports, 'unit.json')
const journeysReport = join(reports, 'journeys.json')
const count = { passed: 0, failed: 0 }

const modules = join(projectDir, 'node_modules')
const tortureSeed = 32
const tsc = join(modules, 'typescript/bin/tsc')

const steps: Record<string, () => Promise<Outcome>> = {
  format: () => runNode(join(modules, 'oxfmt/bin/oxfmt'), ['--check', '.']),
  lint: () => runNode(join(modules, 'oxlint/bin/oxlint'), ['--deny-warnings', '.']),
  fences: () => runNode('scripts/check-fences.ts'),
  tables: () => runNode('scripts/make-tables.ts', ['--check']),
  build: async () => {
    await buildWeb(() => {})
    return { ok: true, output: '' }
  },
  types: async () => {
    // The build is skipped when nothing changed, so the routes' types are made on their own.
    const generated = await runNode(join(modules, '@react-router/dev/bin.cjs'), ['typegen'])
    if (!generated.ok) return generated
    const outcomes: Outcome[] = []
    for (const project of ['contract', 'server', 'web'])
      outcomes.push(await runNode(tsc, ['-p', `tsconfig.${project}.json`]))
    return { ok: outcomes.every(({ ok }) => ok), output: outcomes.map(({ output }) => output).join('') }
  },
  unit: async () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
    const outcome = await runNode(join(modules, 'vitest/vitest.mjs'), ['run', ...reporters])
    return addReport(outcome, readUnitReport(unitReport))
  },
  // A minute of `npm run torture`, always the same one; what longer runs find is kept as a seed or a test.
  torture: () => runNode('scripts/torture.ts', ['--minutes=1', `--seed=${tortureSeed}`]),
  journeys: async () => {
    const chromium = needChromium(print)
    const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport }
    const cli = join(modules, '@playwright/test/cli.js')
    const outcome = await runNode(cli, ['test', '--reporter=list,json'], env)
    return addReport(outcome, readJourneysReport(journeysReport))
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in steps))
if (unknown.length > 0) {
  print(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}`)
  process.exit(2)
}
const isWell = await runSteps(asked.length > 0 ? asked : Object.keys(steps))
rmSync(reports, { recursive: true, force: true })
print(`${count.passed} passed, ${count.failed} failed`)
process.exit(isWell && count.failed === 0 ? 0 : 1)

async function runSteps(names: string[]) {
  let allOk = true
  for (const name of names) {
    const started = Date.now()
    const { ok, output } = await runStep(name)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    print(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(9)} ${seconds.padStart(6)} s`)
    if (!ok) print(output.trimEnd())
    allOk &&= ok
  }
  return allOk
}

async function runStep(name: string): Promise<Outcome> {
  try {
    return (await steps[name]?.()) ?? { ok: false, output: '' }
  } catch (error) {
    return { ok: false, output: (error as Error).message }
  }
}

async function runNode(
  script: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectDir,
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(-1))
    child.on('close', resolve)
  })
  return { ok: code === 0, output }
}

/** A run without a report broke before it could count; a run without a test has nothing to be proud of. */
function addReport(outcome: Outcome, { passed, failed, failures }: TestReport): Outcome {
  count.passed += passed
  count.failed += failed
  const isEmpty = passed + failed === 0
  // The names come first: a record that keeps only the head of what was printed still says what failed.
  const parts = [...failures, outcome.output.trimEnd(), ...(isEmpty ? ['No test ran.'] : [])]
  return { ok: outcome.ok && !isEmpty, output: parts.join('\n\n') }
}

function print(line: string) {
  console.log(line)
}
