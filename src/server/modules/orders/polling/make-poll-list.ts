import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { PANEL_IDS_MAX, type PanelAnswer } from '#server/integrations/panels/panel.ts'
import type { PacedCall } from '#server/integrations/panels/query-in-batches.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { makeQueueFront } from '#server/modules/orders/state/queue-front.ts'

/** An order or refill to poll. */
export type DuePoll = {
  user_id: number
  order_id: bigint
  kind: 'order' | 'refill'
  number: number
  provider_id: number
  provider_ref: string | null
  due_at: Date
  /** Time since it was first polled. */
  age_seconds: number
  is_urgent: boolean
}

export type PollList = {
  /**
   * At most `max` due polls not in `leftOut`, and milliseconds until the next. Results may be a second old: an answer
   * about an order that changed since changes nothing.
   */
  list(want: { leftOut: ReadonlySet<string>; max: number }): Promise<{ due: DuePoll[]; nextMs: number }>
  /** Drops what was read ahead. */
  reset(): void
}

/** Limits polls requested by customers, so that they do not crowd out due ones. */
const WANTED_MAX = PANEL_IDS_MAX / 2
/** Read ahead at once, since each query also skips running polls. */
const AHEAD = 10 * PANEL_IDS_MAX
const AHEAD_MS = 1000

/** The queue of polls of one provider. */
export function makePollList(ctx: Pick<Context, 'db'>, providerId: number): PollList {
  const front = makeQueueFront()
  let ahead: DuePoll[] = []
  let lookedAt = -Infinity

  return {
    async list({ leftOut, max }) {
      const isLeft = (row: DuePoll) => !leftOut.has(keyOf(row))
      ahead = performance.now() - lookedAt < AHEAD_MS ? ahead.filter(isLeft) : []
      if (ahead.length >= max) return { due: ahead.splice(0, max), nextMs: 0 }

      lookedAt = performance.now()
      const rows = await listPolls(ctx.db, {
        providerId,
        after: front.from(),
        limit: leftOut.size + Math.max(max, AHEAD) + 1,
        wantedMax: leftOut.size + WANTED_MAX,
      })
      const [any] = rows
      if (any !== undefined)
        front.see({
          now: new Date(any.due_at.getTime() - any.in_seconds * 1000),
          oldest: new Date(Math.min(...rows.map(({ due_at: dueAt }) => dueAt.getTime()))),
        })
      ahead = rows.filter((row) => row.in_seconds <= 0 && isLeft(row))
      const waits = rows.filter((row) => row.in_seconds > 0).map((row) => row.in_seconds * 1000)
      return { due: ahead.splice(0, max), nextMs: Math.min(Infinity, ...waits) }
    },
    reset() {
      lookedAt = -Infinity
    },
  }
}

type QueuedPoll = DuePoll & {
  /** Seconds until it is due; negative when overdue. */
  in_seconds: number
}

/**
 * The polls of one provider: requested ones first, then by due time. `after` excludes earlier ones: while a long tx
 * elsewhere prevents vacuum, completed polls would be scanned every time.
 */
async function listPolls(
  db: Kysely<DB>,
  {
    providerId,
    after,
    limit,
    wantedMax,
  }: { providerId: number; after: Date | undefined; limit: number; wantedMax: number },
): Promise<QueuedPoll[]> {
  const columns = sql`user_id, order_id, kind, number, provider_id, provider_ref, due_at, is_urgent,
    extract(epoch from now() - since)::float8 as age_seconds, extract(epoch from due_at - now())::float8 as in_seconds`
  const { rows } = await sql<QueuedPoll>`
(select ${columns} from poll_queue where provider_id = ${providerId} and is_urgent limit ${wantedMax})
union all
(select ${columns} from poll_queue
  where provider_id = ${providerId} and due_at >= coalesce(${after ?? null}::timestamptz, '-infinity')
  order by due_at limit ${limit})`.execute(db)
  return rows
}

/** One poll call. If it is not full, it may wait for more ids. */
export type PollCall = { kind: DuePoll['kind']; polls: DuePoll[]; isFull: boolean }

/** Called with the answer before anything is written. */
type OnAnswer = (answer: PanelAnswer<unknown>) => void

export type PollCallOptions = { onAnswer: OnAnswer; paced: PacedCall }

/** The answer of the call, and the ids refused individually. */
export type PollCallOutcome = { answer: PanelAnswer<unknown>; refused: ReadonlySet<string> }

/** Groups polls by kind, with at most as many ids as the provider accepts, in the given order. */
export function toPollCalls(
  polls: readonly DuePoll[],
  perCall: Readonly<Record<DuePoll['kind'], number>>,
): PollCall[] {
  const calls: PollCall[] = []
  const open = new Map<DuePoll['kind'], PollCall>()
  const seen = new Set<string>()
  for (const poll of polls) {
    const key = keyOf(poll)
    if (seen.has(key)) continue
    seen.add(key)
    const call = open.get(poll.kind) ?? { kind: poll.kind, polls: [], isFull: false }
    if (call.polls.length === 0) calls.push(call)
    call.polls.push(poll)
    // A customer is waiting for it.
    if (poll.is_urgent) call.isFull = true
    if (call.polls.length < perCall[poll.kind]) open.set(poll.kind, call)
    else {
      call.isFull = true
      open.delete(poll.kind)
    }
  }
  return calls
}

export function keyOf({ user_id, order_id, kind, number }: DuePoll): string {
  return `${user_id} ${order_id} ${kind} ${number}`
}

/** Postpones polls that brought no answer, unless an earlier poll was requested meanwhile. */
export async function postponePolls(
  { db, cluster }: Pick<Context, 'db' | 'cluster'>,
  { polls, seconds }: { polls: readonly DuePoll[]; seconds: number },
): Promise<void> {
  const parts = cluster?.byShard(polls, ({ user_id }) => user_id) ?? [polls]
  for (const part of parts)
    await postpone(db, part, { seconds, onShard: cluster === undefined ? sql`` : onShardOf(part) })
}

function onShardOf(polls: readonly DuePoll[]) {
  return sql`and poll_queue.user_id = any(${polls.map(({ user_id }) => user_id)}::int[])`
}

async function postpone(
  db: Kysely<DB>,
  polls: readonly DuePoll[],
  { seconds, onShard }: { seconds: number; onShard: RawBuilder<unknown> },
): Promise<void> {
  await sql`
update poll_queue set due_at = now() + make_interval(secs => ${seconds}), is_urgent = false
from unnest(${polls.map(({ user_id }) => user_id)}::int[], ${polls.map(({ order_id }) => order_id)}::bigint[],
  ${polls.map(({ kind }) => kind)}::text[], ${polls.map(({ number }) => number)}::int[],
  ${polls.map(({ due_at }) => due_at)}::timestamptz[]) as asked (user_id, order_id, kind, number, due_at)
where poll_queue.user_id = asked.user_id and poll_queue.order_id = asked.order_id
  and poll_queue.kind = asked.kind and poll_queue.number = asked.number and poll_queue.due_at = asked.due_at
  ${onShard}`.execute(db)
}
