import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { ConfigError } from '#server/lib/environment/environment.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'

import { awaitDirectory, type DirectoryLock, isLocked, readNote } from './lock-directory.ts'
import { type Address, makeAddress, removeLeftFolder } from './make-address.ts'
import { findMoved } from './moved-database.ts'
import { pickAccount } from './pick-account.ts'
import { packagedMajor, placeBinaries } from './place-binaries.ts'
import { placeCluster, setPassword, systemPlace } from './place-cluster.ts'
import { type Postmaster, runPostmaster } from './run-postmaster.ts'

export type EmbeddedPostgres = {
  /** With the owner's role, which runs migrations. */
  url: string
  /** With the product's role. */
  productUrl: string
  /** Tells a process waiting for DATA_DIR that it will be free soon. */
  noteStopping(): void
  stop(): Promise<void>
}

const lockName = 'postgres'

/** Every commit is flushed to disk; the rest suits one small machine. */
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_connections: 100,
  // For short queries, compiling costs more than it saves.
  jit: 'off',
  // Queries are short and many: parallel workers would only compete with other queries.
  max_parallel_workers_per_gather: 0,
  // After a checkpoint an order writes eight to ten pages whole: 34 kB instead of 59.
  wal_compression: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Only messages about the server itself. Errors of statements are in our own log, without the row's data; here they
  // would contain emails and links.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/**
 * Starts the bundled PostgreSQL on the data in `dataDir`, which this process locks. It stops with `stop()`, or with
 * this process, however that ends. Takes 0.1 s; 1 s more the first time. `say` reports what the start waits for, `log`
 * what happens to the server later.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  /** From `lockDataDir`; otherwise the lock is taken here. Released at the stop either way. */
  lock?: DirectoryLock | undefined
  say?: (line: string) => void
  log?: (line: string) => void
  graceSeconds?: number
}): Promise<EmbeddedPostgres> {
  const { say = () => undefined, log = () => undefined } = options
  const lock = options.lock ?? (await lockDataDir(options))
  const dataDir = await realpath(options.dataDir)
  let address: Address | undefined
  try {
    const moved = findMoved(dataDir)
    if (moved !== undefined) throw new ConfigError(moved)
    await removeLeftFolder(readNote(dataDir, lockName)?.['folder'])
    const account = pickAccount()
    const native = await placeBinaries(account, 'uid' in account ? systemPlace : dataDir)
    const cluster = await placeCluster(account, dataDir, native)
    await refuseOtherMajor(cluster, dataDir)
    await endLeftover(cluster, say)
    address = await makeAddress(account, (folder) => lock.note({ folder }))
    const { url, password } = address
    if (password !== undefined) await setPassword(password, { account, native, cluster })
    const parts = { account, address, native, cluster, logFile: join(dataDir, 'postgres.log'), settings }
    const server = await keepRunning(() => runPostmaster(parts), log)
    const stopServer = async () => {
      await server.stop()
      await address?.remove()
    }
    const productUrl = await makeProductRole(address).catch(async (error: unknown) => {
      await stopServer()
      throw error
    })
    lock.note({ url })
    return {
      url,
      productUrl,
      noteStopping: lock.noteStopping,
      async stop() {
        await stopServer()
        lock.release()
      },
    }
  } catch (error) {
    await address?.remove()
    lock.release()
    throw error
  }
}

/** Locks `dataDir` for the embedded database of this process. Waits for a holder that is stopping; throws `DirectoryInUse`. */
export async function lockDataDir(options: {
  dataDir: string
  say?: (line: string) => void
  graceSeconds?: number
}): Promise<DirectoryLock> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const lock = await awaitDirectory(dataDir, lockName, options)
  try {
    // Locked by us now, but the remains of a killed predecessor are not yet removed.
    lock.note({ folder: readNote(dataDir, lockName)?.['folder'] })
    return lock
  } catch (error) {
    lock.release()
    throw error
  }
}

/** PostgreSQL only reads files of its own major version. */
async function refuseOtherMajor(cluster: string, dataDir: string): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  const own = await packagedMajor()
  if (found === own) return
  throw new ConfigError(
    `The database in ${dataDir} is PostgreSQL ${found}, and this version comes with PostgreSQL ${own}. ` +
      'With the version that you used before: npm run backup -- --to=FILE. With this one: DATA_DIR=NEW_FOLDER npm run restore -- FILE.',
  )
}

/** Restarts a server that died (killed, out of memory) at the same address. Its log has the reason. */
async function keepRunning(start: () => Promise<Postmaster>, log: (line: string) => void) {
  let starting = start()
  let server = await starting
  let isStopping = false
  const watch = async () => {
    for (let tries = 0; ;) {
      const code = await server.exited
      if (isStopping) return
      log(`PostgreSQL ended unexpectedly (${String(code)}) and is restarted`)
      // Its children may hold the shared memory for a moment longer.
      await sleep(Math.min(100 * 2 ** tries, 5_000))
      if (isStopping) return
      try {
        starting = start()
        server = await starting
        tries = 0
      } catch (error) {
        tries += 1
        log((error as Error).message)
      }
    }
  }
  void watch()
  return {
    async stop() {
      isStopping = true
      await starting.then((last) => last.stop()).catch(() => undefined)
    },
  }
}

/** The owner's URL of the server that another process runs on `dataDir`; undefined if there is none. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const real = await realpath(dataDir).catch(() => undefined)
  if (!real) return undefined
  if (!isLocked(real, lockName)) return undefined
  const url = readNote(real, lockName)?.['url']
  return typeof url === 'string' ? url : undefined
}

/**
 * Ends the server of a killed process: we hold the lock, so it has no owner. Its process id may belong to another
 * program by now, which is checked first.
 */
async function endLeftover(cluster: string, log: (line: string) => void) {
  const file = join(cluster, 'postmaster.pid')
  for (let tried = 0; ; tried += 1) {
    const [first, folder] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    const pid = Number(first)
    if (!(pid > 0) || !isAlive(pid)) return
    if (folder !== cluster || !(await isPostgres(pid))) return rm(file, { force: true })
    if (tried === 0) log('Waiting for the database of an earlier run to end')
    if (tried > 600)
      throw new Error(`PostgreSQL of an earlier run (process ${pid}) does not end. End it by hand.`)
    if (tried % 100 === 0) process.kill(pid, tried < 200 ? 'SIGINT' : 'SIGQUIT')
    await sleep(50)
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Without /proc it is assumed to be one; PostgreSQL itself reports a conflict. */
async function isPostgres(pid: number) {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return /\bpostgres\b/.test(command.split('\0')[0] ?? '')
}

/** The product's role, with the rights in db/grants.sql. */
const productRole = 'tally_product'

/** Creates the role if it doesn't exist and returns its URL. Access is configured at each start (make-address.ts). */
async function makeProductRole({ url, password }: Address): Promise<string> {
  const client = makeClient(url, 'tally-and-reach roles')
  await client.connect()
  try {
    await client.query(`do $$
      begin
        if not exists (select from pg_roles where rolname = '${productRole}') then
          create role ${productRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
        end if;
      end
      $$`)
    if (password !== undefined) await client.query(`alter role ${productRole} password '${password}'`)
  } finally {
    await client.end()
  }
  return toProductUrl(url)
}

/** The same server with the product's role, which exists from the first start on. */
export function toProductUrl(ownerUrl: string): string {
  return Object.assign(new URL(ownerUrl), { username: productRole }).href
}
