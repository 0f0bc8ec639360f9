import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, openSync, closeSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { pickAccount } from '#server/lib/postgres/embedded/pick-account.ts'
import { findFreePort } from '#torture/sandboxes/find-free-port.ts'

/** A PgBouncer in front of the database, which may give each tx another connection. */
export type Pooler = {
  url: string
  /** kill -9, followed by a restart. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

const START_MS = 10_000
const CONNECTIONS = 20

/** Undefined if PgBouncer is not installed. */
export async function startPooler(databaseUrl: string, dir: string): Promise<Pooler | undefined> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) return undefined
  const account = pickAccount() // it refuses to run as root
  mkdirSync(dir, { recursive: true })
  const port = await findFreePort()
  const { host, port: far, user, password, database } = new Client({ connectionString: databaseUrl })
  const settings = join(dir, 'pgbouncer.ini')
  const login = [`user=${user}`, ...(password ? [`password=${String(password)}`] : [])].join(' ')
  writeFileSync(
    settings,
    `[databases]
${database} = host=${host} port=${far} dbname=${database} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 500
server_tls_sslmode = disable
server_login_retry = 1
`,
    { mode: 0o600 },
  )
  if ('uid' in account) for (const path of [dir, settings]) chownSync(path, account.uid, account.gid)
  const start = async (): Promise<ChildProcess> => {
    const log = openSync(join(dir, 'pgbouncer.log'), 'a')
    const child = spawn('pgbouncer', [settings], { ...account, cwd: '/', stdio: ['ignore', log, log] })
    closeSync(log)
    for (const until = Date.now() + START_MS; !(await answers(port)); await sleep(20))
      if (Date.now() > until || child.exitCode !== null)
        throw new Error(`PgBouncer did not start, see ${dir}`)
    return child
  }
  let current = await start()
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(current, 'exit')
    if (current.kill(signal)) await exited
  }
  return {
    url: `postgresql://${encodeURIComponent(user ?? '')}@127.0.0.1:${port}/${database}`,
    kill: async () => {
      await end('SIGKILL')
      current = await start()
    },
    stop: () => end('SIGTERM'),
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
