import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { send } from '#torture/product/start-part.ts'

/** A PostgreSQL server on this machine that a run may kill and restart. */
export type LocalNode = { kill(): Promise<void>; start(): Promise<void> }

const START_TRIES = 20

/** The URLs whose server runs on this machine, in an account that this process may act for. */
export async function findLocalNodes(urls: readonly string[]): Promise<LocalNode[]> {
  const found = await Promise.all(urls.map((url) => findLocalNode(url).catch(() => undefined)))
  return found.filter((node) => node !== undefined)
}

async function findLocalNode(url: string): Promise<LocalNode | undefined> {
  const { pid, dir } = await readServer(url)
  if (dir !== readlinkSync(`/proc/${pid}/cwd`)) return undefined
  const bin = dirname(readlinkSync(`/proc/${pid}/exe`))
  const { uid, gid } = statSync(`/proc/${pid}`)
  const start = async () => {
    const args = ['-D', dir, '-l', `${dir}.log`, '-w', 'start']
    const child = spawn(join(bin, 'pg_ctl'), args, { uid, gid, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    return code === 0
  }
  return {
    async kill() {
      send((await readServer(url)).pid, 'SIGKILL')
    },
    async start() {
      // Backends of the killed server end soon after it, and until then no other can start.
      for (let tries = 0; tries < START_TRIES; tries += 1) {
        if (await start()) return
        await sleep(500)
      }
      throw new Error(`the node in ${dir} does not start`)
    },
  }
}

async function readServer(url: string): Promise<{ pid: number; dir: string }> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; dir: string }>(
      `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid, current_setting('data_directory') as dir`,
    )
    const [server] = rows
    if (server === undefined) throw new Error('a select without a table returns one row')
    return server
  } finally {
    await client.end().catch(() => undefined)
  }
}
