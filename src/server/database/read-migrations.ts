import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const migrationsDir = join(import.meta.dirname, '../../../db/migrations')

/** `steps`: one that runs outside a tx, statement by statement. */
export type Migration = { name: string; sql: string; checksum: string; steps?: string[] }

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
 * its statements: each is sent alone.
 */
function readSteps(name: string, sql: string): { steps?: string[] } {
  if (!/^--\s*no[ _-]?transaction/i.test(sql)) return {}
  if (!/^-- no transaction: \S.{20,}\n/.test(sql))
    throw new Error(
      `${name} runs outside a transaction, so it begins with "-- no transaction: " and why it may run again after an interruption.`,
    )
  if (/\bindex\s+concurrently\s+if\s+not\s+exists\b/i.test(sql))
    throw new Error(
      `${name}: an interrupted build leaves an index that exists and is of no use. Drop it if it exists, then build it.`,
    )
  return { steps: sql.split(/^-- step\n/m) }
}
