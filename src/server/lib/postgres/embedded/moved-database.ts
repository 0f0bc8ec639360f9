import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'moved.json'

/** Two shops on two copies of one database would send every order twice, so the one that was left no longer starts. */
export function noteMoved(dataDir: string, to: string): void {
  const facts = { to, at: new Date().toISOString() }
  writeFileSync(join(dataDir, NAME), `${JSON.stringify(facts)}\n`, { mode: 0o600 })
}

/** Why the database in `dataDir` must not start, and what to do; undefined if it may. */
export function findMoved(dataDir: string): string | undefined {
  let text: string
  try {
    text = readFileSync(join(dataDir, NAME), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const { to, at } = JSON.parse(text) as { to: string; at: string }
  return (
    `The database of ${dataDir} was moved to ${to} at ${at}: set DATABASE_URL. ` +
    `To go back to the old one, without what happened since, delete ${join(dataDir, NAME)}.`
  )
}
