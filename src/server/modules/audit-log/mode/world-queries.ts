import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'

import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type WorldKind = 'sandbox' | 'live'

/** By the pool, since main asks before it makes a context. */
export async function findWorldKind(pool: Pool): Promise<WorldKind | undefined> {
  const { rows } = await pool.query<{ kind: WorldKind }>('select kind from world')
  return rows[0]?.kind
}

/** Of several that start at once, the first one's word holds: answers it. */
export async function stampWorld(pool: Pool, kind: WorldKind): Promise<WorldKind> {
  await pool.query('insert into world (kind) values ($1) on conflict do nothing', [kind])
  return (await findWorldKind(pool)) ?? kind
}

export type Traces = {
  hasSandbox: boolean
  hasMerchant: boolean
  /** Of a key at a gateway that is not the sandbox's: of now, or that deposits were opened with. */
  gatewayUrls: string[]
  /** That have a key, or were sent something. */
  providers: { name: string; apiUrl: string; isSent: boolean }[]
  /** Of those that were credited, by where they were paid; null where that is not known. */
  deposits: { gateway: string; url: string | null; count: number; dollars: string }[]
}

/** A deposit's row does not say whose gateway it was: of one that kept no account, the address where it was paid does. */
const depositsByPlace = `
  select deposits.gateway, coalesce(account.url, substring(payment_url from '^https?://(?:\\[[^]/]*\\]|[^:/?#]+)')) as url,
    count(*)::int as count, trim_scale(round(sum(coalesce(credited_amount, amount)) / 100000000.0, 8))::text as dollars
  from deposits left join gateway_accounts account on account.id = gateway_account
  where status = 'completed'
  group by 1, 2 order by 1, 2`

/** What a database of before holds of either world. Each credited deposit is looked at, which is done once. */
export async function findTraces(pool: Pool): Promise<Traces> {
  const { rows } = await slowly<Traces>(
    pool,
    `select
      exists (select from providers where is_sandbox) or exists (select from gateways where is_sandbox)
        or exists (select from sandbox_mailbox) as "hasSandbox",
      exists (select from settings where section = 'gateways' and value -> 'cryptomus' ->> 'merchant' is not null) as "hasMerchant",
      array(select url from gateways where not is_sandbox union select url from gateway_accounts) as "gatewayUrls",
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'apiUrl', api_url, 'isSent', is_sent) order by id), '[]')
        from providers cross join lateral (select exists (
          select from order_attempts where provider_id = providers.id and state <> 'not_sent') as is_sent) sent
        where not is_sandbox and (key_ciphertext is not null or is_sent)) as providers,
      (select coalesce(jsonb_agg(to_jsonb(place)), '[]') from (${depositsByPlace}) place) as deposits`,
  )
  const [traces] = rows
  if (traces === undefined) throw new Error('a select without a table answers one row')
  return traces
}

/** Money and deliveries that need neither a gateway nor a provider, so that nothing but they may show that a shop is real. */
export async function findHandiwork(pool: Pool): Promise<{ isRaised: boolean; isDelivered: boolean }> {
  const { rows } = await slowly<{ isRaised: boolean; isDelivered: boolean }>(
    pool,
    `select
      exists (select from transactions where type = 'bonus' and from_account = 'adjustment' and actor_id <> user_id) as "isRaised",
      exists (select from orders join services on services.id = service_id
        where by_hand and status in ('COMPLETED', 'PARTIAL')
          and not exists (select from order_attempts tried where tried.user_id = orders.user_id and tried.order_id = orders.id)) as "isDelivered"`,
  )
  return rows[0] ?? { isRaised: false, isDelivered: false }
}

/** A shop of years has more of it than an ordinary statement reads. */
async function slowly<Row extends object>(pool: Pool, statement: string): Promise<{ rows: Row[] }> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    await client.query(allowSeconds(TRACES_SECONDS))
    const { rows } = await client.query<Row>(statement)
    await client.query('commit')
    client.release()
    return { rows }
  } catch (error) {
    client.release(true)
    throw error
  }
}

const TRACES_SECONDS = 300

/** Where the sandbox's servers are; undefined where the money is real, or nothing was said of it yet. */
export async function findSandboxUrls(db: Kysely<DB>): Promise<string[] | undefined> {
  const { rows } = await sql<{ urls: string[] }>`
    select array(select api_url from providers where is_sandbox union all select url from gateways where is_sandbox) as urls
    from world where kind = 'sandbox'`.execute(db)
  return rows[0]?.urls
}
