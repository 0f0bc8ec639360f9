import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from 'pg'

import { endClient, makeClient } from '#server/lib/postgres/pool.ts'

import { isOnCluster, isSettled, partsOnCluster, readEachNodeOnce, SETTLING_MS } from './across-nodes.ts'
import { type Invariant, invariants } from './invariants-queries.ts'
import { recentChecks, recentTables, withParts } from './recent-queries.ts'

/** `examples`: keys of the first violations, for looking them up. */
export type CheckedInvariant = {
  id: string
  says: string
  violations: number
  examples: string[]
  seconds: number
}

const CLIENT_NAME = 'tally-and-reach audit'
const EXAMPLES = 5
/** Otherwise sums over all orders spill to disk. Used a few times concurrently. */
const WORK_MEM = '64MB'

/**
 * `onLine` gets each result when it is done. `allowsOverdue`: overdue work is no violation. At night an alert reports
 * it, and in a backup everything due is overdue minutes later.
 */
type Options = { onLine?: OnLine | undefined; allowsOverdue?: boolean }
type OnLine = (line: CheckedInvariant) => void

/**
 * Checks every invariant on one snapshot of the database, while it is in use: on two separate connections without time
 * limits, since ten million orders take a while. They work through the list from its two ends.
 */
export async function checkInvariants(url: string, options: Options = {}): Promise<CheckedInvariant[]> {
  const [client, other] = [makeClient(url, CLIENT_NAME), makeClient(url, CLIENT_NAME)]
  // If a connection is lost, its statement fails.
  for (const one of [client, other]) one.on('error', () => undefined)
  try {
    await client.connect()
    if (await isOnCluster(client)) return await checkSnapshot(client, options)
    await other.connect()
    await shareSnapshot(client, other)
    const left = [...invariants]
    const each = await Promise.all([
      checkEach(client, () => left.shift(), options),
      checkEach(other, () => left.pop(), options),
    ])
    return [...each[0], ...each[1].toReversed()]
  } finally {
    await Promise.all([endClient(client), endClient(other)])
  }
}

async function shareSnapshot(client: Client, other: Client): Promise<void> {
  for (const one of [client, other]) await one.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  await other.query(`set transaction snapshot '${rows[0]?.id}'`)
  for (const one of [client, other]) await allowTime(one)
}

/** The same on a given connection, which must not be in a tx. */
export async function checkSnapshot(client: Client, options: Options = {}): Promise<CheckedInvariant[]> {
  const isCluster = await isOnCluster(client)
  for (let tried = 1; ; tried += 1) {
    await client.query('begin isolation level repeatable read read only')
    const lines = await checkWhole(client, options)
    await client.query('commit')
    if (!isCluster || isSettled(lines, tried)) return lines
    await sleep(SETTLING_MS)
  }
}

/** Must run in a tx with one snapshot. */
export async function checkWhole(client: Client, options: Options = {}): Promise<CheckedInvariant[]> {
  await allowTime(client)
  if (!(await isOnCluster(client))) return checkAll(client, invariants, options)
  await readEachNodeOnce(client)
  const onCluster = invariants.map((invariant) => {
    const parts = partsOnCluster(invariant)
    return parts === undefined ? invariant : { ...invariant, parts }
  })
  return checkAll(client, onCluster, options)
}

/**
 * Checks what changed since the last clean check, after `since`. Must run in a tx with one snapshot that may create
 * temporary tables. Changes made by SQL to an order or deposit that the product has not touched since are found only by
 * a whole check; in the ledger and accounts nothing is missed (decision 37).
 */
export async function checkRecent(
  client: Client,
  since: Date,
  options: Options = {},
): Promise<CheckedInvariant[]> {
  await allowTime(client)
  for (const statement of recentTables(since)) await client.query(statement)
  const recent = invariants.map((invariant) => ({ ...invariant, ...recentStatement(invariant) }))
  return checkAll(client, recent, options)
}

function recentStatement({ id, sql }: Invariant): { sql: string; parts?: string } {
  const recent = recentChecks[id]
  return recent === 'part' ? { sql, parts: withParts } : { sql: recent ?? sql }
}

/** Overrides the limits of the role or the database. */
async function allowTime(client: Client): Promise<void> {
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await client.query(`set local work_mem = '${WORK_MEM}'`)
}

function checkAll(
  client: Client,
  all: readonly (Invariant & { parts?: string })[],
  options: Options,
): Promise<CheckedInvariant[]> {
  const left = [...all]
  return checkEach(client, () => left.shift(), options)
}

async function checkEach(
  client: Client,
  take: () => (Invariant & { parts?: string }) | undefined,
  { onLine, allowsOverdue = false }: Options,
): Promise<CheckedInvariant[]> {
  const lines: CheckedInvariant[] = []
  for (let next = take(); next !== undefined; next = take()) {
    const line = await check(client, allowsOverdue ? { ...next, overdue: undefined } : next)
    onLine?.(line)
    lines.push(line)
  }
  return lines
}

async function check(
  client: Client,
  {
    id,
    says,
    sql,
    overdue,
    parts,
  }: Omit<Invariant, 'overdue'> & {
    overdue?: string | undefined
    parts?: string
  },
): Promise<CheckedInvariant> {
  const started = performance.now()
  const all = overdue === undefined ? sql : `(${sql}) union all (${overdue})`
  const { rows } = await client.query<{ violations: string; examples: string[] | null }>(
    `with ${parts === undefined ? '' : `${parts}, `}violation as (${all})
     select (select count(*) from violation)::text as violations,
       (select array_agg(example) from (select violation::text as example from violation limit ${EXAMPLES}) shown) as examples`,
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
