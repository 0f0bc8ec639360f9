import { readOptions } from '#torture/run/read-options.ts'
import { runTorture } from '#torture/run/run-torture.ts'

/** `npm run torture -- --minutes=N --seed=N [--database=embedded|URL]`: exit code 1 when anything is violated. */
try {
  const isGood = await runTorture(readOptions(process.argv.slice(2)), (line) => console.log(line))
  process.exit(isGood ? 0 : 1)
} catch (error) {
  console.error(error)
  process.exit(2)
}
