import { parseArgs } from 'node:util'

export type Options = {
  minutes: number
  seed: number
  database: string | undefined
  /** Part of the names of the only faults to inject, regardless of duration; if absent, all that fit. */
  only: string | undefined
  /** Instead of faults: how often the database is lost and restored from a backup. */
  restores: number
}

const usage =
  'npm run torture -- [--minutes=N] [--seed=N] [--database=embedded|postgresql://…] [--only=half-open] [--restores=N]'
const MINUTES = 10

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      database: { type: 'string' },
      only: { type: 'string' },
      restores: { type: 'string' },
    },
  })
  const minutes = Number(values.minutes ?? MINUTES)
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
  const { database, only } = values
  if (!(minutes > 0 && minutes <= 10_000)) throw new Error(`--minutes must be a number above 0.\n${usage}`)
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be a whole number.\n${usage}`)
  if (database !== undefined && database !== 'embedded' && !/^postgres(ql)?:\/\/./.test(database))
    throw new Error(`--database must be "embedded" or the address of a PostgreSQL.\n${usage}`)
  const restores = Number(values.restores ?? 0)
  if (!(Number.isSafeInteger(restores) && restores >= 0))
    throw new Error(`--restores must be a whole number.\n${usage}`)
  return { minutes, seed, database, only, restores }
}
