import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { login, setup } from '#contract/users/auth.ts'
import { deleteService } from '#contract/catalogue/admin-services.ts'
import { listServices } from '#contract/catalogue/catalogue.ts'
import { control } from '#sandbox/call-sandbox.ts'
import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'
import { buildWeb, projectDir } from '#scripts/build-web.ts'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { makePool } from '#server/lib/postgres/pool.ts'

import { makeTestCall } from './app.ts'
import { makeTestDatabase } from './database.ts'
import { makeDataDir, type StartedScript, startScript } from './start-script.ts'

// Longer than most: a start takes seconds, so each is checked in every way.

beforeAll(() => buildWeb(() => undefined), 300_000)

/** On a loaded machine, a product that has just started may answer 503 for a moment. */
const soon = { timeout: 30_000, interval: 200 }

async function dataDirOfThisTest(): Promise<string> {
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  return dataDir
}

/** A copy of the project, like a new version that isn't built yet. */
async function copyUnbuilt(): Promise<string> {
  const copy = await dataDirOfThisTest()
  for (const name of await readdir(projectDir))
    if (name === 'node_modules') await symlink(join(projectDir, name), join(copy, name))
    else if (/^(src|scripts|sandbox|db|package.*|tsconfig.*|.*\.config\.ts)$/.test(name))
      await cp(join(projectDir, name), join(copy, name), { recursive: true })
  return copy
}

async function rowsOf<Row extends object>(dataDir: string, sql: string): Promise<Row[]> {
  const pool = makePool({ url: (await findEmbeddedPostgres(dataDir)) ?? '', max: 1 })
  const { rows } = await pool.query<Row>(sql)
  await pool.end()
  return rows
}

test('the first start has services on sale and prints the next steps; deleted services stay deleted', async () => {
  const dataDir = await dataDirOfThisTest()
  const first = startScript({ DATA_DIR: dataDir }, { command: ['npm', 'start'] })
  const url = await first.ready
  const call = makeTestCall(url)
  const said = first.lines()
  expect(said.filter((line) => line.startsWith('{'))).toEqual([])
  const setUpUrl = /Create the first admin .*: (\S+)/.exec(said.join('\n'))?.[1] ?? ''
  expect(setUpUrl).toContain(`${url}/setup/`)
  for (const wanted of [
    /^A self-hosted panel/,
    /^Sandbox: on/,
    /^This database stays in sandbox mode\./,
    /^Services: \d+ imported/,
    /--demo/,
    /^Next: /,
  ])
    expect(said).toContainEqual(expect.stringMatching(wanted))
  expect(said).toContainEqual(expect.stringContaining(`Data: ${dataDir} `))

  await expect.poll(async () => (await call(listServices)).status, soon).toBe(200)
  const { body: services } = await call(listServices)
  expect(services.length).toBeGreaterThan(200)
  expect(
    await rowsOf(
      dataDir,
      `select count(*)::int as supplies, min(markup_basis_points), max(markup_basis_points),
      bool_and(rate = ceil(cost_rate * 1.3 / 10000) * 10000) as "isPriced" from supplies join services on services.id = service_id where services.is_active`,
    ),
  ).toEqual([{ supplies: services.length, min: 3000, max: 3000, isPriced: true }])

  // The printed link may be lost or have expired after a day.
  const asked = startScript({ DATA_DIR: dataDir }, { command: setupLink })
  expect((await asked.exited).code).toBe(0)
  const newUrl = /Create the first admin .*: (\S+)/.exec(asked.lines().join('\n'))?.[1] ?? ''
  expect(newUrl).toContain(`${url}/setup/`)
  const admin = { name: 'Admin', email: 'admin@example.com', password: 'a long password' }
  const replaced = setUpUrl.split('/').at(-1) ?? ''
  expect((await call(setup, { body: { ...admin, token: replaced } })).status).toBe(404)
  const token = newUrl.split('/').at(-1) ?? ''
  const { body } = await call(setup, { body: { ...admin, token } })
  // A second start next to it ends before it installs, builds or migrates anything.
  const newVersion = await copyUnbuilt()
  const beside = startScript(
    { DATA_DIR: dataDir },
    { command: [process.execPath, join(newVersion, 'scripts/start.ts')], cwd: newVersion },
  )
  expect((await beside.exited).code).toBe(1)
  expect(await readdir(newVersion)).not.toContain('build')
  expect(beside.lines().at(-2)).toMatch(
    /is in use by another process of this product \(process \d+\)\. Stop that one first, or give this one a DATA_DIR of its own\.$/,
  )
  expect((await call(listServices)).status).toBe(200)
  const [deleted, ...others] = services
  await call(deleteService, { token: body.token, params: { id: deleted?.id ?? 0 } })
  await expectEndsAfterProduct(first, dataDir)

  await forgetProductRole(dataDir)
  const second = startScript({ DATA_DIR: dataDir }, { command: bootstrapOfOlderNode })
  const again = makeTestCall(await second.ready)
  const usedRoles = () =>
    rowsOf(
      dataDir,
      `select distinct usename from pg_stat_activity
        where application_name in ('tally-and-reach', 'tally-events') and pid <> pg_backend_pid()`,
    )
  // The owner's connections for migrations are closed already; their backends end a little later.
  await expect.poll(usedRoles, soon).toEqual([{ usename: 'tally_product' }])
  const onSale = async () => (await again(listServices)).body.map(({ id }) => id)
  await expect.poll(onSale, soon).toEqual(others.map(({ id }) => id))
  expect(second.lines().join('\n')).toMatch(/^Sign in at http/m)
  expect(second.lines().join('\n')).not.toMatch(/Services:|\/setup\//)
  const { email, password } = admin
  await expect.poll(async () => (await again(login, { body: { email, password } })).status, soon).toBe(200)
  await expectEndsAfterProduct(second, dataDir)
})

/** Like Node before 22.15, which can't replace its process with the product. */
const withoutExecve = ['--import', 'data:text/javascript,process.execve=undefined']
const bootstrapOfOlderNode = [process.execPath, ...withoutExecve, 'scripts/bootstrap.mjs', 'start']

/** Stopped by a supervisor that knows only the process it started. */
async function expectEndsAfterProduct(starter: StartedScript, dataDir: string): Promise<void> {
  const note = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { pid: number } // the holder's
  expect(note.pid).not.toBe(starter.child.pid)
  const watching = (async () => {
    await starter.exited
    return isAlive(note.pid)
  })()
  expect(await starter.stop()).toMatchObject({ code: 0 })
  expect(await watching).toBe(false)
  // The note is removed with the lock, last.
  expect(await readdir(dataDir)).not.toContain('postgres.json')
}

/** As an earlier version left its data, which had only the owner's role. */
async function forgetProductRole(dataDir: string): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  const pool = makePool({ url, max: 1 })
  await pool.query('drop owned by tally_product; drop role tally_product')
  await pool.end()
  await stop()
}

