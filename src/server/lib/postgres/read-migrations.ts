import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const migrationsDir = join(import.meta.dirname, '../../../../db/migrations')

/** `steps`: one that runs outside a tx, statement by statement. */
export type Migration = { name: string; sql: string; checksum: string; steps?: Step[] }
/** `where`: the condition, asked just before, without which it is passed over. */
export type Step = { sql: string; where: string | undefined }

/** In order. Throws where a file is not named, or not written, as one is. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]
    if (!number) throw new Error(`${join(dir, name)}: a migration is named NNNN_name.sql.`)
    if (numbers.has(number)) throw new Error(`${join(dir, name)}: there are two migrations ${number}.`)
    numbers.add(number)
  }
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may check files out with other line ends; that is no change.
      const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, ...readSteps(name, sql) }
    }),
  )
}

/** The schema that this version of the product works with, by the name of its last migration. */
export async function newestMigration(): Promise<string> {
  return (await readMigrations(migrationsDir)).at(-1)?.name ?? ''
}

/**
 * What must run outside a tx (an index on a large table, a backfill that commits as it goes) begins with
 * `-- no transaction: ` and says why all of it may run again, since an interrupted one does. `-- step` stands between
 * its statements: each is sent alone. One after `-- step where CONDITION` is sent where that is true, since no statement that
 * refuses to run within another can be asked to look first.
 */
function readSteps(name: string, sql: string): { steps?: Step[] } {
  if (!/^--\s*no[ _-]?transaction/i.test(sql)) return {}
  if (!/^-- no transaction: \S.{20,}\n/.test(sql))
    throw new Error(
      `${name} runs outside a transaction, so it begins with "-- no transaction: " and why it may run again after an interruption.`,
    )
  if (/\bindex\s+concurrently\s+if\s+not\s+exists\b/i.test(sql))
    throw new Error(
      `${name}: an interrupted build leaves an index that exists and is of no use. Drop it if it exists, then build it.`,
    )
  // Between the statements stand the conditions, which the expression captures.
  const [first = '', ...more] = sql.split(/^-- step(?: where (.+))?\n/m)
  const steps: Step[] = [{ sql: first, where: undefined }]
  for (let at = 0; at < more.length; at += 2) steps.push({ sql: more[at + 1] ?? '', where: more[at] })
  return { steps }
}
