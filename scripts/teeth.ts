import { guards } from '#torture/teeth/guards.ts'
import { runTeeth } from '#torture/teeth/run-teeth.ts'
import { specChanges } from '#torture/teeth/spec-changes.ts'

/**
 * `npm run teeth`: checks for each guard that its test fails without it. `npm run teeth -- lease` selects guards by
 * name, and `npm run teeth -- spec` checks whether a text or number of the specification can change unnoticed.
 */
const words = process.argv.slice(2)
const named = [...guards, ...specChanges].filter(({ name }) => words.some((word) => name.includes(word)))
const chosen = words.length === 0 ? guards : named
const teeth = await runTeeth(chosen, ({ guard, bites, why }) =>
  console.log(`${bites ? 'bites ' : 'BLUNT '} ${guard.name.padEnd(38)} ${bites ? guard.test.file : why}`),
)
const blunt = teeth.filter(({ bites }) => !bites).length
console.log(
  blunt === 0 ? `All ${teeth.length} guards are held.` : `${blunt} of ${teeth.length} are not held.`,
)
process.exitCode = blunt === 0 && teeth.length > 0 ? 0 : 1