const setupLink = [process.execPath, 'scripts/setup-link.ts']

test('a restart while the previous run is still stopping takes over its sandbox, also on an external database, and fills in the demo; a Ctrl-C that arrives twice, from the terminal and from npm, is one, and a later one ends it at once', async () => {
  const database = await makeTestDatabase()
  const dataDir = await dataDirOfThisTest()
  onTestFinished(database.drop)
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SANDBOX_CATALOGUE_SIZE: '60' }
  const first = startScript(env)
  await holdOpen(await first.ready)
  // The kernel keeps only one of two pending SIGINTs.
  first.child.kill('SIGINT')
  const stopped = first.stop('SIGTERM')
  const [email, password] = ['demo@example.com', 'a long password']
  const second = startScript({ ...env, DEMO_PASSWORD: password }, { args: ['--demo'] })
  const secondUrl = await second.ready
  expect(await stopped).toMatchObject({ code: 0 })
  const sandbox = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8')) as SandboxAddresses // its own file
  expect((await control(sandbox.provider.url, 'speed')).status).toBe(200)
  expect(second.lines()).toContain(`Demo customer: ${email} with the password ${password}`)
  const call = makeTestCall(secondUrl)
  await expect.poll(async () => (await call(login, { body: { email, password } })).status, soon).toBe(200)

  await holdOpen(secondUrl)
  second.child.kill('SIGINT')
  const isReady = () =>
    fetch(`${secondUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, soon).toBe(false)
  await sleep(1100) // longer than what counts as the same one, and it still stops
  expect(second.child.exitCode).toBeNull()
  expect(await second.stop('SIGINT')).toMatchObject({ code: 130 })
})

/** An incomplete body keeps the site from closing, for as long as its limit allows. */
async function holdOpen(url: string): Promise<void> {
  const slow = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  slow.write('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
  slow.write('Content-Length: 99\r\nExpect: 100-continue\r\n\r\n')
  await once(slow, 'data')
}

test('an invalid configuration is reported in one line', async () => {
  const dataDir = await dataDirOfThisTest()
  const unsafe = startScript({ DATA_DIR: dataDir, SECRET_KEY: 'changemechangeme' })
  expect(await unsafe.exited).toEqual({ code: 1, signal: null })
  expect(unsafe.lines().join('\n')).toMatch(/^SECRET_KEY can be guessed, .+\.\n$/)
  expect(await readdir(dataDir)).toEqual([])
})

async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
