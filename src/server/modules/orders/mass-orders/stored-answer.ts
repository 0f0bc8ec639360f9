import type { Kysely } from 'kysely'

import type { Carried } from '#contract/base/codes.ts'
import { decodeDetails, encodeDetails, encodeFields, type ErrorCode } from '#contract/base/error-catalogue.ts'
import { AppError, fieldsOf } from '#contract/base/errors.ts'
import { decodeRefusal, type FieldRefusals } from '#contract/base/field-codes.ts'
import type { RefusedLine } from '#contract/orders/mass-orders.ts'
import type { PlacedOrder } from '#contract/orders/order-placing.ts'
import { english } from '#contract/words/en.ts'
import { sayError, sayFields } from '#contract/words/say.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** A line's result as stored: codes with details, no sentences. */
export type StoredResult =
  | { order: number }
  | { code: ErrorCode; details?: Carried; field_codes?: Record<string, Carried> }

export type LineResult = { order: PlacedOrder } | RefusedLine

export function toStoredRefusal(error: AppError): StoredResult {
  const details = encodeDetails(error) as Carried | undefined // figures and short texts, as every code's are
  const fields = fieldsOf(error)
  return {
    code: error.code,
    ...(details !== undefined && { details }),
    ...(Object.keys(fields).length > 0 && {
      field_codes: encodeFields(fields) as Record<string, Carried>, // likewise
    }),
  }
}

/** The results in a response. The first response too is built from what is stored, so a repeated request gets the same. */
export function toResults(
  stored: readonly StoredResult[],
  orders: ReadonlyMap<number, PlacedOrder>,
): LineResult[] {
  return stored.map((one) => {
    if (!('order' in one)) return toRefusedLine(one)
    const order = orders.get(one.order)
    if (order === undefined) throw new Error(`the order ${one.order} of a mass order is gone`)
    return { order }
  })
}

function toRefusedLine({
  code,
  details,
  field_codes: codes,
}: Exclude<StoredResult, { order: number }>): RefusedLine {
  const refusals: FieldRefusals = Object.fromEntries(
    Object.entries(codes ?? {}).flatMap(([field, sent]) => {
      const refusal = decodeRefusal(sent)
      return refusal === undefined ? [] : [[field, refusal]]
    }),
  )
  const carried = codes === undefined ? decodeDetails(code, details) : { fields: refusals }
  if (carried === undefined) throw new Error(`${code} has other details than were stored`)
  return {
    code,
    message: sayError(english, { code, details: carried }),
    ...(details !== undefined && { details }),
    ...(code === 'price_changed' && { fields: details }),
    ...(codes !== undefined && { fields: sayFields(english.fields, refusals), field_codes: codes }),
  }
}

type MassKey = { userId: number; idempotencyKey: string }
export type StoredAnswer = { request_hash: Buffer; results: StoredResult[]; balance: bigint }

/** Stores the idempotency key; false if it exists. Waits for another tx that is storing it. */
export async function takeMassKey(
  tx: Tx,
  { userId, idempotencyKey, requestHash }: MassKey & { requestHash: Buffer },
): Promise<boolean> {
  const taken = await tx
    .insertInto('mass_orders')
    .values({ user_id: userId, idempotency_key: idempotencyKey, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Stores the answer under the key. */
export async function storeAnswer(
  tx: Tx,
  {
    userId,
    idempotencyKey,
    results,
    balance,
  }: MassKey & { results: readonly StoredResult[]; balance: bigint },
): Promise<void> {
  await tx
    .updateTable('mass_orders')
    .set({ results: JSON.stringify(results), balance })
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

export async function findStoredAnswer(
  db: Kysely<DB>,
  { userId, idempotencyKey }: MassKey,
): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('mass_orders')
    .select(['request_hash', 'results', 'balance'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row && { ...row, results: row.results as StoredResult[] } // as `storeAnswer` wrote it
}

/** The orders of a stored answer. */
export async function listPlacedOrders(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly bigint[] },
) {
  if (ids.length === 0) return []
  return db
    .selectFrom('orders')
    .select(['id', 'service_id', 'service_name', 'link', 'quantity', 'price', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
}
