import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { parseMoney, toDecimal } from '#contract/base/money.ts'
import { type OrderEvidence, toStoredEvidence } from '#contract/orders/order-evidence.ts'
import { toStorable } from '#contract/base/stored-details.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { PanelBalance, PanelOrder } from '#server/integrations/panels/panel.ts'
import { callProvider } from '#server/modules/providers/pacing/call-provider.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { withProviderSlot } from '#server/modules/providers/pacing/provider-slots.ts'

/** Provider ids to query per attempt: within a known gap, or after the last known id. */
const GAP_MAX = 100
const IDS_AFTER = 20
const UNCLAIMED_MAX = 10

/** An attempt for which it is unknown whether the provider accepted it. */
export type UnknownAttempt = AttemptKey & {
  cost: bigint
  balance_before: string | null
  balance_before_at: Date | null
  started_at: Date
  finished_at: Date | null
}

/** The current state of a provider, as far as it can be read. */
type ProviderSnapshot = {
  account: ProviderAccount
  /** Further calls are pointless. */
  isDown: boolean
  balance?: PanelBalance
  readAt?: Date
}

/** Reads the balance once for all unknown attempts there. Undefined when there is no usable account. */
export async function readSnapshot(ctx: Context, providerId: number): Promise<ProviderSnapshot | undefined> {
  let account
  try {
    account = await getProviderAccount(ctx, providerId)
    if (account.reading.isPaused) return { account, isDown: true }
    const answer = await callProvider(ctx, account, panel.balance)
    return answer.ok
      ? { account, isDown: false, balance: answer.value, readAt: ctx.clock() }
      : { account, isDown: answer.isDown }
  } catch (error) {
    // There is no key, or too many calls are waiting.
    if (error instanceof AppError) return account && { account, isDown: true }
    throw error
  }
}

/**
 * Collects what read-only calls can tell about an attempt with an unknown outcome, for staff. None of it proves
 * that the order was not accepted, and only its own response proves that it was.
 */
export async function gatherEvidence(
  ctx: Context,
  unknown: UnknownAttempt,
  snapshot: ProviderSnapshot | undefined,
): Promise<OrderEvidence[]> {
  const neighbours = await findNeighbours(ctx.db, unknown)
  return [
    await toBalance(ctx, unknown, snapshot),
    ...toRange(neighbours),
    ...(snapshot === undefined || snapshot.isDown
      ? []
      : await findUnclaimed(ctx, unknown, { account: snapshot.account, ids: idsBetween(neighbours) })),
  ]
}

async function toBalance(
  ctx: Context,
  unknown: UnknownAttempt,
  snapshot: ProviderSnapshot | undefined,
): Promise<OrderEvidence> {
  return {
    code: 'balance',
    currency: snapshot?.balance?.currency ?? snapshot?.account.currency ?? null,
    expected: snapshot === undefined ? null : toDecimal(expectedCharge(unknown, snapshot.account)),
    before: unknown.balance_before,
    before_at: unknown.balance_before_at,
    after: snapshot?.balance?.balance ?? null,
    after_at: snapshot?.readAt ?? null,
    ...(await countBalanceMovers(ctx.db, unknown)),
  }
}

type Neighbours = { after: bigint | null; before: bigint | null }

function toRange({ after, before }: Neighbours): OrderEvidence[] {
  if (after === null) return []
  return [{ code: 'id_between', after: String(after), before: before === null ? null : String(before) }]
}

/** None when the gap is too wide. */
function idsBetween({ after, before }: Neighbours): string[] {
  if (after === null) return []
  const count = before === null ? IDS_AFTER : Number(before - after - 1n)
  if (count > GAP_MAX) return []
  return Array.from({ length: count }, (_, at) => String(after + BigInt(at) + 1n))
}

/** One `status` call, as for our own orders. An error is ignored: a panel may refuse unknown ids. */
async function findUnclaimed(
  ctx: Context,
  unknown: UnknownAttempt,
  { account, ids }: { account: ProviderAccount; ids: readonly string[] },
): Promise<OrderEvidence[]> {
  if (ids.length === 0) return []
  const claimed = await listClaimedIds(ctx.db, unknown.provider_id, ids)
  const asked = ids.filter((id) => !claimed.has(id))
  if (asked.length === 0) return []
  const answer = await withProviderSlot(ctx, account.id, () => panel.orders(account, asked))
  if (!answer.ok) return []
  const readAt = ctx.clock()
  const expected = expectedCharge(unknown, account)
  const found = [...answer.value].flatMap(([id, order]) =>
    'fault' in order ? [] : [toUnclaimed({ id, order, account, expected, readAt })],
  )
  return found
    .toSorted((one, other) => Number(other.charge_fits) - Number(one.charge_fits))
    .slice(0, UNCLAIMED_MAX)
}

function toUnclaimed({
  id,
  order: { raw, charge, currency },
  account,
  expected,
  readAt,
}: {
  id: string
  order: PanelOrder
  account: ProviderAccount
  expected: bigint
  readAt: Date
}) {
  const charged = charge === undefined ? undefined : parseMoney(charge)
  const isComparable = charged !== undefined && (currency ?? account.currency) === account.currency
  const difference = (charged ?? 0n) - expected
  return {
    code: 'unclaimed_order' as const,
    provider_order: id,
    status: raw,
    charge: charge ?? null,
    currency: currency ?? null,
    charge_fits: isComparable && (difference < 0n ? -difference : difference) <= expected / 50n,
    read_at: readAt,
  }
}

