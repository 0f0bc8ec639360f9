import type { Client } from 'pg'

import { dropConstraints } from '#server/modules/operations/backups/schema/drop-constraints.ts'
import { groupIncidents } from '#server/modules/orders/past/group-incidents.ts'

export type Begun = { orders: number; number: number; now: Date; chunks: number; txId: bigint }

/** In a separate schema, unknown to the product. `making`: what has to be recreated, phase by phase. */
const progressTable = `
create schema if not exists bench;
create table if not exists bench.making (
  phase integer not null,
  id integer generated always as identity,
  statement text not null,
  primary key (phase, id)
);
create table if not exists bench.seed (
  orders integer not null,
  number integer not null,
  now timestamptz(3) not null,
  chunks integer not null,
  tx_id bigint not null default pg_current_xact_id()::text::bigint,
  is_complete boolean not null default false
)`

/** Continues an interrupted seed, or begins one; undefined: the database is complete. Throws if it has other rows. */
export async function beginSeed(
  client: Client,
  { orders, number }: { orders: number; number: number },
): Promise<Begun | undefined> {
  await client.query(progressTable)
  const { rows } = await client.query<Begun & { is_complete: boolean }>(
    'select orders, number, now, chunks, tx_id as "txId", is_complete from bench.seed',
  )
  const [begun] = rows
  if (begun !== undefined && (begun.orders !== orders || begun.number !== number))
    throw new Error(`This database was begun with ${begun.orders} orders and the number ${begun.number}.`)
  if (begun !== undefined) return begun.is_complete ? undefined : begun
  return beginNow(client, { orders, number })
}

async function beginNow(
  client: Client,
  { orders, number }: { orders: number; number: number },
): Promise<Begun> {
  await client.query('begin')
  const { rows: taken } = await client.query('select from users limit 1')
  if (taken.length > 0) throw new Error('The database is not empty.')
  const dropped = await dropConstraints(client)
  const { rows } = await client.query<Begun>(
    `insert into bench.seed (orders, number, now, chunks) values ($1, $2, now(), 0)
     returning orders, number, now, chunks, tx_id as "txId"`,
    [orders, number],
  )
  for (const [phase, statements] of [dropped.indexes, dropped.foreignKeys, dropped.triggers].entries())
    await client.query('insert into bench.making (phase, statement) select $1, unnest($2::text[])', [
      phase,
      statements,
    ])
  await client.query('commit')
  const [begun] = rows
  if (begun === undefined) throw new Error('the row that was just written is not there')
  return begun
}

/** In the chunk's tx. */
export async function noteChunk(client: Client, chunks: number): Promise<void> {
  await client.query('update bench.seed set chunks = $1', [chunks])
}

/**
 * Recreates what was dropped, one statement per connection at a time, and vacuums. An interrupted run continues after
 * what is committed.
 */
export async function endSeed(clients: readonly Client[], say: (line: string) => void): Promise<void> {
  const [client] = clients
  if (client === undefined) throw new Error('no connection')
  await onEach(clients, (one) => one.query(`set maintenance_work_mem = '512MB'`))
  for (;;) {
    const { rows } = await client.query<{ phase: number | null }>(
      'select min(phase) as phase from bench.making',
    )
    const phase = rows[0]?.phase ?? null
    if (phase === null) break
    await onEach(clients, (one) => makePhase(one, { phase, fromEnd: one !== client }))
  }
  say('indexes and keys are created')
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relpages desc`,
  )
  const tables = rows.map(({ name }) => name)
  await onEach(clients, async (one) => {
    for (let next = tables.shift(); next !== undefined; next = tables.shift())
      await one.query(`vacuum (analyze) ${next}`)
  })
  await client.query(groupIncidents)
  await client.query('update bench.seed set is_complete = true')
}

/** One connection starts from the end: adjacent keys of one table would wait for each other. */
async function makePhase(
  client: Client,
  { phase, fromEnd }: { phase: number; fromEnd: boolean },
): Promise<void> {
  for (;;) {
    await client.query('begin')
    const { rows } = await client.query<{ statement: string }>(
      `delete from bench.making where phase = $1 and id = (
         select id from bench.making where phase = $1 order by id ${fromEnd ? 'desc' : 'asc'} limit 1 for update skip locked)
       returning statement`,
      [phase],
    )
    const [next] = rows
    if (next !== undefined) await client.query(next.statement)
    await client.query('commit')
    if (next === undefined) return
  }
}

const onEach = (clients: readonly Client[], work: (client: Client) => Promise<unknown>) =>
  Promise.all(clients.map(work))
