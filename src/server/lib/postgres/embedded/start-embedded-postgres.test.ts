import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { afterAll, describe, expect, test } from 'vitest'

import { makeClient } from '#server/lib/postgres/pool.ts'

import { readNote } from './lock-directory.ts'
import { type Account, canGoTo, pickAccount } from './pick-account.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'

// Longer than most: clean and unclean starts and stops of a server, on the same few clusters, which take seconds to
// create.

const base = await mkdtemp(join(tmpdir(), 'tally-embedded-'))
await chmod(base, 0o711)
/** For tests that don't depend on the database's content: creating one takes a second. */
const dataDir = join(base, 'shared')
// An ordinary user can't reach a project in root's folder, whatever the launcher does.
const canBeNobody = process.getuid?.() === 0 && canGoTo({ uid: 65_534, gid: 65_534 }, import.meta.dirname)
afterAll(() => rm(base, { recursive: true, force: true }))

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = makeClient(url)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A process that owns a database and reports its URL; 65534 is the account `nobody` everywhere. */
async function startOwner(dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const module = join(import.meta.dirname, 'start-embedded-postgres.ts')
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const { url, noteStopping, stop } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    process.on('SIGTERM', () => {
      noteStopping()
      setTimeout(() => stop().then(() => process.exit(0)), 2000)
    })
    console.log(url)
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told = once(owner.stdout, 'data').then(([line]) => String(line).trim())
  const url = await Promise.race([told, once(owner, 'exit').then(() => undefined)])
  if (url === undefined) throw new Error('the owner ended before it could tell its address')
  return { owner, url }
}

/** The server's first answer to a process of that account that connects with the URL's role. */
async function connectAs(account: Account, address: string): Promise<string> {
  const { username, searchParams } = new URL(address)
  const text = `user\0${username}\0database\0postgres\0\0`
  const code = `
    const hello = Buffer.from('\\0\\0\\0' + String.fromCharCode(${text.length + 8}) + '\\0\\3\\0\\0' + ${JSON.stringify(text)})
    const socket = require('node:net').connect(${JSON.stringify(`${searchParams.get('host')}/.s.PGSQL.5432`)})
    socket.on('data', (data) => { console.log(String(data)); process.exit() }).write(hello)`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { ...account, cwd: '/' })
  return stdout
}

async function killAndAwait(owner: ChildProcess) {
  owner.kill('SIGKILL')
  await once(owner, 'exit')
}

