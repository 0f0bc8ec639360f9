import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Pool } from 'pg'

import { projectDir } from '#scripts/build-web.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makeClient, makePool } from '#server/lib/postgres/pool.ts'
import { fillPolled } from '#test/fill-orders.ts'
import { startProduct } from '#test/start-product.ts'

import { openConnection, postRequest } from './http-client.ts'

// Longer than most: one measurement, from filling to the printed lines.

const CUSTOMERS = 2_000
const CLIENTS = 8
/** In total, during a backup and without one. */
const ORDERS_PER_SECOND = 50
const BASELINE_SECONDS = 15
const ROUNDS = 5
const SECRET_KEY = 'only for this bench, thrown away with its database'

/** `isPlacing`: measures only the orders placed meanwhile. */
export type BackupBench = {
  serverUrl: string
  orders: number
  dump: string
  restore: string
  isPlacing: boolean
}

/**
 * Backup and restore next to `pg_dump -Fc` and `pg_restore` of the same database on the server of `serverUrl`, whose role may
 * create databases: seconds, peak memory, and the latency of orders meanwhile. `dump` and `restore` are those programs.
 */
export async function benchBackup({ serverUrl, orders, isPlacing, ...programs }: BackupBench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-bench-backup-'))
  const names = ['source', 'by_pg_restore', 'by_restore'].map((name) => `tally_bench_${process.pid}_${name}`)
  const [source = '', byPgRestore = '', byRestore = ''] = names.map((name) => onDatabase(serverUrl, name))
  const pool = makePool({ url: source, max: 4 })
  try {
    for (const name of names)
      await run(serverUrl, `create database ${name} template template0 encoding 'UTF8'`)
    await migrate(source)
    const { keys, serviceId } = await fill(pool, orders)
    const { rows } = await pool.query<{ size: string; version: string }>(
      `select pg_size_pretty(pg_database_size(current_database())) as size, current_setting('server_version') as version`,
    )
    print(`${orders} orders, ${rows[0]?.size ?? ''}, PostgreSQL ${rows[0]?.version ?? ''}`)
    const env = { DATA_DIR: folder, DATABASE_URL: source, SECRET_KEY }
    if (!isPlacing) await compareTimes({ ...programs, folder, env, byPgRestore, byRestore })
    const backup = script('backup', `--to=${folder}`)
    await comparePlacing({ env, keys, serviceId, backup })
  } finally {
    await pool.end()
    for (const name of names) await run(serverUrl, `drop database if exists ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
}

type Env = { DATA_DIR: string; DATABASE_URL: string; SECRET_KEY: string }

async function compareTimes({
  folder,
  env,
  byPgRestore,
  byRestore,
  dump,
  restore,
}: Pick<BackupBench, 'dump' | 'restore'> & {
  folder: string
  env: Env
  byPgRestore: string
  byRestore: string
}): Promise<void> {
  const [custom, archive] = [join(folder, 'custom.dump'), join(folder, 'backup.tar.zst')]

  const dumped = await time([dump, '-Fc', '-f', custom, env.DATABASE_URL], {})
  const written = await time(script('backup', `--to=${archive}`), env)
  print(row('pg_dump -Fc', dumped, await megabytes(custom)))
  print(row('npm run backup', written, await megabytes(archive)))
  print(`ratio ${(written.seconds / dumped.seconds).toFixed(2)}`)

  const loaded = await time([restore, '-d', byPgRestore, custom], {})
  const restored = await time(script('restore', archive), { ...env, DATABASE_URL: byRestore })
  const untilRestored = restored.lines.find(({ text }) => text.includes('Every table is equal'))?.seconds ?? 0
  print(row('pg_restore', loaded))
  print(row('npm run restore', restored))
  print(`ratio ${(restored.seconds / loaded.seconds).toFixed(2)}`)
  print(`ratio without the ledger check ${(untilRestored / loaded.seconds).toFixed(2)}`)
}

async function comparePlacing({
  env,
  keys,
  serviceId,
  backup,
}: {
  env: Env
  keys: readonly string[]
  serviceId: number
  backup: string[]
}): Promise<void> {
  const product = await startProduct('web', env)
  const body = { service_id: serviceId, link: 'https://example.com/bench', quantity: 1000 }
  const requests = keys.map((key) => postRequest('/api/orders/create', key, body))
  const place = (until: Promise<unknown>) => placeUntil(until, { url: product.url, requests })
  try {
    // Pages left unwritten by the filling would only disturb the first round.
    await run(env.DATABASE_URL, 'checkpoint')
    await place(sleep(3_000))
    print(`orders placed at ${ORDERS_PER_SECOND} a second, p99 without and during a backup:`)
    const all = { without: [] as number[], during: [] as number[] }
    // Alternating, so that other load on the machine affects both alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      const without = await place(sleep(BASELINE_SECONDS * 1_000))
      const during = await place(time(backup, env))
      print(comparePercentiles(without, during))
      all.without.push(...without)
      all.during.push(...during)
    }
    print(`all rounds: ${comparePercentiles(all.without, all.during)}`)
  } finally {
    await product.kill()
  }
}

/** Milliseconds of orders at an even pace, each measured from when it was due: waiting clients hide nothing. */
async function placeUntil(
  until: Promise<unknown>,
  { url, requests }: { url: string; requests: readonly Buffer[] },
): Promise<number[]> {
  const state = { isOver: false }
  const over = until.finally(() => (state.isOver = true))
  const started = performance.now()
  const millis: number[] = []
  const every = (1_000 * CLIENTS) / ORDERS_PER_SECOND
  const client = async (_: unknown, first: number) => {
    const connection = openConnection(url)
    for (let turn = 0; !state.isOver; turn += 1) {
      const due = started + (turn + first / CLIENTS) * every
      await sleep(Math.max(due - performance.now(), 0))
      const request = requests[(first + turn * CLIENTS) % requests.length]
      if (request === undefined) break
      const { status } = await connection.send(request)
      if (status >= 400) throw new Error(`an order was answered with ${status}`)
      millis.push(performance.now() - due)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await over
  return millis
}

function comparePercentiles(without: readonly number[], during: readonly number[]): string {
  const [before, meanwhile] = [percentile99(without), percentile99(during)]
  return `${before.toFixed(1)} ms, ${meanwhile.toFixed(1)} ms (${during.length} orders), ratio ${(meanwhile / before).toFixed(2)}`
}

function percentile99(millis: readonly number[]): number {
  return millis.toSorted((a, b) => a - b)[Math.floor(millis.length * 0.99)] ?? 0
}

/** Adds orders at a provider, and customers with keys who place more. */
async function fill(pool: Pool, orders: number): Promise<{ keys: string[]; serviceId: number }> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into providers (slug, name, api_url) values ('bench', 'Bench', 'https://example.com/api/v2') returning id`,
  )
  const ids = await fillPolled(pool, { providerId: rows[0]?.id ?? 0, orders, customers: CUSTOMERS })
  const keys = ids.slice(0, 64).map((id) => `tr_${id}_${'b'.repeat(43)}`)
  await pool.query('insert into api_access (user_id) select unnest($1::int[])', [ids.slice(0, 64)])
  await pool.query(
    `insert into api_keys (user_id, id, hash, prefix)
     select id, gen_random_uuid(), hash, 'tr_' || id from unnest($1::int[], $2::bytea[]) as key (id, hash)`,
    [ids.slice(0, 64), keys.map((key) => createHash('sha256').update(key).digest())],
  )
  const service = await pool.query<{ id: number }>(
    `insert into services (category_id, platform, name, name_original, rate, min, max, by_hand)
     select min(id), 'Instagram', 'Bench', 'Bench', 10000, 1, 100000, true from categories returning id`,
  )
  const client = makeClient(pool.options.connectionString ?? '')
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  return { keys, serviceId: service.rows[0]?.id ?? 0 }
}

type Timed = { seconds: number; peakMegabytes: number; lines: { text: string; seconds: number }[] }

/** Like the npm script. */
const script = (name: string, ...args: string[]) => [
  process.execPath,
  join(projectDir, 'scripts/bootstrap.mjs'),
  name,
  ...args,
]

/** For Node: prints its peak memory on exit. */
const withPeak = `data:text/javascript,process.on('exit',()=>console.log('peak='+process.resourceUsage().maxRSS))`

async function time([program = '', ...args]: readonly string[], env: Record<string, string>): Promise<Timed> {
  const started = performance.now()
  const child: ChildProcess = spawn(program, args, {
    env: { PATH: process.env['PATH'], NODE_OPTIONS: `--import=${withPeak}`, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Timed['lines'] = []
  child.stdout?.on('data', (chunk: Buffer) =>
    lines.push({ text: chunk.toString(), seconds: (performance.now() - started) / 1000 }),
  )
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  if (code !== 0)
    throw new Error(`${program} ended with ${String(code)}: ${lines.map(({ text }) => text).join('')}`)
  const kilobytes = Number(/peak=(\d+)/.exec(lines.map(({ text }) => text).join(''))?.[1] ?? 0)
  return { seconds: (performance.now() - started) / 1000, peakMegabytes: kilobytes / 1024, lines }
}

async function megabytes(file: string): Promise<number> {
  return (await stat(file)).size / 1e6
}

function row(name: string, { seconds, peakMegabytes }: Timed, size?: number): string {
  const memory = peakMegabytes > 0 ? `, peak memory ${peakMegabytes.toFixed(0)} MB` : ''
  return `${name.padEnd(16)} ${seconds.toFixed(1)} s${size === undefined ? '' : `, ${size.toFixed(0)} MB`}${memory}`
}

function onDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function run(url: string, statement: string): Promise<void> {
  const client = makeClient(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

function print(line: string): void {
  console.log(line)
}
