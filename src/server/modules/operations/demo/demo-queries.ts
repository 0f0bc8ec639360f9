import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

export type DemoService = { id: number; platform: string; min: number; max: number; rate: bigint }

const DOLLAR = 100_000_000n

/** Plain services of a price that a demo customer pays: their smallest order costs less than $3. */
export async function listDemoServices(db: Kysely<DB>): Promise<DemoService[]> {
  const services = await db
    .selectFrom('services')
    .select(['id', 'platform', 'min', 'max', 'rate'])
    .where('type', '=', 'Default')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return services.filter(({ min, rate }) => (rate * BigInt(min)) / 1000n < 3n * DOLLAR)
}

export async function findDemoOrder(
  db: Kysely<DB>,
  userId: number,
  key: string,
): Promise<{ provider_order: string | null; quantity: number } | undefined> {
  return db
    .selectFrom('orders')
    .select(['provider_order', 'quantity'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}
