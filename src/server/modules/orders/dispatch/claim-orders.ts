import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import type { OrderDetails } from '#contract/orders/order-rules.ts'
import type { Context } from '#server/context.ts'
import type { Cluster } from '#server/lib/postgres/cluster.ts'
import { startStopwatch } from '#server/lib/postgres/database-clock.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { AttemptKey } from '#server/modules/orders/state/order-queries.ts'
import { awaitsFirstCharge, takesOrders } from '#server/modules/orders/state/queue-queries.ts'

import { costOfOrder, countedOfWaiting, countSent } from './hold-back.ts'
import { landOutcome } from './land-outcome.ts'

/** A committed attempt with everything that will be sent. */
export type ClaimedAttempt = AttemptKey & {
  provider_service: string
  service_type: string
  link: string
  quantity: number
  details: OrderDetails
}

/** An attempt that was committed before anything is sent. Only the holder of its token may write its outcome. */
export type Attempt = ClaimedAttempt & {
  /** Measured from before the lease was requested: the lease is never older. */
  elapsedMs: () => number
}

export type Claimer = {
  /** Claims at most `limit` due orders of a provider, due at or after `after`. */
  claim: (want: { providerId: number; after?: Date | undefined; limit: number }) => Promise<Attempt[]>
  /** Puts back orders claimed by statements whose response was lost. */
  release: () => Promise<void>
}

/** Longer than an `add` may take to start (20 s) and to run (60 s): after that no process is sending or waiting. */
const LEASE_MS = 90_000
/** The server ends a statement whose client is gone after 30 s. */
const LOST_FOR_MS = 60_000

/**
 * Claims orders under tokens made here. A claim whose response is lost may still have been committed. Nothing of it
 * was sent, and only this process knows that: it searches for these tokens until no more can appear, and puts the
 * orders back in the queue instead of letting them become unknown.
 */
export function makeClaimer(ctx: Context, { leaseMs = LEASE_MS }: { leaseMs?: number } = {}): Claimer {
  const lost = new Set<{ tokens: readonly string[]; elapsedMs: () => number }>()
  const noteLost = (tokens: readonly string[]) => lost.add({ tokens, elapsedMs: startStopwatch(ctx.clock) })

  const release = async () => {
    const expired = [...lost].filter(({ elapsedMs }) => elapsedMs() > LOST_FOR_MS)
    const tokens = [...lost].flatMap((claim) => claim.tokens)
    if (tokens.length === 0) return
    for (const attempt of await findBegun(ctx.db, tokens))
      await landOutcome(ctx, attempt, { kind: 'not_sent', fault: { code: 'sending_cut_short', details: {} } })
    for (const claim of expired) lost.delete(claim)
  }

  const claim: Claimer['claim'] = async ({ providerId, after, limit }) => {
    await release()
    const elapsedMs = startStopwatch(ctx.clock)
    const tokens = Array.from({ length: limit }, () => randomUUID())
    try {
      const leaseSeconds = leaseMs / 1000
      const onLost = (part: readonly string[], error: unknown) => {
        ctx.log.warn({ err: error, providerId }, "a shard's orders could not be claimed")
        noteLost(part)
      }
      const claimed = await claimAttempts(ctx, { providerId, after, tokens, leaseSeconds, onLost })
      return claimed.map((attempt) => ({ ...attempt, elapsedMs }))
    } catch (error) {
      noteLost(tokens)
      throw error
    }
  }
  return { claim, release }
}

/** Whether a provider may be sent orders, and when its next one is due. */
export type SendingState = {
  is_open: boolean
  /** Consecutive failures. */
  sending_failures: number
  /** Milliseconds until the end of a pause may be probed; null without a pause. */
  probe_in_ms: number | null
  /** The oldest waiting entry, due at or after `after`. */
  due_at: Date | null
  due_in_ms: number | null
  now: Date
  calls_at_once: number
  calls_per_second: number
  /** Some supply waits for its first charge, so only few of its orders are sent. */
  awaits_charges: boolean
}

