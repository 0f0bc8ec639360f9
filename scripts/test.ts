/**
 * `npm test`: every check, quickest first. `npm test -- lint unit` runs only those steps, `npm test -- unit
 * placing/place-order` the files with that name, `npm run check` everything that needs no database and no browser. A
 * failed step prints its failed tests first, then all its output. The last line is `N passed, N failed`, the total of
 * Vitest and Playwright.
 */
import { pickSteps } from './checks/pick-steps.ts'
import { runSteps } from './checks/run-steps.ts'
import { type Count, makeSteps } from './checks/steps.ts'

/** Far above the sum of the budgets: a longer run is hanging. */
const limitSeconds = 40 * 60

const count: Count = { passed: 0, failed: 0 }
const print = (line: string) => console.log(line)
const picked = pickSteps(makeSteps(count, print), process.argv.slice(2))
if (typeof picked === 'string') {
  print(picked)
  process.exit(2)
}
const { steps, filters } = picked
const show = (chunk: Uint8Array) => void process.stdout.write(chunk)
const isWell = await runSteps(steps, { limitSeconds, print, filters, ...(filters.length > 0 && { show }) })
print(`${count.passed} passed, ${count.failed} failed`)
process.exit(isWell && count.failed === 0 ? 0 : 1)
