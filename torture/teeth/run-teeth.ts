import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Cut, type Guard, guards } from './guards.ts'

/** `bites`: the test fails without the guard and passes with it. */
export type Tooth = { guard: Guard; bites: boolean; why: string }

type Count = { passed: number; failed: number }
const nothing: Count = { passed: 0, failed: 0 }

const projectDir = join(import.meta.dirname, '../..')
/** The tests of parts run in a browser. */
const configs = { node: 'vitest.config.ts', browser: 'vitest.browser.config.ts' }
/** What the tests read; the packages are the project's own. */
const parts = [
  'src',
  'test',
  'sandbox',
  'torture',
  'scripts',
  'db',
  'package.json',
  ...Object.values(configs),
]

/**
 * Removes one guard after another from a copy of the source and runs its test there: a guard whose absence no test
 * notices protects nothing. Each test first runs with its guard, since one that fails anyway proves nothing.
 */
export async function runTeeth(
  chosen: readonly Guard[] = guards,
  onTooth: (tooth: Tooth) => void = () => {},
): Promise<Tooth[]> {
  const copy = await mkdtemp(join(tmpdir(), 'tally-teeth-'))
  try {
    for (const part of parts) await cp(join(projectDir, part), join(copy, part), { recursive: true })
    await symlink(join(projectDir, 'node_modules'), join(copy, 'node_modules'), 'junction')
    const teeth: Tooth[] = []
    const whole = new Map<string, Count>()
    for (const guard of chosen) {
      const key = JSON.stringify(guard.test)
      // Several guards may share a test.
      if (!whole.has(key)) whole.set(key, await runTest(copy, guard))
      const tooth = await tryGuard(copy, guard, whole.get(key) ?? nothing)
      onTooth(tooth)
      teeth.push(tooth)
    }
    return teeth
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function tryGuard(copy: string, guard: Guard, whole: Count): Promise<Tooth> {
  if (whole.passed === 0 || whole.failed > 0)
    return { guard, bites: false, why: 'its test fails with the guard' }
  for (const cut of guard.cuts) await apply(copy, cut)
  const without = await runTest(copy, guard)
  for (const { file } of guard.cuts) await cp(join(projectDir, file), join(copy, file))
  if (without.failed > 0) return { guard, bites: true, why: '' }
  const why =
    without.passed > 0 ? 'its test passes without the guard' : 'its test did not run without the guard'
  return { guard, bites: false, why }
}

async function apply(copy: string, { file, from, to }: Cut): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8')
  const at = text.indexOf(from)
  if (at === -1) throw new Error(`${file} no longer contains: ${from}`)
  await writeFile(join(copy, file), `${text.slice(0, at)}${to}${text.slice(at + from.length)}`)
}

/** Counts only assertion failures: a file that can't be loaded has failed no test. */
async function runTest(copy: string, { test }: Guard): Promise<Count> {
  const report = join(copy, 'report.json')
  await rm(report, { force: true })
  const config = test.file.endsWith('.tsx') ? configs.browser : configs.node
  const args = [
    'run',
    test.file,
    '--config',
    config,
    '-t',
    escape(test.name),
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const child = spawn(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: copy,
    stdio: 'ignore',
  })
  await new Promise((resolve) => child.once('close', resolve))
  try {
    // Written by the pinned version of Vitest, whose format this is.
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(await readFile(report, 'utf8'))
    return { passed, failed }
  } catch {
    return nothing
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
