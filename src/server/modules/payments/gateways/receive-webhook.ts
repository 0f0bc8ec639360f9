import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { claimedOrderId, openWebhook } from '#server/integrations/gateways/cryptomus/sign.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { findDepositByReference } from '#server/modules/payments/deposits/deposit-queries.ts'

import { type Gateway, listSigningKeys } from './find-account.ts'

const REFERENCE_LENGTH_MAX = 128

/**
 * Verifies and stores a webhook; the work is done from the row, so a webhook that was answered with 200 survives whatever happens
 * next. It is only a reason to ask the gateway. The signature covers the raw bytes, and may be by our current key or by that of the
 * account the deposit was opened with: a replaced key only counts for its own deposits. Throws `invalid_signature`.
 */
export async function receiveWebhook(ctx: Context, gateway: Gateway, raw: Buffer): Promise<void> {
  const claimed = claimedOrderId(raw)
  if (claimed === undefined) throw new AppError('invalid_signature')
  const reference = claimed.slice(0, REFERENCE_LENGTH_MAX).replaceAll('\0', '')
  const deposit = await findDepositByReference(ctx.db, { reference })
  const keys = await listSigningKeys(ctx, deposit)
  if (!keys.some((key) => openWebhook(raw, key) !== undefined)) throw new AppError('invalid_signature')
  await insertGatewayEvent(ctx.db, {
    gateway,
    reference,
    // PostgreSQL's text can't hold NUL. In JSON it is always escaped, so nothing is lost.
    body: raw.toString('utf8').replaceAll('\0', ''),
    receivedAt: ctx.clock(),
  })
  ctx.events.publish({ topic: 'deposit' })
}

async function insertGatewayEvent(
  db: Kysely<DB>,
  event: { gateway: string; reference: string; body: string; receivedAt: Date },
): Promise<void> {
  const { gateway, reference, body, receivedAt } = event
  await db
    .insertInto('gateway_events')
    .values({ gateway, reference, body, received_at: receivedAt, work_at: receivedAt })
    .execute()
}
