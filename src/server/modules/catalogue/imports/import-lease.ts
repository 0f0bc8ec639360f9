import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** After this time without a renewal another process takes over. */
export const LEASE_SECONDS = 15

/** The right to work on an import. Every write is conditional on the token, so a process that lost its lease writes nothing. */
export type ImportLease = { id: number; token: string }

/** Takes the running import that has been without a lease for longest. */
export async function claimImport(db: Kysely<DB>, token: string): Promise<ImportLease | undefined> {
  const { rows } = await sql<{ id: number }>`
    update imports set token = ${token}::uuid, leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    where id = (
      select id from imports where state = 'running' and (leased_until is null or leased_until < clock_timestamp())
      order by leased_until nulls first, id limit 1 for no key update skip locked)
    returning id`.execute(db)
  const [row] = rows
  return row && { id: row.id, token }
}

/** False when the lease was lost or the import has ended. */
export async function renewLease(db: Kysely<DB>, { id, token }: ImportLease): Promise<boolean> {
  const { rows } = await sql`
    update imports set leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    where id = ${id} and token = ${token}::uuid and state = 'running' returning 1`.execute(db)
  return rows.length > 0
}

/** Lets another process continue at once. */
export async function releaseLease(db: Kysely<DB>, { id, token }: ImportLease): Promise<void> {
  await sql`
    update imports set leased_until = clock_timestamp() where id = ${id} and token = ${token}::uuid
      and state = 'running'`.execute(db)
}

export type RunningImport = {
  id: number
  provider_id: number
  actor_id: number | null
  address: string | null
  overwrites: boolean
  platform: string | null
  markup_basis_points: number
  currency: string
  usd_per_unit: string
  rate_per: number
  translates: boolean
  translator_failures: number
  total: number
  created: number
  updated: number
  skipped: number
  errors: number
}

export async function findRunning(
  db: Kysely<DB>,
  { id, token }: ImportLease,
): Promise<RunningImport | undefined> {
  const { rows } = await sql<RunningImport>`
    select * from imports where id = ${id} and token = ${token}::uuid and state = 'running'`.execute(db)
  return rows[0]
}

/** The same, locked until the tx ends so that no other process takes over. */
export async function lockRunning(tx: Tx, { id, token }: ImportLease): Promise<RunningImport | undefined> {
  const { rows } = await sql<RunningImport>`
    select * from imports where id = ${id} and token = ${token}::uuid and state = 'running' for no key update`.execute(
    tx,
  )
  return rows[0]
}
