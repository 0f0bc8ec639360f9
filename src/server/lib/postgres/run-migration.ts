import type { Client } from 'pg'

import { CHANNEL, toPayload } from '#server/lib/events/events.ts'
import type { Migration, Step } from './read-migrations.ts'

/** Runs one and writes that it ran: both or neither, or, outside a tx, all of it again until it went through. */
export async function runMigration(client: Client, migration: Migration): Promise<void> {
  if (migration.steps === undefined) await runInTx(client, migration)
  else await runInSteps(client, migration, migration.steps)
}

async function runInTx(client: Client, migration: Migration) {
  await client.query('BEGIN')
  try {
    await client.query(migration.sql)
    await note(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    // Where the line is lost, the server rolls it back.
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(`${migration.name} failed and changed nothing: ${describe(error, migration.sql)}`, {
      cause: error,
    })
  }
}

async function runInSteps(client: Client, migration: Migration, steps: readonly Step[]) {
  const { name } = migration
  for (const [at, { sql, where }] of steps.entries()) {
    try {
      if (where === undefined || (await holds(client, where))) await client.query(sql)
    } catch (error) {
      throw new Error(
        `${name} stopped at step ${at + 1} of ${steps.length}: ${describe(error, sql)}. What it did before stays; ` +
          'the next start runs it from its first step.',
        { cause: error },
      )
    }
  }
  await note(client, migration)
}

async function holds(client: Client, condition: string) {
  const { rows } = await client.query<{ holds: boolean | null }>(`SELECT (${condition}) AS holds`)
  return rows[0]?.holds === true
}

/** What still runs with the schema before ends when it hears of it. */
async function note(client: Client, { name, checksum }: Migration) {
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
  await client.query('SELECT pg_notify($1, $2)', [CHANNEL, toPayload('migration', [{ topic: 'schema' }])])
}

function describe(error: unknown, sql: string) {
  const { message, position } = error as Error & { position?: string }
  return position ? `${message} (line ${sql.slice(0, Number(position)).split('\n').length})` : message
}
