import type { Diagnosed } from '#contract/operations/diagnostics.ts'
import type { Context } from '#server/context.ts'
import { PROCESS_CONNECTIONS_MAX } from '#server/lib/postgres/pool.ts'
import { readProductRole } from '#server/lib/postgres/product-role.ts'

import { countAliveProcesses, readServer, type ServerRow } from './diagnostics-queries.ts'

const OLDEST = 15
const OLDEST_NUMBER = OLDEST * 10_000
/** Per round trip: orders need one, pages several. */
const SLOW_MS = 50
const TRIES = 3
/** PostgreSQL refuses changes some millions before 2^31; autovacuum acts from 200 million on. */
const TRANSACTIONS_MAX = 2 ** 31
const WRAPAROUND_PERCENT = 50

/** The server as the product uses it: version, round trip, and the settings that its guarantees depend on. */
export async function checkServer({ db }: Pick<Context, 'db'>): Promise<Diagnosed[]> {
  let fastest = Infinity
  let server: ServerRow | undefined
  for (let tries = 0; tries < TRIES; tries += 1) {
    const started = performance.now()
    server = await readServer(db)
    fastest = Math.min(fastest, performance.now() - started)
  }
  if (server === undefined) return []
  return [...judgeVersion(server, Math.round(fastest * 10) / 10), ...judgeServer(server)]
}

function judgeVersion({ version, version_number: number }: ServerRow, milliseconds: number): Diagnosed[] {
  if (number < OLDEST_NUMBER) return [{ code: 'database_old', details: { version } }]
  const code = milliseconds > SLOW_MS ? 'database_slow' : 'database_good'
  return [{ code, details: { version, milliseconds } }]
}

/** One line if all settings are good, otherwise one per bad setting. */
export function judgeServer(server: Omit<ServerRow, 'version' | 'version_number'>): Diagnosed[] {
  const {
    wal_level: walLevel,
    timezone,
    encoding,
    collation_stored: stored,
    collation_actual: actual,
  } = server
  const percent = Math.floor((server.oldest_transaction * 100) / TRANSACTIONS_MAX)
  const wrong: (Diagnosed | false)[] = [
    server.is_read_only && { code: 'database_read_only' },
    server.fsync !== 'on' && { code: 'fsync_off' },
    server.full_page_writes !== 'on' && { code: 'full_page_writes_off' },
    // All other values at least wait for the local disk.
    server.synchronous_commit === 'off' && { code: 'synchronous_commit_off' },
    (server.autovacuum !== 'on' || server.track_counts !== 'on') && { code: 'autovacuum_off' },
    percent >= WRAPAROUND_PERCENT && { code: 'wraparound_near', details: { percent } },
    encoding !== 'UTF8' && { code: 'encoding_other', details: { encoding } },
    stored !== null &&
      actual !== null &&
      stored !== actual && { code: 'collation_changed', details: { stored, actual } },
    walLevel === 'minimal' && { code: 'wal_minimal' },
  ]
  const found = wrong.filter((one) => one !== false)
  return found.length > 0 ? found : [{ code: 'settings_good', details: { wal_level: walLevel, timezone } }]
}

/** Commands and an operator's sessions. */
const OTHERS = 4

/** Whether every process can open its whole pool. Behind a pooler its limits apply, which can't be queried. */
export async function checkConnections({ db, config }: Pick<Context, 'db' | 'config'>): Promise<Diagnosed[]> {
  const isPooler = config.databaseDirectUrl !== undefined && config.databaseDirectUrl !== config.databaseUrl
  if (isPooler) return []
  const { max_connections: max } = await readServer(db)
  const processes = Math.max(1, await countAliveProcesses(db))
  const needed = processes * (PROCESS_CONNECTIONS_MAX + 1) + OTHERS
  return [{ code: max < needed ? 'connections_few' : 'connections_good', details: { max, needed } }]
}

export async function checkRole({ config: { databaseUrl } }: Pick<Context, 'config'>): Promise<Diagnosed[]> {
  if (databaseUrl === undefined) return []
  const { role, isStrong, canHide } = await readProductRole(databaseUrl)
  if (isStrong) return [{ code: 'role_changes_ledger', details: { role } }]
  return [{ code: canHide ? 'role_hides_tables' : 'role_good', details: { role } }]
}
