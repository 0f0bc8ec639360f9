import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { type gatewayEventVerdicts, listGatewayEvents } from '#contract/payments/gateways.ts'
import { takeWebhook as endpoint } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'
import type { Call } from '#server/lib/http/read-call.ts'
import { claimedOrderId, openWebhook } from '#server/integrations/gateways/cryptomus/sign.ts'
import { findDepositByReference } from '#server/modules/payments/deposits/deposit-queries.ts'
import { listSigningKeys } from './find-account.ts'
import { gateways } from './gateway-queries.ts'

import { insertGatewayEvent, listGatewayEventRows } from './event-queries.ts'

const REFERENCE_LENGTH_MAX = 128

/**
 * Where a gateway calls back. Checked, stored, answered: the work is done from the row, so that news that was
 * answered with 200 survives whatever happens next. It is a reason to ask the gateway and never more than that.
 * The signature is over the body's bytes as they came, by our key of now or by that of the account with which the deposit
 * was opened: what a replaced key signs is heard of its own deposits alone.
 */
export function webhookRoute(app: FastifyInstance, ctx: Context): void {
  const take = async ({ params, body }: Call<typeof endpoint>) => {
    const gateway = gateways.find((one) => one === params.gateway)
    if (gateway === undefined) throw new AppError('not_found')
    await takeWebhook(ctx, gateway, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    return { success: true as const }
  }
  mount(app, ctx, endpoint, take, { isNeverShed: true })

  mount(app, ctx, listGatewayEvents, async ({ query: { cursor, limit } }) => {
    const rows = await listGatewayEventRows(ctx.db, { before: fromCursor(cursor), count: limit + 1 })
    const { rows: page, nextCursor } = toPage(rows, limit)
    const events = page.map((row) => ({ ...row, id: Number(row.id), verdict: verdictOf(row) }))
    return { success: true, events, next_cursor: nextCursor }
  })
}

function verdictOf({
  processed_at: at,
  error,
}: {
  processed_at: Date | null
  error: string | null
}): (typeof gatewayEventVerdicts)[number] {
  if (at === null) return 'waiting'
  return error === null ? 'done' : 'nothing'
}

async function takeWebhook(ctx: Context, gateway: (typeof gateways)[number], raw: Buffer): Promise<void> {
  const claimed = claimedOrderId(raw)
  if (claimed === undefined) throw new AppError('invalid_signature')
  const reference = claimed.slice(0, REFERENCE_LENGTH_MAX).replaceAll('\0', '')
  const deposit = await findDepositByReference(ctx.db, { reference })
  const keys = await listSigningKeys(ctx, deposit)
  if (!keys.some((key) => openWebhook(raw, key) !== undefined)) throw new AppError('invalid_signature')
  await insertGatewayEvent(ctx.db, {
    gateway,
    reference,
    // PostgreSQL's text can not hold a NUL; JSON can only carry one escaped, so none is lost.
    body: raw.toString('utf8').replaceAll('\0', ''),
    receivedAt: ctx.clock(),
  })
  ctx.events.publish({ topic: 'deposit' })
}
