import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { workThrough } from '#server/lib/queue/loop.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { hasMoneyMoved } from '#server/modules/payments/deposits/decide-deposit.ts'
import { type DepositKey, findDepositByReference } from '#server/modules/payments/deposits/deposit-queries.ts'
import { pollDeposit } from '#server/modules/payments/deposits/poll-deposit.ts'

import { findGatewayAccount } from './find-account.ts'

type GatewayEvent = { id: bigint; gateway: string; reference: string; attempts: number }

const COUNT = 100
const AT_ONCE = 8
/** After a process is killed, another takes over its events this much later. */
const LEASE_MS = 6_000
const RENEWED_EVERY_MS = 2_000
const ATTEMPTS_MAX = 12
const SOON_MS = 3_000

/**
 * Works through stored webhooks: for each deposit named, the gateway is asked once, however many copies came. Answers true if there
 * may be more.
 */
export async function workGatewayEvents(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const now = ctx.clock()
  const leaseUntil = leaseFrom(now)
  const events = await claimGatewayEvents(ctx.db, { now, leaseUntil, count: COUNT })
  if (events.length === 0) return false
  const byReference = Map.groupBy(events, ({ reference }) => reference)
  const work = ([reference, copies]: [string, GatewayEvent[]]) => workSafely(ctx, reference, copies)
  const stopRenewing = renewLeases(ctx, events, leaseUntil)
  try {
    await workThrough({ items: byReference, atOnce: AT_ONCE, signal, work })
  } finally {
    await stopRenewing()
  }
  return events.length === COUNT && !signal.aborted
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

/** If a renewal fails, another process may work the same events too, which is harmless: a deposit is credited once. */
function renewLeases(ctx: Context, events: readonly GatewayEvent[], heldUntil: Date): () => Promise<void> {
  const ids = events.map(({ id }) => id)
  let from = heldUntil
  let renewal = Promise.resolve()
  const renew = async () => {
    const to = leaseFrom(ctx.clock())
    try {
      await renewGatewayEvents(ctx.db, { ids, from, to })
      from = to
    } catch (error) {
      ctx.log.warn({ err: error }, "the lease of a gateway's events could not be renewed")
    }
  }
  const timer = setInterval(() => (renewal = renewal.then(renew)), RENEWED_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await renewal
  }
}

/** An event that fails by a bug is postponed and does not block the others. */
async function workSafely(ctx: Context, reference: string, copies: GatewayEvent[]): Promise<void> {
  try {
    await workCopies(ctx, reference, copies)
  } catch (error) {
    ctx.log.error({ err: error, reference }, "a gateway's event could not be processed")
    await tryLater(ctx, copies, String(error))
  }
}

async function workCopies(ctx: Context, reference: string, copies: GatewayEvent[]): Promise<void> {
  const ids = copies.map(({ id }) => id)
  const deposit = await findDepositByReference(ctx.db, { reference })
  if (deposit === undefined) return workUnknown(ctx, reference, copies)
  const result = await pollDeposit(ctx, deposit)
  if (result.kind === 'failed') return tryLater(ctx, copies, result.reason)
  const now = ctx.clock()
  // A webhook may be ahead of what the gateway answers, so ask again soon, even for a closed payment: a later `paid` wins.
  if (result.status !== 'completed')
    await pollSoon(ctx.db, {
      userId: deposit.user_id,
      id: deposit.id,
      at: new Date(now.getTime() + SOON_MS),
    })
  return endGatewayEvents(ctx.db, { ids, error: null, now })
}

/**
 * Signed with our key, yet not a deposit of ours. If the gateway does not know it either, nothing happens. If it received money for
 * it, this database was restored from before the deposit: `npm run audit` lists it.
 */
async function workUnknown(ctx: Context, reference: string, copies: GatewayEvent[]): Promise<void> {
  const gateway = ctx.gateways.get(copies[0]?.gateway ?? '')
  const account = gateway && (await findGatewayAccount(ctx, gateway))
  if (gateway === undefined || account === undefined)
    return tryLater(ctx, copies, 'there is no gateway account')
  const answer = await gateway.readInvoice(account, { reference, ids: [] })
  if (answer.kind === 'failed') return tryLater(ctx, copies, answer.reason)
  const status = answer.kind === 'invoice' ? answer.invoice.status : 'not_found'
  const isMoney = answer.kind === 'invoice' && hasMoneyMoved(answer.invoice)
  const error = isMoney ? `${status}, and there is no such deposit here` : null
  ctx.log[error === null ? 'warn' : 'error'](
    { reference, status },
    'webhook of a payment that is not in this database',
  )
  await endGatewayEvents(ctx.db, { ids: copies.map(({ id }) => id), error, now: ctx.clock() })
}

async function tryLater(ctx: Context, copies: GatewayEvent[], reason: string): Promise<void> {
  const ids = copies.map(({ id }) => id)
  const error = reason.slice(0, 300)
  const now = ctx.clock()
  const attempts = Math.max(...copies.map((copy) => copy.attempts))
  // Polling continues; what the gateway never answered about is listed by `npm run audit`.
  if (attempts >= ATTEMPTS_MAX) return endGatewayEvents(ctx.db, { ids, error, now })
  const pause = Math.min(300_000, 1_000 * 2 ** attempts)
  return postponeGatewayEvents(ctx.db, { ids, error, workAt: new Date(now.getTime() + pause) })
}

/**
 * Claims due events for this worker; should it die, they are due again at `leaseUntil`. New events are due whatever their time, since
 * the clock may have stepped back.
 */
async function claimGatewayEvents(
  db: Kysely<DB>,
  { now, leaseUntil, count }: { now: Date; leaseUntil: Date; count: number },
): Promise<GatewayEvent[]> {
  const { rows } = await sql<GatewayEvent>`
    update gateway_events set work_at = ${leaseUntil}, attempts = attempts + 1
    where id in (
      select id from gateway_events where processed_at is null and (work_at <= ${now} or attempts = 0)
      order by work_at limit ${count} for update skip locked
    )
    returning id, gateway, reference, attempts`.execute(db)
  return rows
}

/** Extends leases that still end at `from`; events postponed or finished meanwhile are not touched. */
async function renewGatewayEvents(
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

/** `error` says why nothing came of them. */
async function endGatewayEvents(
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

async function postponeGatewayEvents(
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

async function pollSoon(db: Kysely<DB>, { userId, id, at }: DepositKey & { at: Date }): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ poll_at: at, polls: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}
