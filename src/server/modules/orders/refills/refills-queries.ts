import { type Kysely, sql } from 'kysely'

import type { SentFault } from '#contract/base/codes.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { toStoredFault } from '#server/lib/queue/stored-fault.ts'
import { pollIn, startPolling, stopPolling } from '#server/modules/orders/state/poll-queue-queries.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

export type RefillKey = OrderKey & { number: number }
export type OpenState = 'asking' | 'pending' | 'unknown'

/** Opens a refill and queues its first poll; undefined if the order has another open one. */
export async function insertRefill(
  tx: Tx,
  {
    userId,
    id,
    statusBefore,
    providerId,
    askingSeconds,
  }: OrderKey & { statusBefore: 'COMPLETED' | 'PARTIAL'; providerId: number; askingSeconds: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    insert into refills (user_id, order_id, number, status_before)
    select ${userId}, ${id}, coalesce(max(number), 0) + 1, ${statusBefore}
    from refills where user_id = ${userId} and order_id = ${id}
    on conflict (user_id, order_id) where state in ('asking', 'pending', 'unknown') do nothing
    returning number`.execute(tx)
  const number = rows[0]?.number
  if (number !== undefined)
    await startPolling(tx, { userId, id, refill: number }, { providerId, ref: null, seconds: askingSeconds })
  return number
}

/** A refill that stays open is polled again after `pollSeconds`. */
export type StillOpen = {
  state: OpenState
  fault: SentFault | null
  pollSeconds: number
  /** The provider accepted it. `ref`: its id there, null if the provider gave none. */
  taken?: { providerId: number; ref: string | null }
  /** The provider gave an understandable answer about it. */
  isHeard?: boolean
  /** The provider reported the order as open again. */
  isSeenOpen?: boolean
}
/** `given_up`: its outcome was never known. */
export type Ended = { state: 'completed' | 'rejected' | 'given_up'; fault: SentFault | null }

/** Changes a refill from a named state, so that late or repeated answers change nothing. Returns whether it changed. */
export async function changeRefill(
  tx: Tx,
  { userId, id, number, from }: RefillKey & { from: readonly OpenState[] },
  change: StillOpen | Ended,
): Promise<boolean> {
  const isOpen = 'pollSeconds' in change
  const taken = isOpen ? change.taken : undefined
  const { numUpdatedRows } = await tx
    .updateTable('refills')
    .set({
      state: change.state,
      fault: change.fault && toStoredFault(change.fault),
      finished_at: isOpen ? null : sql<Date>`now()`,
      ...(taken !== undefined && { provider_refill: taken.ref }),
      ...(isOpen && change.isHeard === true && { answered_at: sql<Date>`now()` }),
      ...(isOpen && change.isSeenOpen === true && { seen_open: true }),
    })
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .where('number', '=', number)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  const key = { userId, id, refill: number }
  if (!isOpen) await stopPolling(tx, key)
  else if (taken === undefined) await pollIn(tx, key, { seconds: change.pollSeconds })
  else await startPolling(tx, key, { ...taken, seconds: change.pollSeconds })
  return true
}

export type RefillRow = { user_id: number; order_id: bigint; number: number }

export type OpenRefill = RefillRow & {
  state: OpenState
  status_before: 'COMPLETED' | 'PARTIAL'
  provider_refill: string | null
  provider_order: string | null
  /** For a refill without an id: its order was reported open since. */
  seen_open: boolean
  fault: unknown
  age_seconds: number
  /** Since the provider's last understandable answer about it, or since the request. */
  silent_seconds: number
}

const openColumns = sql`refills.user_id, refills.order_id, refills.number, refills.state, status_before,
  provider_refill, provider_order, seen_open, refills.fault, extract(epoch from now() - refills.created_at)::float8 as age_seconds,
  extract(epoch from now() - refills.answered_at)::float8 as silent_seconds`

export async function listOpenRefills(db: Kysely<DB>, keys: readonly RefillRow[]): Promise<OpenRefill[]> {
  const { rows } = await sql<OpenRefill>`
select ${openColumns}
from refills join unnest(${keys.map(({ user_id }) => user_id)}::int[],
  ${keys.map(({ order_id }) => order_id)}::bigint[], ${keys.map(({ number }) => number)}::int[])
  as named (user_id, order_id, number) using (user_id, order_id, number)
  join orders on orders.user_id = refills.user_id and orders.id = refills.order_id
where refills.state in ('asking', 'pending', 'unknown')`.execute(db)
  return rows
}

/** Due refills of a provider that end without its answer: the request was never accepted, or time is up. */
export async function listOverdueRefills(
  db: Kysely<DB>,
  {
    providerId,
    silentSeconds,
    endlessSeconds,
    max,
  }: { providerId: number; silentSeconds: number; endlessSeconds: number; max: number },
): Promise<OpenRefill[]> {
  const { rows } = await sql<OpenRefill>`
select ${openColumns}
from poll_queue join refills on refills.user_id = poll_queue.user_id
  and refills.order_id = poll_queue.order_id and refills.number = poll_queue.number
  join orders on orders.user_id = refills.user_id and orders.id = refills.order_id
where poll_queue.provider_id = ${providerId} and poll_queue.kind = 'refill' and due_at <= now()
  and refills.state in ('asking', 'pending', 'unknown')
  and (refills.state <> 'pending' or refills.answered_at <= now() - make_interval(secs => ${silentSeconds})
    or refills.created_at <= now() - make_interval(secs => ${endlessSeconds}))
order by due_at limit ${max}`.execute(db)
  return rows
}
