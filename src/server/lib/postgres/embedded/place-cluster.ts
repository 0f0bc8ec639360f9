import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { type Account, canGoTo } from './pick-account.ts'

export const databaseName = 'tally_and_reach'
export const superuser = 'tally'

/** For an account that can't enter the project's folder. */
export const systemPlace = '/var/lib/tally-and-reach'

/**
 * The folder of the database cluster: `dataDir/postgres`, or, if the account can't go there, a folder under /var/lib that
 * `dataDir/postgres` links to. Its name is random, so that two projects don't share it and a deleted DATA_DIR is a new start.
 */
export async function placeCluster(account: Account, dataDir: string, native: string): Promise<string> {
  const cluster = join(dataDir, 'postgres')
  const parent = await clusterParent(account, dataDir, cluster)
  const real = parent === dataDir ? cluster : join(parent, 'postgres')
  if (!(await exists(real))) await makeCluster(account, native, real)
  return real
}

/** Removes the cluster of a stopped server, and the link to it. */
export async function removeCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const isLink = (await lstat(cluster).catch(() => undefined))?.isSymbolicLink() === true
  if (isLink) await rm(dirname(await readlink(cluster)), { recursive: true, force: true })
  await rm(cluster, { recursive: true, force: true })
}

async function clusterParent(account: Account, dataDir: string, cluster: string) {
  const found = await lstat(cluster).catch(() => undefined)
  if (found?.isSymbolicLink()) {
    const real = await readlink(cluster)
    if (await exists(dirname(real))) return dirname(real)
    throw new Error(
      `The database of ${dataDir} was in ${real}, which is gone. Restore it, or remove ${cluster}.`,
    )
  }
  // The account only needs to pass through DATA_DIR, which is ours.
  if (!canGoTo(account, dataDir) && canGoTo(account, dirname(dataDir)))
    await chmod(dataDir, (await stat(dataDir)).mode | 0o011)
  if (canGoTo(account, dataDir)) return dataDir
  if (found) throw new Error(`${cluster} lies where the account of PostgreSQL cannot go. Start as its owner.`)

  const parent = join(systemPlace, randomBytes(8).toString('hex'))
  await mkdir(parent, { recursive: true, mode: 0o755 })
  await symlink(join(parent, 'postgres'), cluster)
  return parent
}

/** Made under a temporary name, synced, then renamed, so that a cluster is complete or absent. */
async function makeCluster(account: Account, native: string, cluster: string) {
  const parent = dirname(cluster)
  for (const name of await readdir(parent))
    if (name.startsWith('postgres.making-')) await rm(join(parent, name), { recursive: true, force: true })

  const draft = `${cluster}.making-${process.pid}`
  await mkdir(draft, { mode: 0o700 })
  if ('uid' in account) await chown(draft, account.uid, account.gid)
  // Access is configured at each start (make-address.ts).
  const access = ['--auth-local=reject', '--auth-host=reject']
  // PostgreSQL's own C.UTF-8 sorts the same on every machine and after every upgrade of libc or ICU.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run(account, native, 'initdb', ['-D', draft, '-U', superuser, ...access, ...locale])
  await run(
    account,
    native,
    'postgres',
    ['--single', '-D', draft, 'postgres'],
    `CREATE DATABASE ${databaseName}\n`,
  )
  await rename(draft, cluster)
  await syncFolder(parent)
}

/** Sets the password of the owner's role while no server runs. The owner sets the product role's. */
export async function setPassword(
  password: string,
  { account, native, cluster }: { account: Account; native: string; cluster: string },
): Promise<void> {
  // Through stdin: other accounts can see a process's arguments. One line, without quotes in it.
  const statement = `ALTER ROLE ${superuser} PASSWORD '${password}'\n`
  await run(account, native, 'postgres', ['--single', '-D', cluster, databaseName], statement)
}

async function run(account: Account, native: string, program: string, args: string[], input = '') {
  const child = spawn(join(native, 'bin', program), args, {
    ...account,
    cwd: '/',
    env: plainEnv,
    windowsHide: true,
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0)
    throw explainFailure(said, `PostgreSQL's ${program} failed (${String(code)}):\n${said.trim()}`)
}

/** One sentence for failures that an operator can fix; for others PostgreSQL's own message, in `otherwise`. */
export function explainFailure(said: string, otherwise: string): Error {
  const isFull = /No space left on device|could not extend file|Check free disk space/i.test(said)
  return new Error(
    isFull
      ? 'The disk of DATA_DIR, which has the database, is full. What was stored is still there: free some space and start again.'
      : otherwise,
  )
}

async function exists(path: string) {
  return (await stat(path).catch(() => undefined)) !== undefined
}

async function syncFolder(dir: string) {
  if (process.platform === 'win32') return
  const handle = await open(dir, 'r')
  await handle.sync()
  await handle.close()
}

/** PostgreSQL reads many variables (PGDATA, PGPORT, LC_ALL …): the operator's must have no effect. */
export const plainEnv = { PATH: '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
