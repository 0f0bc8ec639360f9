import { hash } from 'node:crypto'

import type { Client } from 'pg'

import type { Context } from '#server/context.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import {
  type CheckedInvariant,
  checkSnapshot,
} from '#server/modules/operations/ledger-check/check-invariants.ts'

/**
 * Idle connections that audited a database. A new one first loads the definitions of all tables, which is two thirds of
 * an audit, and one runs after each test that moves money. They end with their database.
 */
const idle = new Map<string, Client>()

/** Throws when an invariant of the money is broken. For the end of tests that move money. */
export async function auditMoney(ctx: Context): Promise<void> {
  const { databaseOwnerUrl: url = '' } = ctx.config
  const broken = (await check(url)).filter(({ violations }) => violations > 0)
  if (broken.length > 0) throw new Error(`the audit finds: ${JSON.stringify(broken, undefined, 2)}`)
}

async function check(url: string): Promise<CheckedInvariant[]> {
  const known = idle.get(url)
  idle.delete(url)
  try {
    if (known !== undefined) return await checkOn(known, url)
  } catch {
    // A test may have ended all connections.
    await known?.end().catch(() => undefined)
  }
  return checkOn(await connect(url), url)
}

async function checkOn(client: Client, url: string): Promise<CheckedInvariant[]> {
  const lines = await checkSnapshot(client)
  if (idle.has(url)) await client.end()
  else idle.set(url, client)
  return lines
}

async function connect(url: string): Promise<Client> {
  const client = makeClient(url, 'tally-and-reach audit')
  const forget = () => {
    if (idle.get(url) === client) idle.delete(url)
  }
  client.on('error', forget).on('end', forget)
  await client.connect()
  prepareEach(client)
  return client
}

/** Planning takes longer than checking the few rows of a test, so each statement is planned once per connection. */
function prepareEach(client: Client): void {
  const query = client.query.bind(client) as (sent: unknown, ...rest: unknown[]) => unknown // its forms that are used here
  client.query = ((sent: unknown, ...rest: unknown[]) =>
    typeof sent === 'string' && rest.length === 0 && /^\s*(?:select|with)\b/i.test(sent)
      ? query({ name: hash('sha1', sent), text: sent })
      : query(sent, ...rest)) as typeof client.query
}
