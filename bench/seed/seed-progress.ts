import type { Client } from 'pg'

import { type Dropped, dropConstraints } from '#server/modules/operations/backups/schema/drop-constraints.ts'
import { groupIncidents } from '#server/modules/orders/past/group-incidents.ts'

export type Begun = { orders: number; number: number; now: Date; chunks: number; txId: bigint }

/** In a schema of its own, which the product does not know. `making`: what has to be created again. */
const progressTable = `
create schema if not exists bench;
create table if not exists bench.seed (
  orders integer not null,
  number integer not null,
  now timestamptz(3) not null,
  chunks integer not null,
  tx_id bigint not null default pg_current_xact_id()::text::bigint,
  making text[] not null,
  is_complete boolean not null default false
)`

/** Goes on with what was begun, or begins; undefined: the database is complete. Throws if it has other rows. */
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
    `insert into bench.seed (orders, number, now, chunks, making) values ($1, $2, now(), 0, $3)
     returning orders, number, now, chunks, tx_id as "txId"`,
    [orders, number, listMaking(dropped)],
  )
  await client.query('commit')
  const [begun] = rows
  if (begun === undefined) throw new Error('the row that was just written is not there')
  return begun
}

const listMaking = ({ indexes, foreignKeys, triggers }: Dropped) => [...indexes, ...foreignKeys, ...triggers]

/** In the chunk's tx. */
export async function noteChunk(client: Client, chunks: number): Promise<void> {
  await client.query('update bench.seed set chunks = $1', [chunks])
}

/** Creates what was dropped, one by one; an interrupted run goes on behind the last one. */
export async function endSeed(client: Client, say: (line: string) => void): Promise<void> {
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (;;) {
    await client.query('begin')
    const { rows } = await client.query<{ making: string }>(
      `update bench.seed set making = next.making[2:] from bench.seed next
       where cardinality(next.making) > 0 returning next.making[1] as making`,
    )
    const [next] = rows
    if (next !== undefined) await client.query(next.making)
    await client.query('commit')
    if (next === undefined) break
  }
  say('indexes and keys are created')
  await client.query('vacuum (analyze)')
  await client.query(groupIncidents)
  await client.query('update bench.seed set is_complete = true')
}
