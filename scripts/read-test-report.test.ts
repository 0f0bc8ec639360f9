import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { readJourneysReport, readUnitReport } from './read-test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'tally-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(report: unknown) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a failed unit test is reported with its file and the first lines of its message', () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const file = write({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'sums up', status: 'failed', failureMessages: [long] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'can not be read', assertionResults: [] },
    ],
  })
  const { passed, failed, failures } = readUnitReport(file)
  expect([passed, failed]).toEqual([2, 1])
  expect(failures[0]).toMatch(/^a\.test\.ts > sums up\n {2}line 0\n/)
  expect(failures[0]).not.toContain('line 20')
  expect(failures[1]).toBe('b.test.ts\n  can not be read')
})

test('a failed journey is reported with its file and groups, and one that passed on a retry counts as failed', () => {
  const failing = {
    title: 'pays',
    ok: false,
    tests: [{ results: [{ error: { message: 'no button' } }, {}] }],
  }
  const file = write({
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    errors: [{ message: 'the product did not start' }],
    suites: [
      {
        title: 'pay.journey.ts',
        file: 'pay.journey.ts',
        specs: [],
        suites: [{ title: 'with a card', file: 'pay.journey.ts', specs: [failing] }],
      },
    ],
  })
  expect(readJourneysReport(file)).toEqual({
    passed: 3,
    failed: 2,
    failures: ['journeys\n  the product did not start', 'pay.journey.ts > with a card > pays\n  no button'],
  })
})

test('a run without a report counts nothing', () => {
  expect(readUnitReport(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, failures: [] })
})