export async function findSendingState(
  db: Kysely<DB>,
  { providerId, after }: { providerId: number; after: Date | undefined },
): Promise<SendingState | undefined> {
  const { rows } = await sql<SendingState>`
select ${sql.raw(takesOrders)} as is_open,
  sending_failures,
  case when is_enabled and sending_stopped_at is null
    then (extract(epoch from sending_paused_until - now()) * 1000)::float8 end as probe_in_ms,
  next.due_at, (extract(epoch from next.due_at - now()) * 1000)::float8 as due_in_ms, now() as now,
  calls_at_once, calls_per_second, first_orders is not null as awaits_charges
from providers left join (
  select due_at from dispatch_queue
  where provider_id = ${providerId} and token is null and due_at >= ${dueFrom(after)}
  order by due_at limit 1) next on true
where id = ${providerId}`.execute(db)
  return rows[0]
}

/** Orders are not sent below cost, unless the operator allows it for the service. */
const isCovered = sql`(supplies.cost_rate <= orders.rate or services.below_cost)`

/**
 * Claims a provider's due orders, oldest first, one per token, and writes their attempts in one statement: what it
 * returns may be sent, and only by the caller. It reads no other provider's entries, locks nothing beforehand
 * (entries claimed meanwhile are left alone) and changes no order, so it only waits for a tx that is just
 * committing. For a supply whose first charge is awaited it claims few orders; two processes handing over a lease
 * may claim a few more between them.
 */
export async function claimAttempts(
  ctx: Pick<Context, 'db' | 'cluster'>,
  claim: Claim,
): Promise<ClaimedAttempt[]> {
  return ctx.cluster === undefined ? claimAtOnce(ctx.db, claim) : claimByShard(ctx.db, ctx.cluster, claim)
}

type Claim = {
  providerId: number
  after?: Date | undefined
  tokens: readonly string[]
  leaseSeconds: number
  /** On a cluster: the tokens of a shard whose statement failed after others had claimed. */
  onLost?: (tokens: readonly string[], error: unknown) => void
}

async function claimAtOnce(
  db: Kysely<DB>,
  { providerId, after, tokens, leaseSeconds }: Claim,
): Promise<ClaimedAttempt[]> {
  const { rows } = await sql<ClaimedAttempt>`
with waiting as materialized (
  ${waitingOf({ providerId, after, limit: tokens.length })}
), due as materialized (
  select user_id, order_id, (${tokens}::uuid[])[row_number() over (order by due_at)] as token
  from (${sql.raw(countedOfWaiting)}) counted
  where first_of is null or (sent_orders + nth <= first_orders and sent_cost + running <= first_cost)
), taken as (
  update dispatch_queue entry
  set token = due.token, lease_until = now() + make_interval(secs => ${leaseSeconds}), tries = entry.tries + 1
  from due
  where entry.user_id = due.user_id and entry.order_id = due.order_id
    and entry.token is null and entry.provider_id = ${providerId} and entry.due_at <= now()
  returning entry.user_id, entry.order_id, entry.token, entry.tries as number, entry.supply_id, entry.provider_id,
    entry.lease_until
), ${begunOf()}`.execute(db)
  return rows
}

/** The due orders of a provider, oldest first. */
function waitingOf({
  providerId,
  after,
  limit,
}: {
  providerId: number
  after: Date | undefined
  limit: number
}) {
  return sql<Waiting>`select entry.user_id, entry.order_id, entry.due_at, case when ${sql.raw(awaitsFirstCharge)} then supplies.id end as first_of,
    ${sql.raw(costOfOrder)} as cost
  from dispatch_queue entry join supplies on supplies.id = entry.supply_id and supplies.is_active
  join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
  join services on services.id = orders.service_id
  join providers on providers.id = entry.provider_id and ${sql.raw(takesOrders)}
  where ${isCovered} and entry.provider_id = ${providerId} and entry.token is null and entry.due_at <= now()
    and entry.due_at >= ${dueFrom(after)}
  order by entry.due_at limit ${limit}`
}

/** Follows `taken`: writes the attempts and returns them. `users`: the condition on the orders' customers on a cluster. */
const begunOf = (users = sql``) => sql`sent as (
  select taken.*, supplies.provider_service, service_type, link, quantity, details, balance, balance_checked_at,
    ${sql.raw(costOfOrder)} as cost
  from taken
  join orders on orders.user_id = taken.user_id and orders.id = taken.order_id ${users}
  join supplies on supplies.id = taken.supply_id
  join providers on providers.id = taken.provider_id
), begun as (
  insert into order_attempts (user_id, order_id, number, token, supply_id, provider_id, provider_service, cost,
    balance_before, balance_before_at, lease_until)
  select user_id, order_id, number, token, supply_id, provider_id, provider_service, cost, balance, balance_checked_at,
    lease_until
  from sent
)
select user_id, order_id, number, token, provider_id, provider_service, service_type, link, quantity, details
from sent`

