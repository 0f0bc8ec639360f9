import { type Insertable, type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/database/tables.ts'
import type { CryptomusAccount } from '#server/integrations/cryptomus/cryptomus-client.ts'

export const gateways = ['cryptomus'] as const
export type Gateway = (typeof gateways)[number]

/** Our account at the gateway: the environment's, else the one kept in the database; undefined when neither is. */
export async function findGatewayAccount(
  { config, db, secrets, metrics }: Context,
  gateway: Gateway = 'cryptomus',
): Promise<CryptomusAccount | undefined> {
  const own = {
    allowedNetworks: config.allowedNetworks,
    observe: metrics.observeCalls({ kind: 'gateway', name: gateway }),
  }
  if (config.cryptomus !== undefined) return { ...config.cryptomus, ...own }
  const row = await db
    .selectFrom('gateways')
    .select(['url', 'merchant', 'key_ciphertext', 'is_sandbox'])
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    url: row.url,
    merchant: row.merchant,
    key: secrets.open(gatewayKeyPurpose(gateway), row.key_ciphertext),
    // The sandbox's own address may lie on loopback, and is never taken from a form.
    allowedOrigin: row.is_sandbox ? URL.parse(row.url)?.origin : undefined,
    ...own,
  }
}

/** What the key is sealed for. */
export function gatewayKeyPurpose(gateway: Gateway): string {
  return `gateway-key:${gateway}`
}

export async function saveGatewayRow(db: Kysely<DB>, row: Insertable<DB['gateways']>): Promise<void> {
  const { url, merchant, key_ciphertext, is_sandbox = false } = row
  await db
    .insertInto('gateways')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('gateway')
        .doUpdateSet({ url, merchant, key_ciphertext, is_sandbox, updated_at: sql`now()` }),
    )
    .execute()
}

export async function listSealedGatewayKeys(
  db: Kysely<DB>,
): Promise<{ gateway: Gateway; key_ciphertext: Buffer }[]> {
  const rows = await db.selectFrom('gateways').select(['gateway', 'key_ciphertext']).execute()
  return gateways.flatMap((gateway) =>
    rows.filter((row) => row.gateway === gateway).map((row) => ({ ...row, gateway })),
  )
}

export async function changeGatewayKey(db: Kysely<DB>, gateway: Gateway, sealed: Buffer): Promise<void> {
  await db.updateTable('gateways').set({ key_ciphertext: sealed }).where('gateway', '=', gateway).execute()
}

/** Answers whether there was one. */
export async function deleteSandboxGateways(db: Kysely<DB>): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('gateways').where('is_sandbox', '=', true).executeTakeFirst()
  return numDeletedRows > 0n
}

export type GatewayEvent = { id: bigint; reference: string; attempts: number }

export async function insertGatewayEvent(
  db: Kysely<DB>,
  event: { gateway: string; reference: string; body: string; receivedAt: Date },
): Promise<void> {
  const { gateway, reference, body, receivedAt } = event
  await db
    .insertInto('gateway_events')
    .values({ gateway, reference, body, received_at: receivedAt, work_at: receivedAt })
    .execute()
}

/** News that is due, each row for one worker: it is due again at `leaseUntil` should that worker die. */
export async function claimGatewayEvents(
  db: Kysely<DB>,
  { now, leaseUntil, count }: { now: Date; leaseUntil: Date; count: number },
): Promise<GatewayEvent[]> {
  const { rows } = await sql<GatewayEvent>`
    update gateway_events set work_at = ${leaseUntil}, attempts = attempts + 1
    where id in (
      select id from gateway_events where processed_at is null and work_at <= ${now}
      order by work_at limit ${count} for update skip locked
    )
    returning id, reference, attempts`.execute(db)
  return rows
}

/** Those that are still held until `from` are held until `to`: what was put off or done with meanwhile is not touched. */
export async function renewGatewayEvents(
  db: Kysely<DB>,
  { ids, from, to }: { ids: readonly bigint[]; from: Date; to: Date },
): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ work_at: to })
    .where('id', 'in', ids)
    .where('work_at', '=', from)
    .where('processed_at', 'is', null)
    .execute()
}

/** Done with; `error` says why nothing came of it. */
export async function endGatewayEvents(
  db: Kysely<DB>,
  { ids, error, now }: { ids: bigint[]; error: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ processed_at: now, error })
    .where('id', 'in', ids)
    .where('processed_at', 'is', null)
    .execute()
}

export async function putOffGatewayEvents(
  db: Kysely<DB>,
  { ids, error, workAt }: { ids: bigint[]; error: string; workAt: Date },
): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ work_at: workAt, error })
    .where('id', 'in', ids)
    .where('processed_at', 'is', null)
    .execute()
}

/** Deletes the oldest that were done with before then, at most `count`; answers how many. */
export async function deleteOldGatewayEvents(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gateway_events where id in (
      select id from gateway_events where processed_at < ${before} order by processed_at limit ${count})`.execute(
    db,
  )
  return Number(numAffectedRows)
}
