import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { projectDir } from '#scripts/build-web.ts'

import { longest } from './longest-first.ts'
import { pickSteps } from './pick-steps.ts'
import { runNode } from './run-node.ts'
import { runSteps, type Step, sumBudgets } from './run-steps.ts'
import { makeSteps } from './steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'tally-steps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const all = makeSteps({ passed: 0, failed: 0 }, () => {})
const well = async () => ({ ok: true, output: 'what it wrote' })

async function run(steps: Step[], limitSeconds = 60) {
  const lines: string[] = []
  const isWell = await runSteps(steps, { limitSeconds, print: (line) => lines.push(line), filters: [] })
  return { isWell, text: lines.join('\n') }
}

test('a step over its budget is reported loudly, with its budget, and fails nothing', async () => {
  const { isWell, text } = await run([
    { name: 'slow', budgetSeconds: 0, run: well },
    { name: 'quick', budgetSeconds: 60, run: well },
  ])
  expect(isWell).toBe(true)
  expect(text).toMatch(/^ok +slow +\d+\.\d s of 0: OVER ITS BUDGET$/m)
  expect(text).toMatch(/^ok +quick +\d+\.\d s of 60$/m)
  expect(text).toContain('Over budget: slow.')
  expect(text).not.toContain('what it wrote')
})

test('a step that fails or throws prints its output, and the following steps still run', async () => {
  const { isWell, text } = await run([
    { name: 'fails', budgetSeconds: 60, run: async () => ({ ok: false, output: 'why' }) },
    { name: 'throws', budgetSeconds: 60, run: () => Promise.reject(new Error('for this')) },
    { name: 'after', budgetSeconds: 60, run: well },
  ])
  expect(isWell).toBe(false)
  expect(text).toMatch(
    /FAILED fails.*\nwhy\nFAILED throws.*\nfor this\nok +after.*\nFailed: fails, throws\.$/,
  )
})

test('a run that hangs is stopped at its limit: it fails, names the step, and starts no other', async () => {
  const script = join(folder, 'hang.mjs')
  writeFileSync(script, 'console.log("so far"); setInterval(() => {}, 1000)')
  const { isWell, text } = await run(
    [
      { name: 'hangs', budgetSeconds: 600, run: (way) => runNode(way, script) },
      { name: 'after', budgetSeconds: 60, run: well },
    ],
    2,
  )
  expect(isWell).toBe(false)
  expect(text).toMatch(/FAILED hangs/)
  expect(text).toContain('hangs was ended')
  expect(text).not.toContain('after')
})

test('adjacent steps of one group run at the same time, others alone', async () => {
  const under: string[] = []
  const most = new Map<string, number>()
  const make = (name: string, group?: string): Step => ({
    name,
    budgetSeconds: 60,
    ...(group !== undefined && { group }),
    async run() {
      under.push(name)
      // Steps started in the same turn have all arrived in the next one.
      await new Promise(setImmediate)
      most.set(name, under.length)
      under.splice(under.indexOf(name), 1)
      return { ok: true, output: '' }
    },
  })
  await run([
    make('one', 'a'),
    make('two', 'a'),
    make('three'),
    make('four'),
    make('five', 'a'),
    make('six', 'b'),
  ])
  expect(Object.fromEntries(most)).toEqual({ one: 2, two: 1, three: 1, four: 1, five: 1, six: 1 })
})

test('work that a later step waits for starts with the first step, and its failure fails only that step', async () => {
  const begun: string[] = []
  const prepare = async () => {
    begun.push('prepared')
    throw new Error('no browser')
  }
  const { text } = await run([
    {
      name: 'first',
      budgetSeconds: 60,
      async run() {
        begun.push('first')
        return { ok: true, output: '' }
      },
    },
    { name: 'later', budgetSeconds: 60, prepare, run: prepare },
  ])
  expect(begun.slice(0, 2)).toEqual(['prepared', 'first'])
  expect(text).toMatch(/^ok +first.*\nFAILED later.*\nno browser\nFailed: later\.$/)
})

test('words after a step that takes files are files; an unknown word is reported', () => {
  expect(pickSteps(all, ['unit', 'placing/place-order'])).toMatchObject({
    steps: [{ name: 'unit' }],
    filters: ['placing/place-order'],
  })
  expect(pickSteps(all, [])).toMatchObject({ steps: all, filters: [] })
  expect(pickSteps(all, ['lint', 'placing'])).toContain('There is no step placing.')
  expect(pickSteps(all, ['unti'])).toContain('There is no step unti.')
})

test('the budgets of a whole run stay within fourteen minutes, those of the journeys within six', () => {
  expect(sumBudgets(all)).toBeLessThanOrEqual(14 * 60)
  expect(all.find(({ name }) => name === 'journeys')?.budgetSeconds).toBeLessThanOrEqual(6 * 60)
})

test('every file listed as long exists', () => {
  expect(longest.filter((path) => !existsSync(join(projectDir, path)))).toEqual([])
})
