import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Query } from './open-database.ts'

const TABLES = [
  'orders',
  'order_attempts',
  'order_events',
  'provider_orders',
  'refills',
  'deposits',
  'transactions',
  'gateway_events',
]

/** Saves the database's tables after a violation, one file each: the database itself is dropped. */
export async function keepRows(query: Query, dir: string): Promise<void> {
  for (const table of TABLES) {
    const rows = await query<{ line: string }>(`select to_jsonb(${table})::text as line from ${table}`)
    writeFileSync(join(dir, `${table}.jsonl`), rows.map(({ line }) => `${line}\n`).join(''))
  }
}
