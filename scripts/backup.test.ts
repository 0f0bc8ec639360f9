import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { getFromDisk, putOnDisk } from '#server/integrations/outgoing/disk.ts'
import { isLocked } from '#server/lib/postgres/embedded/lock-directory.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makeClient, makePool } from '#server/lib/postgres/pool.ts'
import { makeEmptyDatabase, makeTestDatabase } from '#test/database.ts'
import { readTables } from '#test/read-tables.ts'
import { makeDataDir } from '#test/start-script.ts'

import { projectDir } from './build-web.ts'

const SECRET_KEY = 'the key of a fixture, of no use elsewhere'
const BACKUP_PASSPHRASE = 'correct horse battery'
const file = 'a proof of payment'

let folder: Awaited<ReturnType<typeof makeDataDir>>
/** A stopped shop with the embedded database, and a file. */
let shop: string
let key: string
/** The content of all its tables. */
let stored: Awaited<ReturnType<typeof readAll>>
beforeAll(async () => {
  folder = await makeDataDir()
  shop = join(folder.dataDir, 'shop')
  const server = await startEmbeddedPostgres({ dataDir: shop })
  await migrate(server.url)
  await query(server.url, await readFile(join(projectDir, 'test/fixtures/filled.sql'), 'utf8'))
  const [row] = await query<{ key: string }>(
    server.url,
    `insert into attachments (user_id, deposit_id, store, key, name, type, bytes)
     select user_id, id, 'disk', user_id || '/proof', 'a.pdf', 'application/pdf', 1 from deposits limit 1 returning key`,
  )
  key = row?.key ?? ''
  await putOnDisk(join(shop, 'attachments'), key, Buffer.from(file))
  await writeFile(join(shop, 'secret-key'), `${SECRET_KEY}\n`)
  stored = await readAll(server.url)
  await server.stop()
})
afterAll(() => folder.remove())

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = makeClient(url)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

function start(script: string, args: string[], env: Record<string, string>) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [join(projectDir, `scripts/${script}.ts`), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exited = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, said }))
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, exited }
}

const run = (script: string, args: string[], env: Record<string, string>) => start(script, args, env).exited

const inFolder = async <Result>(dataDir: string, work: (url: string) => Promise<Result>) => {
  const server = await startEmbeddedPostgres({ dataDir })
  return work(server.url).finally(() => server.stop())
}

const readAll = async (url: string) => {
  const pool = makePool({ url, max: 2, patienceMs: 60_000 })
  return readTables(pool).finally(() => pool.end())
}

test('a sealed backup with the key is checked, and restored into a new folder with files and key, fenced; into a full one it is not', async () => {
  const backups = join(folder.dataDir, 'backups')
  await mkdir(backups)
  const env = { DATA_DIR: shop, BACKUP_PASSPHRASE }
  expect(await run('backup', [`--to=${backups}`, '--with-key'], env)).toMatchObject({ code: 0 })
  const [name = ''] = await readdir(backups)
  expect(name).toMatch(/^tally-and-reach-20\d\d-[\dTZ-]+\.tar\.zst\.sealed$/)
  const backup = join(backups, name)

  const checked = await run('backup-check', [backup], {
    DATA_DIR: join(folder.dataDir, 'other'),
    BACKUP_PASSPHRASE,
  })
  expect(checked).toMatchObject({
    code: 0,
    said: expect.stringMatching(/The backup is good: .* checks passed/),
  })
  expect(checked.said).toMatch(/files +1\n/)

  const target = join(folder.dataDir, 'restored')
  const into = { DATA_DIR: target, BACKUP_PASSPHRASE }
  const restored = await run('restore', [backup], into)
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringContaining('The ledger check finds nothing.'),
  })
  expect(await readFile(join(target, 'secret-key'), 'utf8')).toBe(`${SECRET_KEY}\n`)
  expect(String(await getFromDisk(join(target, 'attachments'), key))).toBe(file)
  await inFolder(target, async (url) => {
    expect(await query(url, 'select resumed_at from restorations')).toEqual([{ resumed_at: null }])
    // A restored shop lists the backups made before the one it was restored from.
    expect(await readAll(url)).toEqual({
      ...stored,
      restorations: expect.objectContaining({ count: 1 }),
      backups: expect.objectContaining({ count: 0 }),
    })
  })
  const again = await run('restore', [backup], into)
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
})

