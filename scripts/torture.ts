import { readOptions } from '#torture/run/read-options.ts'
import { runTorture } from '#torture/run/run-torture.ts'
import { runRestored } from '#torture/restored/run-restored.ts'

/** `npm run torture -- --minutes=N --seed=N [--database=embedded|URL]`, or `--restores=N`: exit code 1 for any violation. */
try {
  const options = readOptions(process.argv.slice(2))
  const run = options.restores > 0 ? runRestored : runTorture
  const isGood = await run(options, (line) => console.log(line))
  process.exit(isGood ? 0 : 1)
} catch (error) {
  console.error(error)
  process.exit(2)
}
