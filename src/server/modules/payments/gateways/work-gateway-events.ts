import { type Kysely, sql } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { gatewayEventEffects } from '#contract/payments/gateways.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { makeQueue, unclaimed } from '#server/lib/queue/make-queue.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { hasMoneyMoved } from '#server/modules/payments/deposits/decide-deposit.ts'
import {
  type Deposit,
  type DepositKey,
  findDeposit,
  findDepositByReference,
  isOwnReference,
} from '#server/modules/payments/deposits/deposit-queries.ts'
import { pollDeposit } from '#server/modules/payments/deposits/poll-deposit.ts'

import { findGatewayAccount } from './find-account.ts'

const SOON_MS = 3_000
/** Ages of a credited deposit's newest webhook at which the gateway is asked once more, and a last time. */
const AGAIN_SECONDS = [SOON_MS / 1000, 30]
const processed = sql`processed_at = now()`

/** Stored webhooks. The gateway is asked once per deposit, regardless of the number of copies. */
export const gatewayEventQueue = makeQueue({
  name: 'gateway events',
  table: 'gateway_events',
  key: ['id'],
  columns: ['gateway', 'reference', 'body'],
  order: ['id'],
  since: 'received_at',
  wakeOn: 'deposit',
  everyMs: 1_000,
  concurrency: 8,
  leaseSeconds: 6,
  timeoutSeconds: 120,
  // About 40 minutes. Polling continues.
  tries: { max: 12, pauseSeconds: 2, pauseSecondsMax: 300 },
  whenDone: { set: processed },
  whenFailed: { set: processed },
  whenRequeued: { set: sql`processed_at = null` },
  // The oldest one that is due or being handled represents its copies.
  canClaim: async () => sql<boolean>`not exists (
    select from gateway_events copy
    where copy.reference = gateway_events.reference and copy.gateway = gateway_events.gateway
      and copy.id < gateway_events.id and copy.due_at is not null and (copy.due_at <= now() or copy.lease is not null))`,
  async handle(ctx, { id, gateway, reference, body }) {
    const newest = await findNewestCopy(ctx.db, { gateway, reference })
    const { outcome, effect, isCredited } = await handleEvent(ctx, { gateway, reference, body })
    if (effect !== undefined) await storeEffect(ctx.db, { id, effect })
    if (outcome !== 'done') return outcome
    // A webhook may be ahead of the gateway's API, and nothing else polls a credited deposit.
    const ageSeconds = (ctx.clock().getTime() - newest.received_at.getTime()) / 1000
    const again = isCredited ? AGAIN_SECONDS.find((seconds) => seconds > ageSeconds) : undefined
    const isNewest = newest.id === id
    await endCopies(ctx.db, {
      gateway,
      reference,
      id,
      upTo: again === undefined ? newest.id : newest.id - 1n,
    })
    return again !== undefined && isNewest ? { waitSeconds: Math.min(again, again - ageSeconds) } : 'done'
  },
})

type Event = { gateway: string; reference: string; body: string }
type Effect = (typeof gatewayEventEffects)[number]
type Handled = {
  outcome: 'done' | { retry: Fault } | { fail: Fault }
  effect: Effect | undefined
  isCredited: boolean
}

/**
 * Asks the gateway about a webhook's deposit. An account may also serve other shops, whose webhooks have a valid
 * signature: references in another format than ours are skipped.
 */
export async function handleEvent(ctx: Context, event: Event): Promise<Handled> {
  const deposit = await findDepositByReference(ctx.db, event)
  if (deposit === undefined) {
    if (!isOwnReference(event.reference)) return { outcome: 'done', effect: 'other_shop', isCredited: false }
    return { outcome: await handleUnknown(ctx, event), effect: undefined, isCredited: false }
  }
  const result = await pollDeposit(ctx, deposit)
  if (result.kind === 'failed')
    return { outcome: { retry: result.fault }, effect: undefined, isCredited: false }
  const isCredited = result.status === 'completed'
  // A webhook may be ahead of the gateway's API, so poll again soon, even a closed payment: a later `paid` is still credited.
  if (!isCredited)
    await pollSoon(ctx.db, {
      userId: deposit.user_id,
      id: deposit.id,
      at: new Date(ctx.clock().getTime() + SOON_MS),
    })
  return {
    outcome: 'done',
    effect: await findEffect(ctx, { before: deposit, status: result.status }),
    isCredited,
  }
}

/** A credited deposit's status never changes, only its reversed amount. */
async function findEffect(
  { db }: Context,
  { before, status }: { before: Deposit; status: DepositStatus },
): Promise<Effect> {
  if (status !== before.status) return status
  if (status !== 'completed') return 'none'
  const after = await findDeposit(db, { userId: before.user_id, id: before.id })
  return after === undefined || after.reversed === before.reversed ? 'none' : 'reversed'
}

/**
 * Signed with our key and with a reference in our format, but of no existing deposit. If the gateway doesn't know it
 * either, nothing happens. If it received money for it, the database was restored from before the deposit: the job
 * fails, and `npm run audit` lists it.
 */
async function handleUnknown(ctx: Context, event: Event): Promise<Handled['outcome']> {
  const { reference } = event
  const gateway = ctx.gateways.get(event.gateway)
  const account = gateway && (await findGatewayAccount(ctx, gateway))
  if (gateway === undefined || account === undefined)
    return { retry: { code: 'no_gateway_account', details: {} } }
  const believed = gateway.webhook.believe?.(account, Buffer.from(event.body))
  const answer = await gateway.readInvoice(account, {
    reference,
    ids: [],
    amount: undefined,
    openedAt: undefined,
    believed: believed === undefined ? [] : [believed],
  })
  if (answer.kind === 'failed') return { retry: answer.fault }
  const status = answer.kind === 'invoice' ? answer.invoice.status : 'not_found'
  const isMoney = answer.kind === 'invoice' && hasMoneyMoved(answer.invoice)
  ctx.log[isMoney ? 'error' : 'warn'](
    { reference, status },
    'webhook of a payment that is not in this database',
  )
  return isMoney ? { fail: { code: 'deposit_unknown', details: { status: status.slice(0, 100) } } } : 'done'
}

/** A later poll may have no effect: the earlier one stays. */
export const toStoredEffect = (effect: Effect) =>
  effect === 'none' ? sql<string>`coalesce(effect, 'none')` : effect

async function storeEffect(db: Kysely<DB>, { id, effect }: { id: bigint; effect: Effect }): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ effect: toStoredEffect(effect) })
    .where('id', '=', id)
    .execute()
}

type Copies = { gateway: string; reference: string }

async function findNewestCopy(
  db: Kysely<DB>,
  { gateway, reference }: Copies,
): Promise<{ id: bigint; received_at: Date }> {
  return db
    .selectFrom('gateway_events')
    .select(['id', 'received_at'])
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .where('due_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Copies that arrived before the gateway was asked, except for the newest if it is asked again. */
async function endCopies(
  db: Kysely<DB>,
  { gateway, reference, id, upTo }: Copies & { id: bigint; upTo: bigint },
): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({
      due_at: null,
      processed_at: sql<Date>`now()`,
      lease: null,
      effect: sql`coalesce(effect, 'none')`,
    })
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .where('due_at', 'is not', null)
    .where('id', '<>', id)
    .where('id', '<=', upTo)
    .execute()
}

async function pollSoon(db: Kysely<DB>, { userId, id, at }: DepositKey & { at: Date }): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ due_at: at, polls: 0, ...unclaimed })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}
