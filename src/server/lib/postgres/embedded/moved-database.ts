import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'moved.json'

/** Two shops on two copies of one database would send every order twice, so the one left behind no longer starts. Durable. */
export function noteMoved(dataDir: string, to: string): void {
  const facts = { to, at: new Date().toISOString() }
  const draft = join(dataDir, `${NAME}.new`)
  const file = openSync(draft, 'w', 0o600)
  try {
    writeFileSync(file, `${JSON.stringify(facts)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, join(dataDir, NAME))
  syncFolder(dataDir)
}

/** For a move that certainly failed. */
export function forgetMoved(dataDir: string): void {
  rmSync(join(dataDir, NAME), { force: true })
}

function syncFolder(path: string): void {
  // Windows can't open a folder.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
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
