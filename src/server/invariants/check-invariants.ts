import type { Pool, PoolClient } from 'pg'

import { type Invariant, invariants } from './invariants-queries.ts'

/** `examples`: the first violations' keys, enough to look them up. */
export type CheckedInvariant = { id: string; says: string; violations: number; examples: string[] }

const EXAMPLES = 5

/** Checks every invariant on one snapshot of the database, beside whatever else is running. */
export async function checkInvariants(pool: Pool): Promise<CheckedInvariant[]> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const lines: CheckedInvariant[] = []
    for (const invariant of invariants) lines.push(await check(client, invariant))
    return lines
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function check(client: PoolClient, { id, says, sql }: Invariant): Promise<CheckedInvariant> {
  const { rows } = await client.query<{ violations: string; examples: string[] | null }>(
    `with violation as (${sql})
     select (select count(*) from violation)::text as violations,
       (select array_agg(example::text) from (select violation as example from violation limit ${EXAMPLES}) shown) as examples`,
  )
  return { id, says, violations: Number(rows[0]?.violations ?? 0), examples: rows[0]?.examples ?? [] }
}
