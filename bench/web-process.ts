import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Pool } from 'pg'

import { makeContext, type Context } from '#server/context.ts'
import { readConfig } from '#server/config.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { addNotifications } from '#server/modules/messaging/notifications/add-notification.ts'
import { makeTokenSigner } from '#server/modules/users/auth/authenticate.ts'
import { startProduct } from '#test/start-product.ts'

import { readProcessCpu, watchDatabaseCpu } from './database-cpu.ts'
import { OWNER_ID, seedSecretKey } from './seed/known-accounts.ts'

const CLIENTS = 8
/** A client's pause between calls. */
const PAUSE_MS = 50
const CHANGE_MS = 20_000
const SAMPLE_MS = 5_000
/** Changes sent without other load, whose CPU is counted. */
const QUIET_CHANGES = 5
/** Excludes one-time allocations by the first calls. */
const WARM_UP_SHARE = 0.2
const MEGABYTE = 1024 * 1024
const [MEMORY_MAX, SLOPE_MAX, ARRIVAL_MAX_MS] = [300, 1, 500]

type Listener = { userId: number; token: string; arrived: number }

/**
 * The memory of a web process under mixed load of customers and staff, and how long a change takes to reach each open
 * page, in a database filled by `bench:seed`. A change is a notification to each of their customers at once, like an
 * announcement. Returns false if memory, its slope or the time exceeds its limit.
 */
export async function benchWebProcess({
  dataDir,
  minutes,
  streams,
}: {
  dataDir: string
  minutes: number
  streams: number
}): Promise<boolean> {
  const database = await startEmbeddedPostgres({ dataDir })
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: seedSecretKey, SANDBOX: 'off' }
  // Changes must succeed on a busy machine too.
  const pool = makePool({ url: database.url, max: 4, patienceMs: 60_000 })
  const ctx = await makeContext({ config: readConfig(env), pool, log: makeLog('silent') })
  const product = await startProduct('web', env)
  const sockets: Socket[] = []
  try {
    const listeners = await signIn(pool, streams)
    const [staff] = await signIn(pool, 1, OWNER_ID)
    print(`started: ${(residentBytes(product.pid) / MEGABYTE).toFixed(0)} MB`)
    for (const listener of listeners) sockets.push(await openStream(product.url, listener))
    print(`${sockets.length} streams are open: ${(residentBytes(product.pid) / MEGABYTE).toFixed(0)} MB`)
    await measureQuiet({ ctx, pool, pid: product.pid, listeners })
    print(`after changes without other load: ${(residentBytes(product.pid) / MEGABYTE).toFixed(0)} MB`)
    const until = performance.now() + minutes * 60_000
    const cpuBefore = readProcessCpu(product.pid)
    const run = { url: product.url, until, listeners, staff: staff?.token ?? '' }
    const [samples, times, ...counts] = await Promise.all([
      sampleMemory(product.pid, until),
      sendChanges(ctx, { listeners, until }),
      ...Array.from({ length: CLIENTS }, () => callAround(run)),
    ])
    const ended = sockets.filter((socket) => socket.destroyed || socket.readableEnded).length
    if (ended > 0) print(`${ended} streams ended meanwhile`)
    const calls = counts.reduce((sum, one) => sum + one.calls, 0)
    const failed = counts.reduce((sum, one) => sum + one.failed, 0)
    print(
      `${calls} calls, ${failed} not answered with 2xx, ${(readProcessCpu(product.pid) - cpuBefore).toFixed(0)} s of CPU`,
    )
    return judge(samples, times) && ended === 0
  } finally {
    for (const socket of sockets) socket.destroy()
    await product.kill()
    await ctx.close()
    await pool.end()
    await database.stop()
  }
}

function judge(samples: readonly Sample[], times: readonly number[]): boolean {
  const most = Math.max(...samples.map(({ megabytes }) => megabytes))
  const slope = slopeOf(samples.slice(Math.floor(samples.length * WARM_UP_SHARE)))
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const last = samples.at(-1)?.megabytes ?? 0
  print(
    `memory: ${most.toFixed(0)} MB at most (wanted ${MEMORY_MAX}), ${last.toFixed(0)} at the end, slope ${slope.toFixed(2)} MB a minute (wanted below ${SLOPE_MAX})`,
  )
  print(
    `a change reached ${sorted.length} pages: p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} (wanted ${ARRIVAL_MAX_MS}), ${at(1).toFixed(0)} at most`,
  )
  return most <= MEMORY_MAX && slope < SLOPE_MAX && at(0.99) <= ARRIVAL_MAX_MS
}

/** One session each for `count` customers who may order, or one for the given user. */
async function signIn(pool: Pool, count: number, userId?: number): Promise<Listener[]> {
  const sign = makeTokenSigner(makeSecrets(seedSecretKey))
  const { rows } = await pool.query<{ id: number }>(
    userId === undefined
      ? `select user_id as id from accounts join users on users.id = user_id
         where can_spend and role = 'user' and user_id > 11 order by user_id limit $1`
      : `select $2::int as id limit $1`,
    userId === undefined ? [count] : [count, userId],
  )
  const signedIn = rows.map(({ id }) => ({ userId: id, sessionId: randomUUID() }))
  await pool.query(
    `insert into sessions (user_id, id, ends_at)
     select user_id, id, now() + interval '1 day' from unnest($1::int[], $2::uuid[]) as session (user_id, id)`,
    [signedIn.map((one) => one.userId), signedIn.map((one) => one.sessionId)],
  )
  return signedIn.map((one) => ({ userId: one.userId, token: sign(one.userId, one.sessionId), arrived: 0 }))
}

