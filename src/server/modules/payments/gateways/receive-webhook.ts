import type { Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import type {
  Gateway,
  GatewayAccount,
  WebhookAnswer,
  WebhookClaim,
  WebhookRequest,
} from '#server/integrations/gateways/gateway.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import {
  type Deposit,
  findDeposit,
  findDepositByReference,
} from '#server/modules/payments/deposits/deposit-queries.ts'
import { storeBelieved, storeGatewayIds, toGatewayId } from '#server/modules/payments/deposits/gateway-ids.ts'

import { listSigningAccounts } from './find-account.ts'
import { storeRefusal } from './gateway-refusals.ts'

const CLAIM_LENGTH_MAX = 128

/**
 * Verifies and stores a webhook; the work is done from the row, so a webhook that was answered with 200 survives
 * whatever happens next. It is only a reason to ask the gateway. It may be signed by our current account or by the one
 * the deposit was opened with: a replaced key only counts for its own deposits. Returns the gateway's expected
 * response, if any, even for an invalid signature, of which only the time is stored.
 */
export async function receiveWebhook(
  ctx: Context,
  gateway: Gateway,
  request: WebhookRequest,
): Promise<{ isSigned: boolean; answer: WebhookAnswer | undefined }> {
  const { data, webhook } = gateway
  const claim = webhook.read(request)
  const deposit = claim && (await findClaimed(ctx, data.id, claim))
  const account = claim && (await findSigner(ctx, gateway, { deposit, request }))
  if (claim === undefined || account === undefined) {
    await storeRefusal(ctx.db, data.id)
    const answer = webhook.refuse?.(request)
    return { isSigned: false, answer: answer && { ...answer, status: 401 } }
  }
  // So that a gateway that only knows its own id can be asked.
  if (deposit !== undefined && claim.id !== undefined) await storeGatewayIds(ctx.db, deposit, [claim.id])
  const believed = webhook.believe?.(account, request.raw)
  if (deposit !== undefined && believed !== undefined) await storeBelieved(ctx.db, deposit, believed)
  await insertGatewayEvent(ctx.db, {
    gateway: data.id,
    reference: toText(claim.reference ?? deposit?.reference ?? ''),
    // PostgreSQL's text can't contain NUL. In JSON it is always escaped, so nothing is lost.
    body: request.raw.toString('utf8').replaceAll('\0', ''),
    receivedAt: ctx.clock(),
  })
  ctx.events.publish({ topic: 'deposit' })
  return { isSigned: true, answer: webhook.answer?.(claim) }
}

/** The deposit that a webhook names, by our reference or the gateway's id. */
async function findClaimed(
  { db }: Context,
  gateway: string,
  { reference, id }: WebhookClaim,
): Promise<Deposit | undefined> {
  const deposit =
    reference === undefined
      ? id && (await findDepositByGatewayId(db, { gateway, id: toText(id) }))
      : await findDepositByReference(db, { reference: toText(reference) })
  return deposit && deposit.gateway === gateway ? deposit : undefined
}

/** The deposit with this id at the gateway. */
async function findDepositByGatewayId(
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

/** The account of ours that signed it. */
async function findSigner(
  ctx: Context,
  gateway: Gateway,
  { deposit, request }: { deposit: Deposit | undefined; request: WebhookRequest },
): Promise<GatewayAccount | undefined> {
  for (const account of await listSigningAccounts(ctx, gateway, deposit))
    if (await gateway.webhook.isSigned(account, request)) return account
  return undefined
}

function toText(claimed: string): string {
  return claimed.slice(0, CLAIM_LENGTH_MAX).replaceAll('\0', '')
}

async function insertGatewayEvent(
  db: Kysely<DB>,
  event: { gateway: string; reference: string; body: string; receivedAt: Date },
): Promise<void> {
  const { gateway, reference, body, receivedAt } = event
  await db
    .insertInto('gateway_events')
    .values({ gateway, reference, body, received_at: receivedAt })
    .execute()
}
