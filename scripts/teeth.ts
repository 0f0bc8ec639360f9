import { guards } from '#torture/teeth/guards.ts'
import { runTeeth } from '#torture/teeth/run-teeth.ts'

/** `npm run teeth`: for each guard, that its test fails without it. `npm run teeth -- lease` tries those by name. */
const words = process.argv.slice(2)
const chosen = guards.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const teeth = await runTeeth(chosen, ({ guard, bites, why }) =>
  console.log(`${bites ? 'bites ' : 'BLUNT '} ${guard.name.padEnd(38)} ${bites ? guard.test.file : why}`),
)
const blunt = teeth.filter(({ bites }) => !bites).length
console.log(
  blunt === 0 ? `All ${teeth.length} guards are held.` : `${blunt} of ${teeth.length} are not held.`,
)
process.exitCode = blunt === 0 && teeth.length > 0 ? 0 : 1
