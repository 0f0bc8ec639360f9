import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makePool } from '#server/lib/postgres/pool.ts'
import { placeOneStatement } from '#server/modules/orders/placing/place-orders-statement.ts'

export type Load = { url: string; users: number; clients: number; seconds: number; serviceId: number }
export type Baseline = { by: string; perSecond: number }

/** The baseline: the product's own single-order statement, one order per tx, without HTTP. */
export async function oneOrderPerTx(load: Load): Promise<Baseline> {
  return spawnSync('pgbench', ['--version']).status === 0 ? byPgbench(load) : byPg(load)
}

async function byPgbench({ url, users, clients, seconds, serviceId }: Load): Promise<Baseline> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'))
  const script = join(folder, 'order.sql')
  const values = [
    ':user',
    String(serviceId),
    "'https://example.com/bench'",
    '1000',
    'null',
    "'{}'",
    'null',
    'null',
    'null',
    "'0'",
  ]
  const statement = placeOneStatement('wait').replace(
    /\$(\d+)/g,
    (_, place: string) => values[Number(place) - 1] ?? 'null',
  )
  await writeFile(script, `\\set user random(1, ${users})\n${statement.replace(/\n/g, ' ')};\n`)
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    script,
    url,
  ]
  try {
    const output = await outputOf('pgbench', args)
    const tps = /tps = ([\d.]+)/.exec(output)?.[1]
    if (tps === undefined) throw new Error(`pgbench said no rate:\n${output}`)
    return { by: 'pgbench', perSecond: Number(tps) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function byPg({ url, users, clients, seconds, serviceId }: Load): Promise<Baseline> {
  const pool = makePool({ url, max: clients })
  const until = performance.now() + seconds * 1000
  let placed = 0
  const client = async () => {
    while (performance.now() < until) {
      const user = 1 + Math.floor(Math.random() * users)
      const values = [user, serviceId, 'https://example.com/bench', 1000, null, '{}', null, null, null, '0']
      await pool.query({ name: 'one-order', text: placeOneStatement('wait'), values })
      placed += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await pool.end()
  return { by: 'pg, since pgbench is missing', perSecond: placed / seconds }
}

function outputOf(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))))
  })
}