type Waiting = { user_id: number; order_id: bigint; due_at: Date; first_of: number | null; cost: bigint }

/**
 * The oldest orders of all shards are read without a lock, then claimed shard by shard. After an error the rest is left to the
 * next call, and those already claimed are returned: their attempts are committed, and only this process can send them.
 */
async function claimByShard(
  db: Kysely<DB>,
  cluster: Cluster,
  { providerId, after, tokens, leaseSeconds, onLost }: Claim,
): Promise<ClaimedAttempt[]> {
  const { rows: waiting } = await waitingOf({ providerId, after, limit: tokens.length }).execute(db)
  const due = (await leaveOutAwaited(db, waiting)).map((one, at) => ({ ...one, token: tokens[at] ?? '' }))
  const claimed: ClaimedAttempt[] = []
  for (const part of cluster.byShard(due, ({ user_id }) => user_id)) {
    const users = sql`${part.map(({ user_id }) => user_id)}::int[]`
    const statement = sql<ClaimedAttempt>`
with due as materialized (
  select * from unnest(${users}, ${part.map(({ order_id }) => order_id)}::bigint[], ${part.map(({ token }) => token)}::uuid[])
    as due (user_id, order_id, token)
), taken as (
  update dispatch_queue entry
  set token = due.token, lease_until = now() + make_interval(secs => ${leaseSeconds}), tries = entry.tries + 1
  from due
  where entry.user_id = due.user_id and entry.order_id = due.order_id and entry.user_id = any(${users})
    and entry.token is null and entry.provider_id = ${providerId} and entry.due_at <= now()
  returning entry.user_id, entry.order_id, entry.token, entry.tries as number, entry.supply_id, entry.provider_id,
    entry.lease_until
), ${begunOf(sql`and orders.user_id = any(${users})`)}`
    try {
      claimed.push(...(await statement.execute(db)).rows)
    } catch (error) {
      if (claimed.length === 0) throw error
      onLost?.(
        part.map(({ token }) => token),
        error,
      )
      break
    }
  }
  return claimed
}

/** For supplies whose first charge is awaited, keeps only the orders that may be sent before it. */
async function leaveOutAwaited(db: Kysely<DB>, waiting: readonly Waiting[]): Promise<Waiting[]> {
  const sent = await countSent(
    db,
    waiting.flatMap(({ first_of }) => first_of ?? []),
  )
  return waiting.filter(({ first_of, cost }) => {
    const own = first_of === null ? undefined : sent.get(first_of)
    if (own === undefined) return true
    own.orders += 1
    own.cost += cost
    return own.orders <= own.first_orders && own.cost <= own.first_cost
  })
}

function dueFrom(after: Date | undefined) {
  return sql<Date>`coalesce(${after ?? null}::timestamptz, '-infinity')`
}

/** Due orders whose supply was deactivated since they were queued, or now costs more than the customer paid. */
export async function listUnsold(
  db: Kysely<DB>,
  { providerId, after, limit }: { providerId: number; after: Date | undefined; limit: number },
): Promise<{ user_id: number; order_id: bigint }[]> {
  const { rows } = await sql<{ user_id: number; order_id: bigint }>`
select entry.user_id, entry.order_id
from dispatch_queue entry join supplies on supplies.id = entry.supply_id
join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
join services on services.id = orders.service_id
where (not supplies.is_active or not ${isCovered})
  and entry.provider_id = ${providerId} and entry.token is null and entry.due_at <= now()
  and entry.due_at >= ${dueFrom(after)}
limit ${limit}`.execute(db)
  return rows
}

/** The started and undecided attempts of `tokens`. Few orders are undecided at a time. */
export async function findBegun(db: Kysely<DB>, tokens: readonly string[]): Promise<AttemptKey[]> {
  const { rows } = await sql<AttemptKey>`
select tried.user_id, tried.order_id, tried.number, tried.token, tried.provider_id
from dispatch_queue entry join order_attempts tried
  on tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries
where entry.token = any(${tokens}::uuid[]) and tried.token = entry.token and tried.state in ('sending', 'unknown')`.execute(
    db,
  )
  return rows
}
