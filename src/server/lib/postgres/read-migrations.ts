import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const migrationsDir = join(import.meta.dirname, '../../../../db/migrations')

/** Everything up to here is the baseline: db/README.md. */
export const baselineLast = '0014_reseller.sql'

/**
 * A migration that adds a table of customers calls `select pg_temp.beside_customer('the_table')` after creating it, before adding
 * foreign keys: on a cluster it places the rows on their customer's node. Elsewhere it does nothing. Only for the session.
 */
export const forMigrations = `
create or replace function pg_temp.beside_customer(name text) returns void language plpgsql as $$
begin
  if to_regclass('distribution') is not null then
    perform create_distributed_table(name::regclass, 'user_id', colocate_with => 'users');
  end if;
end
$$`

export type Migration = {
  name: string
  sql: string
  checksum: string
  /** Processes of the previous version can continue with the schema after it. */
  isRolling: boolean
  /** Set only if it runs outside a tx, statement by statement. */
  steps?: Step[]
}
/** `where`: a condition evaluated just before; if false the step is skipped. */
export type Step = { sql: string; where: string | undefined }

/** In order. Throws for wrong file names and malformed files. */
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
      // Git on Windows may check files out with CRLF; the checksum must be the same.
      const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      // Baseline files have no such line: they run on an empty database.
      const [rolling = '', isRolling] = /^-- rolling: (yes|no), \S.*\n/.exec(sql) ?? []
      const rest = sql.slice(rolling.length)
      return { name, sql, checksum, isRolling: isRolling === 'yes', ...readSteps(name, rest) }
    }),
  )
}

/** The last migration's name, which identifies the schema of this version. */
export async function newestMigration(): Promise<string> {
  return (await readMigrations(migrationsDir)).at(-1)?.name ?? ''
}

/**
 * A file that must run outside a tx (an index on a large table, a backfill) then has `-- no transaction: ` and the reason
 * why it may run again after an interruption. `-- step` separates its statements, which are sent one by one; after
 * `-- step where CONDITION` one is sent only if the condition is true.
 */
function readSteps(name: string, sql: string): { steps?: Step[] } {
  if (!/^--\s*no[ _-]?transaction/i.test(sql)) return {}
  if (!/^-- no transaction: \S.{20,}\n/.test(sql))
    throw new Error(
      `${name} runs outside a transaction, so it begins with "-- no transaction: " and why it may run again after an interruption.`,
    )
  if (/\bindex\s+concurrently\s+if\s+not\s+exists\b/i.test(sql))
    throw new Error(
      `${name}: an interrupted build leaves an invalid index. Drop it if it exists, then build it.`,
    )
  // The split keeps the captured conditions between the statements.
  const [first = '', ...more] = sql.split(/^-- step(?: where (.+))?\n/m)
  const steps: Step[] = [{ sql: first, where: undefined }]
  for (let at = 0; at < more.length; at += 2) steps.push({ sql: more[at + 1] ?? '', where: more[at] })
  return { steps }
}