/** Resolves when the page has received its first event. */
function openStream(url: string, listener: Listener): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${listener.token}\r\n\r\n`,
  )
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a stream ended')))
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes('event: notification')) listener.arrived = performance.now()
      if (chunk.includes('event: balance')) resolve(socket)
    })
  })
}

/** Milliseconds that each change took to each page. One that has not arrived when the next is due counts up to then. */
async function sendChanges(
  ctx: Context,
  { listeners, until }: { listeners: readonly Listener[]; until: number },
): Promise<number[]> {
  const times: number[] = []
  while (performance.now() + CHANGE_MS < until) {
    const begun = publish(ctx, await addChange(ctx, listeners))
    await sleep(CHANGE_MS)
    for (const { arrived } of listeners)
      times.push(arrived > begun ? arrived - begun : performance.now() - begun)
  }
  return times
}

async function addChange(ctx: Context, listeners: readonly Listener[]) {
  const notices = listeners.map(
    ({ userId }) => ({ userId, code: 'note', details: { text: 'Hello' } }) as const,
  )
  return transact(ctx, (tx) => addNotifications(tx, notices))
}

/** Returns when that was. */
function publish(ctx: Context, added: readonly { userId: number; id: number }[]): number {
  const begun = performance.now()
  for (const { userId, id } of added) ctx.events.publish({ topic: 'notification', userId, id })
  return begun
}

/** The CPU that a change to all pages takes, from its event on, and the time until the last page has it. */
async function measureQuiet({
  ctx,
  pool,
  pid,
  listeners,
}: {
  ctx: Context
  pool: Pool
  pid: number
  listeners: readonly Listener[]
}): Promise<void> {
  const readDatabaseCpu = (await watchDatabaseCpu(pool)) ?? (() => 0)
  const sums = { web: 0, database: 0, ms: 0 }
  for (let change = 0; change < QUIET_CHANGES; change += 1) {
    const added = await addChange(ctx, listeners)
    const [web, database] = [readProcessCpu(pid), readDatabaseCpu()]
    const begun = publish(ctx, added)
    const isThere = () => listeners.every(({ arrived }) => arrived > begun)
    while (!isThere() && performance.now() < begun + CHANGE_MS) await sleep(20)
    sums.ms += performance.now() - begun
    sums.web += (readProcessCpu(pid) - web) * 1_000
    sums.database += (readDatabaseCpu() - database) * 1_000
  }
  const mean = (sum: number) => (sum / QUIET_CHANGES).toFixed(0)
  print(
    `a change to ${listeners.length} pages without other load: ${mean(sums.web)} ms of the web process, ${mean(sums.database)} of PostgreSQL, the last page after ${mean(sums.ms)} ms`,
  )
}

const customerCalls = [
  '/api/user/dashboard',
  '/api/orders?limit=50',
  '/api/orders?status=COMPLETED',
  '/api/user/transactions',
  '/api/notifications',
  '/api/services',
  '/api/user/profile',
]
const staffCalls = [
  '/api/admin/orders?status=FAILED',
  '/api/admin/orders?search=nobody%20at%20all',
  '/api/admin/users?search=customer12',
  '/api/admin/transactions',
  '/api/admin/reports/today',
]

async function callAround({
  url,
  until,
  listeners,
  staff,
}: {
  url: string
  until: number
  listeners: readonly Listener[]
  staff: string
}): Promise<{ calls: number; failed: number }> {
  let calls = 0
  let failed = 0
  while (performance.now() < until) {
    const isStaff = Math.random() < 0.2
    const path = pick(isStaff ? staffCalls : customerCalls) ?? ''
    const token = isStaff ? staff : (pick(listeners)?.token ?? '')
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    calls += 1
    if (!answer.ok) failed += 1
    await sleep(PAUSE_MS)
  }
  return { calls, failed }
}

const pick = <One>(all: readonly One[]) => all[Math.floor(Math.random() * all.length)]

type Sample = { minute: number; megabytes: number }

async function sampleMemory(pid: number, until: number): Promise<Sample[]> {
  const samples: Sample[] = []
  while (performance.now() < until) {
    samples.push({ minute: performance.now() / 60_000, megabytes: residentBytes(pid) / MEGABYTE })
    await sleep(SAMPLE_MS)
  }
  return samples
}

/** Linux only. */
function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
  return Number(kilobytes) * 1024
}

/** Megabytes per minute, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [minute, megabytes] = [mean((one) => one.minute), mean((one) => one.megabytes)]
  const spread = mean((one) => (one.minute - minute) ** 2)
  return mean((one) => (one.minute - minute) * (one.megabytes - megabytes)) / spread
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
