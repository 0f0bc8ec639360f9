/** Reads the reports of Vitest and Playwright, in the formats of their pinned versions. */
import { readFileSync } from 'node:fs'

/** `failures`: one per failed test or file: its name, then its message. */
export type TestReport = { passed: number; failed: number; failures: string[] }

const nothing: TestReport = { passed: 0, failed: 0, failures: [] }
const linesShown = 12

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export function readUnitReport(file: string): TestReport {
  const report = readReport<UnitReport>(file)
  if (!report) return nothing
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that could not be loaded or set up fails without a test of its own.
    if (failed.length === 0) return status === 'failed' ? [show(name, message)] : []
    return failed.map((test) => show(`${name} > ${test.fullName}`, test.failureMessages.join('\n')))
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

type Suite = { title: string; file: string; suites?: Suite[]; specs: Spec[] }
type Spec = { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }
type JourneysReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: { message?: string }[]
  suites: Suite[]
}

export function readJourneysReport(file: string): TestReport {
  const report = readReport<JourneysReport>(file)
  if (!report) return nothing
  const { expected, unexpected, flaky } = report.stats
  const outside = report.errors.map(({ message }) => show('journeys', message ?? ''))
  const inside = report.suites.flatMap((suite) => failedSpecs(suite, []))
  return { passed: expected, failed: unexpected + flaky, failures: [...outside, ...inside] }
}

function failedSpecs({ title, file, suites = [], specs }: Suite, above: string[]): string[] {
  const path = above.length > 0 ? [...above, title] : [file]
  const here = specs
    .filter(({ ok }) => !ok)
    .map(({ title: name, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
      return show([...path, name].join(' > '), errors.join('\n'))
    })
  return [...here, ...suites.flatMap((suite) => failedSpecs(suite, path))]
}

function show(name: string, message: string) {
  const lines = message.trim().split('\n').slice(0, linesShown)
  return [name, ...lines.map((line) => `  ${line}`)].join('\n')
}

function readReport<T>(file: string): T | undefined {
  try {
    // Just written by the versions that package.json pins.
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