/** In units of the provider's currency. */
function expectedCharge({ cost }: UnknownAttempt, { usdPerUnit }: ProviderAccount): bigint {
  const rate = parseMoney(usdPerUnit) ?? 0n
  return rate === 0n ? 0n : (cost * 100_000_000n) / rate
}

/** An order that was just sent, and for which link. */
type SentAttempt = Pick<AttemptKey, 'user_id' | 'order_id' | 'provider_id'> & {
  provider_service: string
  link: string
}

/**
 * Records a "You have active order with this link" refusal with each unknown attempt for that link, when none
 * of our other orders is known to use it. It may also have been ordered by another customer of the provider.
 */
export async function recordActiveLink(ctx: Context, asked: SentAttempt): Promise<void> {
  for (const unknown of await listUnknownWithLink(ctx.db, asked))
    await addEvidence(ctx.db, unknown, [
      { code: 'active_link', asked_for: Number(asked.order_id), told_at: ctx.clock() },
    ])
}

/** Adds evidence to an attempt, for staff. */
export async function addEvidence(
  db: Kysely<DB>,
  { user_id, order_id, number }: Pick<AttemptKey, 'user_id' | 'order_id' | 'number'>,
  evidence: readonly OrderEvidence[],
): Promise<void> {
  const stored = JSON.stringify(evidence.map(toStoredEvidence), toStorable)
  await db
    .updateTable('order_attempts')
    .set({ evidence: sql`evidence || ${stored}::jsonb` })
    .where('user_id', '=', user_id)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .execute()
}

/** What else may have changed the balance since it was read before this attempt. */
async function countBalanceMovers(
  db: Kysely<DB>,
  { user_id, order_id, number, provider_id, started_at, balance_before_at }: UnknownAttempt,
): Promise<{ also_sent: number; also_open: number }> {
  // An order sent just before the balance was read may have been charged after it.
  const since = sql`${balance_before_at ?? started_at}::timestamptz - interval '2 minutes'`
  const { rows } = await sql<{ also_sent: number; also_open: number }>`
select (select count(*)::int from order_attempts other
    where other.provider_id = ${provider_id} and other.started_at >= ${since}
      and other.state in ('sending', 'accepted', 'unknown')
      and not (other.user_id = ${user_id} and other.order_id = ${order_id} and other.number = ${number})) as also_sent,
  (select count(*)::int from (
    select 1 from poll_queue where provider_id = ${provider_id} and kind = 'order' limit 1000) open) as also_open`.execute(
    db,
  )
  return rows[0] ?? { also_sent: 0, also_open: 0 }
}

/**
 * The provider ids between which this attempt's own id would be if the provider counts up: the highest accepted before
 * it and the lowest sent after it.
 */
async function findNeighbours(
  db: Kysely<DB>,
  { provider_id, started_at, finished_at }: UnknownAttempt,
): Promise<{ after: bigint | null; before: bigint | null }> {
  const taken = sql`select provider_order::bigint as there from order_attempts
    where provider_id = ${provider_id} and state = 'accepted' and provider_order ~ '^[0-9]{1,15}$'`
  const over = sql`coalesce(${finished_at}::timestamptz, ${started_at}::timestamptz + interval '90 seconds')`
  const { rows } = await sql<{ after: bigint | null; before: bigint | null }>`
with earlier as (
  ${taken} and started_at < ${started_at}::timestamptz and started_at > ${started_at}::timestamptz - interval '7 days'
    and finished_at <= ${started_at}::timestamptz
  order by started_at desc limit 20
), later as (
  ${taken} and started_at >= ${over} order by started_at limit 20
)
select (select max(there) from earlier) as after,
  (select min(there) from later where there > (select max(there) from earlier)) as before`.execute(db)
  return rows[0] ?? { after: null, before: null }
}

/** The ids that already belong to our orders. */
export async function listClaimedIds(
  db: Kysely<DB>,
  providerId: number,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_orders')
    .select('provider_order')
    .where('provider_id', '=', providerId)
    .where('provider_order', 'in', ids)
    .execute()
  return new Set(rows.map(({ provider_order }) => provider_order))
}

/**
 * Unknown attempts for the same link and provider service, unless one of our orders is known to be in progress for it.
 * Few orders are unknown at a time, so only their links are compared.
 */
async function listUnknownWithLink(
  db: Kysely<DB>,
  { user_id, order_id, provider_id, provider_service, link }: SentAttempt,
): Promise<AttemptKey[]> {
  const { rows } = await sql<AttemptKey>`
select tried.user_id, tried.order_id, tried.number, tried.token, tried.provider_id
from dispatch_queue entry
join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
join order_attempts tried
  on tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries
where entry.token is not null and orders.dispatch in ('unknown', 'review') and orders.link = ${link}
  and tried.state = 'unknown' and tried.provider_id = ${provider_id} and tried.provider_service = ${provider_service}
  and not (orders.user_id = ${user_id} and orders.id = ${order_id})
  and not tried.evidence @> '[{"code": "active_link"}]'
  and not exists (
    select 1 from poll_queue polled
    join orders at_work on at_work.user_id = polled.user_id and at_work.id = polled.order_id
    join order_attempts taken
      on taken.user_id = at_work.user_id and taken.order_id = at_work.id and taken.state = 'accepted'
    where polled.provider_id = ${provider_id} and polled.kind = 'order' and at_work.link = ${link}
      and taken.provider_service = ${provider_service})`.execute(db)
  return rows
}