test('a database of another major version is refused, with the way', async () => {
  const old = join(folder.dataDir, 'old')
  await mkdir(join(old, 'postgres'), { recursive: true })
  await writeFile(join(old, 'postgres', 'PG_VERSION'), '17\n')
  await expect(inFolder(old, async () => undefined)).rejects.toThrow(
    /is PostgreSQL 17, and this version comes with PostgreSQL 18\. .*npm run backup.*npm run restore/,
  )
})

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('a move that can not reach its target changes nothing; one that succeeds answers with maintenance, and the old database no longer starts', async () => {
  const target = await makeEmptyDatabase()
  onTestFinished(() => target.drop())
  const port = await findPort()
  const env = { DATA_DIR: shop, PORT: String(port) }
  // While this waits for the target, the product can't start.
  const waiting = start('move', ['--to=postgres://shop:hidden@127.0.0.1:1/none'], env)
  await expect.poll(() => isLocked(shop, 'postgres'), { timeout: 10_000, interval: 50 }).toBe(true)
  const unreached = await waiting.exited
  expect(unreached).toMatchObject({ code: 1, said: expect.stringContaining('set PGPASSWORD') })
  expect(unreached.said).not.toContain('hidden')

  const moving = start('move', [`--to=${target.url}`], env)
  const answers: { status: number; retry: string | null; body: string }[] = []
  const ask = async (path: string, method: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method }).catch(() => undefined)
    if (answer === undefined) return
    const retry = answer.headers.get('retry-after')
    answers.push({ status: answer.status, retry, body: await answer.text() })
  }
  const asking = (async () => {
    while (moving.child.exitCode === null) {
      await ask('/api/payment/webhook/cryptomus', 'POST')
      await ask('/api/v2', 'POST')
      await sleep(20)
    }
  })()
  expect(await moving.exited).toMatchObject({
    code: 0,
    said: expect.stringContaining('Moved. Every table is equal.'),
  })
  await asking
  expect(answers.length).toBeGreaterThan(1)
  for (const answer of answers) expect(answer).toEqual({ status: 503, retry: '60', body: '' })
  // The backup made above is listed.
  expect(await readTables(target.pool)).toEqual({
    ...stored,
    backups: expect.objectContaining({ count: 1 }),
  })
  await expect(inFolder(shop, async () => undefined)).rejects.toThrow(/was moved to .*: set DATABASE_URL/)
})

/** Its last line is the peak memory of the process, in kilobytes. */
const withPeak = `data:text/javascript,process.on('exit',()=>console.log('peak='+process.resourceUsage().maxRSS))`
const peakOf = ({ code, said }: { code: number | null; said: string }) => {
  expect(said).toContain('peak=')
  return { code, megabytes: Number(/peak=(\d+)/.exec(said)?.[1]) / 1024 }
}

test('a table larger than the memory it takes is backed up and restored, by the owner of the tables', async () => {
  const source = await makeTestDatabase()
  onTestFinished(() => source.drop())
  const env = {
    DATABASE_URL: source.url,
    DATA_DIR: join(folder.dataDir, 'large'),
    SECRET_KEY,
    NODE_OPTIONS: `--import=${withPeak}`,
  }
  const large = join(folder.dataDir, 'large.tar.zst')
  const unnamed = await run('backup', [`--to=${large}`], { ...env, DATABASE_URL: source.product.url })
  expect(unnamed).toMatchObject({
    code: 1,
    said: expect.stringContaining('Give the owner of the tables as DATABASE_DIRECT_URL'),
  })
  const base = peakOf(unnamed)
  // 72 MB of text, which PostgreSQL and zstd compress to little.
  await source.pool.query(
    `insert into canned_replies (language, title, content)
     select 'en', 'Reply ' || n, repeat(md5(n::text), 150) from generate_series(1, 15000) n`,
  )
  const written = await run('backup', [`--to=${large}`], env)
  expect(written.said).toContain('Not in it: the SECRET_KEY')
  const backup = peakOf(written)
  // 70 to 85 more than a command that only refuses; with the table in memory it would be 140.
  expect(backup.megabytes - base.megabytes).toBeLessThan(125)
  const target = await makeEmptyDatabase()
  onTestFinished(() => target.drop())
  const restore = peakOf(await run('restore', [large], { ...env, DATABASE_URL: target.url }))
  expect([backup.code, restore.code]).toEqual([0, 0])
  expect(restore.megabytes - base.megabytes).toBeLessThan(125)
})
