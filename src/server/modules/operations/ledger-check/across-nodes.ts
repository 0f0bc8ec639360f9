import type { Client } from 'pg'

import type { Invariant } from './invariants-queries.ts'

/**
 * Tables that are not colocated with customers' rows: a cluster must read them as a whole before joining. The CTE's
 * name hides the table's in the statement.
 */
const WHOLE = ['audit_log', 'provider_orders', 'entered_references']
/** Its overdue clause needs the newest sending to a provider by any customer. */
const NEWEST_SENDINGS = `order_attempts as materialized (
  select provider_id, max(started_at) as started_at from order_attempts where started_at > now() - interval '1 day' group by 1)`
const OF_ANY_CUSTOMER: Record<string, string> = { 'I7.1': NEWEST_SENDINGS }

export const SETTLING_MS = 5_000
const TRIES = 3

export async function isOnCluster(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('distribution') is not null as is`)
  return rows[0]?.is === true
}

/** CTEs that a cluster needs before the statement of an invariant. */
export function partsOnCluster({ id, sql, overdue = '' }: Invariant): string | undefined {
  const named = WHOLE.filter((table) => new RegExp(`\\b${table}\\b`).test(`${sql} ${overdue}`))
  const parts = named.map((table) => `${table} as materialized (select * from ${table})`)
  const own = OF_ANY_CUSTOMER[id]
  if (own !== undefined) parts.push(own)
  return parts.length === 0 ? undefined : parts.join(', ')
}

/**
 * In a tx, before its first statement: uses one connection per node, so that a customer's rows are read at one moment.
 * Two nodes may be read a moment apart.
 */
export async function readEachNodeOnce(client: Client): Promise<void> {
  await client.query('set local citus.max_adaptive_executor_pool_size = 1')
}

/**
 * Whether the result of a check on a cluster is final. Otherwise it is repeated after `SETTLING_MS`: by then what was
 * committed on only one node is on both.
 */
export function isSettled(lines: readonly { violations: number }[], tried: number): boolean {
  return tried === TRIES || lines.every(({ violations }) => violations === 0)
}
