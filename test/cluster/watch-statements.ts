import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from 'pg'

import type { TestApp } from '#test/app.ts'

/** A statement of the product, with the shards and the nodes that the coordinator asks for it. */
export type Statement = { name: string; text: string; shards: Set<string>; nodes: Set<number> }

/** Records the statements of all of the product's connections from now on. */
export async function watchStatements({ database: { pool, product } }: TestApp): Promise<Statement[]> {
  const seen: Statement[] = []
  const { rows } = await pool.query<{ id: string; shard: string }>(
    `select shardid::text as id, colocationid || ' ' || shardminvalue as shard
     from pg_dist_shard join pg_dist_partition using (logicalrelid) where partmethod = 'h'`,
  )
  /** The shard group of a table on a node, by the number in the table's name. */
  const shardOf = new Map(rows.map(({ id, shard }) => [id, shard]))
  await pool.query(
    `do $$ begin execute format('alter database %I set citus.log_remote_commands = on', current_database()); end $$`,
  )
  product.pool.on('connect', (client) => watch(client, seen, shardOf))
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = $1`,
    [new URL(product.url).username],
  )
  await sleep(2_000)
  seen.length = 0
  return seen
}

/** Citus reports each command that it sends, and where to. */
function watch(client: Client, seen: Statement[], shardOf: ReadonlyMap<string, string>) {
  let current: Statement | undefined
  const ask: (...args: unknown[]) => unknown = client.query.bind(client)
  const noted = (...args: unknown[]) => {
    const [asked] = args as [string | { text: string; name?: string }] // the forms that the product uses
    const { text, name = text } = typeof asked === 'string' ? { text: asked } : asked
    current = { name, text, shards: new Set(), nodes: new Set() }
    seen.push(current)
    return ask(...args)
  }
  client.query = noted as typeof client.query // the same arguments, passed on
  client.on('notice', ({ message = '', detail = '' }) => {
    const [, port] = /:(\d+) connectionId/.exec(detail) ?? []
    if (port !== undefined) current?.nodes.add(Number(port))
    for (const [, id = ''] of message.matchAll(/_(\d{6,})\b/g)) {
      const shard = shardOf.get(id)
      if (shard !== undefined) current?.shards.add(shard)
    }
  })
}
