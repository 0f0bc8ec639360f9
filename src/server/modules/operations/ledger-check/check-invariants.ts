import type { Client } from 'pg'

import { makeClient } from '#server/lib/postgres/pool.ts'

import { type Invariant, invariants } from './invariants-queries.ts'

/** `examples`: the first violations' keys, enough to look them up. */
export type CheckedInvariant = {
  id: string
  says: string
  violations: number
  examples: string[]
  seconds: number
}

const EXAMPLES = 5

type OnLine = (line: CheckedInvariant) => void

/**
 * Checks every invariant on one snapshot of the database, beside whatever else is running: on a connection of its
 * own, which no pool's limit ends, since ten million orders take their time. `onLine` hears of each as it is done.
 */
export async function checkInvariants(url: string, onLine?: OnLine): Promise<CheckedInvariant[]> {
  const client = makeClient(url, 'tally-and-reach audit')
  await client.connect()
  try {
    return await checkSnapshot(client, onLine)
  } finally {
    await client.end()
  }
}

/** The same on a given connection, which is in no tx before and after. */
export async function checkSnapshot(client: Client, onLine?: OnLine): Promise<CheckedInvariant[]> {
  await client.query('begin isolation level repeatable read read only')
  // Whatever the role or the database has as its own limits.
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  const lines: CheckedInvariant[] = []
  for (const invariant of invariants) {
    const line = await check(client, invariant)
    onLine?.(line)
    lines.push(line)
  }
  await client.query('commit')
  return lines
}

async function check(client: Client, { id, says, sql }: Invariant): Promise<CheckedInvariant> {
  const started = performance.now()
  const { rows } = await client.query<{ violations: string; examples: string[] | null }>(
    `with violation as (${sql})
     select (select count(*) from violation)::text as violations,
       (select array_agg(example::text) from (select violation as example from violation limit ${EXAMPLES}) shown) as examples`,
  )
  const seconds = (performance.now() - started) / 1000
  return {
    id,
    says,
    violations: Number(rows[0]?.violations ?? 0),
    examples: rows[0]?.examples ?? [],
    seconds,
  }
}
