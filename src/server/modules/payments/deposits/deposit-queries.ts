import type { Kysely } from 'kysely'

import type { DepositReview } from '#contract/payments/deposit-review.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import type { Invoice } from '#server/integrations/gateways/gateway.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type DepositKey = { userId: number; id: bigint }

export const depositColumns = [
  'user_id',
  'id',
  'reference',
  'gateway',
  'payment_method',
  'gateway_account',
  'amount',
  'bonus',
  'status',
  'gateway_status',
  'gateway_state',
  'arrived',
  'credited_amount',
  'refused_at',
  'review_code',
  'payment_url',
  'expires_at',
  'poll_at',
  'polls',
  'idempotency_key',
  'request_hash',
  'created_at',
] as const

export type Deposit = NonNullable<Awaited<ReturnType<typeof findDepositByReference>>>

export async function findDepositByReference(
  db: Kysely<DB>,
  { reference, userId }: { reference: string; userId?: number },
) {
  let query = db.selectFrom('deposits').select(depositColumns).where('reference', '=', reference)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return query.executeTakeFirst()
}

/** The deposit that the gateway knows by this id. */
export async function findDepositByGatewayId(
  db: Kysely<DB>,
  { gateway, id }: { gateway: string; id: string },
): Promise<Deposit | undefined> {
  const owner = await db
    .selectFrom('deposit_gateway_ids')
    .select(['user_id', 'deposit_id'])
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', toGatewayId(id))
    .executeTakeFirst()
  return owner && findDeposit(db, { userId: owner.user_id, id: owner.deposit_id })
}

type OfGateway = Pick<Deposit, 'gateway' | 'user_id' | 'id'>

/**
 * Stores the gateway's ids of a deposit. False if one of them is another deposit's: a payment is credited to one deposit only.
 */
export async function storeGatewayIds(
  db: Kysely<DB>,
  { gateway, user_id, id: deposit_id }: OfGateway,
  given: readonly string[],
): Promise<boolean> {
  const ids = given.map(toGatewayId)
  if (ids.length === 0) return true
  const rows = ids.map((gateway_id) => ({ gateway, gateway_id, user_id, deposit_id }))
  await db
    .insertInto('deposit_gateway_ids')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // A statement of its own, so that it sees what another process stored meanwhile.
  const own = await listGatewayIds(db, { gateway, user_id, id: deposit_id })
  return ids.every((id) => own.includes(id))
}

export async function listGatewayIds(db: Kysely<DB>, { gateway, user_id, id }: OfGateway): Promise<string[]> {
  const rows = await db
    .selectFrom('deposit_gateway_ids')
    .select('gateway_id')
    .where('user_id', '=', user_id)
    .where('deposit_id', '=', id)
    .where('gateway', '=', gateway)
    .execute()
  return rows.map(({ gateway_id }) => gateway_id)
}

export async function findDeposit(db: Kysely<DB>, key: DepositKey): Promise<Deposit | undefined> {
  return selectDeposit(db, key).executeTakeFirst()
}

/** Locked against changes until the tx ends. */
export async function lockDeposit(tx: Tx, key: DepositKey): Promise<Deposit | undefined> {
  return selectDeposit(tx, key).forUpdate().executeTakeFirst()
}

function selectDeposit(db: Kysely<DB>, { userId, id }: DepositKey) {
  return db.selectFrom('deposits').select(depositColumns).where('user_id', '=', userId).where('id', '=', id)
}

/** Null clears the review. */
export function toReviewColumns(review: DepositReview | null) {
  return review === null
    ? { review_code: null, review_details: null }
    : { review_code: review.code, review_details: toStoredDetails(review.details) }
}

function toGatewayId(id: string): string {
  return id.slice(0, 200)
}

/** What a gateway says of a payment. A status that is not known says only that something happens. */
export function toStateColumns({ status, state = 'waiting' }: Pick<Invoice, 'status' | 'state'>) {
  return { gateway_status: toStatusWord(status), gateway_state: state }
}

/** A gateway's status as it is stored and compared: any text may come, so it is cut. */
export function toStatusWord(status: string): string {
  return status.slice(0, 100)
}