/** A server removes postmaster.pid last. */
async function serverEnds(cluster: string) {
  for (let turn = 0; turn < 200; turn += 1) {
    if ((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')) === '') return true
    await sleep(50)
  }
  return false
}

describe('startEmbeddedPostgres', () => {
  test('keeps committed data across starts, and every commit is durable', async () => {
    const first = await startEmbeddedPostgres({ dataDir })
    await query(first.url, 'CREATE TABLE stored AS SELECT 42 AS answer')
    await first.stop()
    const second = await startEmbeddedPostgres({ dataDir })
    expect(await query(second.url, 'SELECT answer FROM stored')).toEqual([{ answer: 42 }])
    const modes =
      "current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes')"
    expect(await query(second.url, `SELECT ${modes} AS modes`)).toEqual([{ modes: 'ononon' }])
    expect(await query(second.url, "SELECT current_setting('listen_addresses') AS tcp")).toEqual([
      { tcp: '' },
    ])
    await second.stop()
  })

  test('stops with its owner, kill -9 included, and loses no committed row', async () => {
    const { owner, url } = await startOwner(dataDir)
    await query(url, 'CREATE TABLE written (n int)')
    let committed = 0
    const writing = (async () => {
      const client = makeClient(url)
      client.on('error', () => {})
      await client.connect()
      for (;;) {
        await client.query('INSERT INTO written VALUES ($1)', [committed + 1])
        committed += 1
      }
    })().catch(() => {})
    await expect.poll(() => committed).toBeGreaterThan(20)
    await killAndAwait(owner)
    await writing
    expect(await serverEnds(join(dataDir, 'postgres'))).toBe(true)

    const next = await startEmbeddedPostgres({ dataDir })
    const rows = await query<{ n: number }>(next.url, 'SELECT count(*)::int AS n FROM written')
    expect(committed).toBeGreaterThan(0)
    expect(rows[0]?.n).toBeGreaterThanOrEqual(committed)
    await next.stop()
  })

  test.runIf(canBeNobody)(
    'accepts connections of its own account, not of the one that it runs as',
    async () => {
      const { url, productUrl, stop } = await startEmbeddedPostgres({ dataDir })
      for (const address of [url, productUrl])
        expect(await connectAs(pickAccount(), address)).toContain('Peer authentication failed')
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await stop()
    },
  )

  test('starts at once after a kill, while the old server is still stopping', async () => {
    const { owner } = await startOwner(dataDir)
    await killAndAwait(owner)
    const next = await startEmbeddedPostgres({ dataDir })
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await next.stop()
  })

  test('refuses a second owner with a sentence, and returns its address to others', async () => {
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
    const { owner, url } = await startOwner(dataDir)
    await expect(startEmbeddedPostgres({ dataDir, graceSeconds: 0.5 })).rejects.toThrow(
      `is in use by another process of this product (process ${owner.pid})`,
    )
    expect(await findEmbeddedPostgres(dataDir)).toBe(url)
    await killAndAwait(owner)
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  test('waits longer for a stopping owner than for a running one, and says so', async () => {
    const { owner } = await startOwner(dataDir)
    const exited = once(owner, 'exit')
    owner.kill('SIGTERM')
    await expect.poll(() => readNote(dataDir, 'postgres')?.['isStopping'], { timeout: 15_000 }).toBe(true)
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const next = await startEmbeddedPostgres({ dataDir, say, graceSeconds: 0.1 })
    expect(await exited).toEqual([0, null])
    expect(lines).toEqual([expect.stringContaining(`Waiting for process ${owner.pid} to release`)])
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await next.stop()
  })

  test('leaves no folder behind: not after a stop, not after a kill, and removes those of a crash', async () => {
    const folderOf = (url: string) => new URL(url).searchParams.get('host') ?? ''
    const stopped = await startEmbeddedPostgres({ dataDir })
    expect(existsSync(folderOf(stopped.url))).toBe(true)
    await stopped.stop()
    expect(existsSync(folderOf(stopped.url))).toBe(false)

    const killed = await startOwner(dataDir)
    await killAndAwait(killed.owner)
    await expect.poll(() => existsSync(folderOf(killed.url)), { timeout: 15_000 }).toBe(false)

    // When a container is killed, the watcher that would clean up is killed too.
    const worse = await startOwner(dataDir)
    const ps = await promisify(execFile)('ps', ['-eo', 'pid,args'])
    const watcher = ps.stdout
      .split('\n')
      .find((line) => line.includes('tally-and-reach-watcher') && line.includes(folderOf(worse.url)))
    process.kill(Number(watcher?.trim().split(' ')[0]), 'SIGKILL')
    await killAndAwait(worse.owner)
    expect(existsSync(folderOf(worse.url))).toBe(true)
    const next = await startEmbeddedPostgres({ dataDir })
    expect(existsSync(folderOf(worse.url))).toBe(false)
    await next.stop()
  })

  test('starts despite a stale process id that now belongs to something else', async () => {
    const first = await startEmbeddedPostgres({ dataDir })
    await first.stop()
    const cluster = join(dataDir, 'postgres')
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n\n\n\nready\n`)
    const second = await startEmbeddedPostgres({ dataDir })
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await second.stop()
  })

  test('restarts when the server itself is killed', async () => {
    const { url, stop } = await startEmbeddedPostgres({ dataDir })
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await expect
      .poll(() => query(url, 'SELECT answer FROM kept').catch(() => 'down'), { timeout: 15_000 })
      .toEqual([{ answer: 42 }])
    await stop()
  })

  test("the server's log contains nothing from statements", async () => {
    const { url, stop } = await startEmbeddedPostgres({ dataDir })
    await query(url, "CREATE TABLE people AS SELECT 'ann@example.com' AS email")
    await query(url, 'CREATE UNIQUE INDEX ON people (email)')
    for (const failing of [
      "INSERT INTO people VALUES ('ann@example.com')",
      "SELECT 'ann@example.com'::int",
      "DO $$ BEGIN RAISE WARNING 'ann@example.com'; END $$",
    ])
      await query(url, failing).catch(() => undefined)
    await stop()
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('ann@example.com')
  })

  test('leaves no folder behind when the server does not start', async () => {
    const broken = join(base, 'broken')
    const { stop } = await startEmbeddedPostgres({ dataDir })
    await stop()
    // With its owner.
    execFileSync('cp', ['-a', dataDir, broken])
    await rm(join(broken, 'postgres', 'global'), { recursive: true })
    const failed = startEmbeddedPostgres({ dataDir: broken }).catch(String)
    await expect
      .poll(() => readNote(broken, 'postgres')?.['folder'], { interval: 1, timeout: 15_000 })
      .toBeDefined()
    const folder = String(readNote(broken, 'postgres')?.['folder'])
    expect(await failed).toContain('PostgreSQL did not start')
    expect(existsSync(folder)).toBe(false)
  })

  test.runIf(canBeNobody)('works for an ordinary user as well', async () => {
    const dataDir = join(base, 'ordinary')
    await mkdir(dataDir)
    await chown(dataDir, 65_534, 65_534)
    const { owner, url } = await startOwner(dataDir, { uid: 65_534, gid: 65_534 })
    expect(await query(url, 'SELECT current_user AS name')).toEqual([{ name: 'tally' }])
    await killAndAwait(owner)
    expect(await serverEnds(join(dataDir, 'postgres'))).toBe(true)
  })
})
