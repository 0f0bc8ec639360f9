import type { RawBuilder, Selectable } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import type { EventTopic } from '#server/lib/events/events.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { Loop } from './loop.ts'

/** The columns by which a table is a queue. `due_at` is null once a row is done or failed. */
type QueueColumns = 'due_at' | 'tries' | 'lease' | 'failed_at' | 'fault'
/** Events without details. */
type QueueTopic = Extract<
  EventTopic,
  'announcement' | 'charge' | 'contact' | 'deposit' | 'import' | 'mail' | 'reset'
>

export type QueueTable = {
  [Table in keyof DB]: QueueColumns extends keyof DB[Table] ? Table : never
}[keyof DB]

/** Which rows are a queue, and what is done with each. */
export type Declaration<Table extends QueueTable, Column extends keyof DB[Table] & string> = {
  /** Name in metrics and in the list of failed jobs. */
  name: string
  table: Table
  /** The primary key. */
  key: readonly Column[]
  /** What `handle` reads beside the key. */
  columns: readonly Column[]
  /** Order of claims. */
  order: readonly (Column | 'due_at')[]
  /** When the row was queued. */
  since: keyof DB[Table] & string
  /** An event after which there may be something to claim. Besides, the queue looks every `everyMs`. */
  wakeOn?: QueueTopic
  everyMs: number
  /** How many one process handles at a time. */
  concurrency: number
  /** Renewed while the handler runs. When a process dies, another one takes over this much later. */
  leaseSeconds: number
  /** A handler that takes longer counts as failed, and its place is free. */
  timeoutSeconds: number
  /** The pause doubles with each try. After `max` tries the item has failed and waits for a person. */
  tries: { max: number; pauseSeconds: number; pauseSecondsMax: number }
  /** How the row leaves the queue; `set` are further columns of the same update. */
  whenDone: 'delete' | 'keep' | { set: RawBuilder<unknown> }
  /** Further columns of the update that marks it as failed. */
  whenFailed?: { set: RawBuilder<unknown> }
  /** An additional condition on the rows that this process can handle now. */
  canClaim?: (ctx: Context) => Promise<RawBuilder<boolean>>
  handle: (ctx: Context, item: Item<Table, Column>, claim: Claim) => Promise<Outcome>
  /** In the tx in which the item leaves the queue, as done or as failed. */
  onEnd?: (tx: Tx, item: Item<Table, Column>, fault: Fault | undefined) => Promise<void>
  /** Further columns of the update that queues a failed item again. */
  whenRequeued?: { set: RawBuilder<unknown> }
}

export type Item<Table extends QueueTable, Column extends keyof DB[Table]> = Pick<
  Selectable<DB[Table]>,
  Column & keyof Selectable<DB[Table]>
> & { tries: number }

export type Outcome =
  | 'done'
  /** The handler has ended the item itself, by `claim.end` in its tx. */
  | 'ended'
  /** There was progress and there is more to do: at once, behind the items that are due. */
  | 'more'
  /** There was nothing to do yet. Doesn't count as a try. */
  | { waitSeconds: number }
  /** This try failed. */
  | { retry: Fault }
  /** Further tries would fail too. */
  | { fail: Fault }

export type Claim = {
  /** Aborted when the time has run out or the process stops. */
  signal: AbortSignal
  /** Locks the row until the tx ends. Throws if another process has taken over meanwhile. */
  hold(tx: Tx): Promise<void>
  /** Takes the item out of the queue in the tx of its effects. Throws if another process has taken over meanwhile. */
  end(tx: Tx): Promise<void>
}

export type FailedItem = {
  id: string
  failed_at: Date
  created_at: Date
  tries: number
  fault: unknown
}

export type FailedPosition = { failedAt: Date; table: string; id: string }

export type Queue = {
  readonly name: string
  readonly table: QueueTable
  readonly wakeOn: QueueTopic | undefined
  start(ctx: Context): Loop
  /**
   * Handles one item in this process until it leaves the queue or waits for a next try. False if it was not due, and while
   * the database is fenced.
   */
  workOne(ctx: Context, key: readonly unknown[]): Promise<boolean>
  /** Handles items until none is due. Answers how many it has handled. */
  workDue(ctx: Context): Promise<number>
  /** The latest first; of the same moment by table and id, descending. */
  listFailed(
    ctx: Pick<Context, 'db'>,
    page: { before: FailedPosition | undefined; count: number },
  ): Promise<FailedItem[]>
  /** Queues a failed item again. False if it has not failed at that time, or was queued since. */
  requeue(tx: Tx, failed: { id: string; failedAt: Date; now: Date }): Promise<boolean>
  /** The same queue with other parts, for tests. */
  with(other: QueueOverrides): Queue
}

export type QueueOverrides = Partial<
  Pick<
    Declaration<QueueTable, never>,
    'everyMs' | 'concurrency' | 'leaseSeconds' | 'timeoutSeconds' | 'tries'
  >
> & { handle?: (ctx: Context, item: object, claim: Claim) => Promise<Outcome> }
