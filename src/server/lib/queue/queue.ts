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

/** Declares which rows form a queue and how each is handled. */
export type Declaration<Table extends QueueTable, Column extends keyof DB[Table] & string> = {
  /** Name in metrics and in the list of failed jobs. */
  name: string
  table: Table
  /** The primary key. */
  key: readonly Column[]
  /** The columns that `handle` needs besides the key. */
  columns: readonly Column[]
  /** Order of claims. */
  order: readonly (Column | 'due_at')[]
  /** When the row was queued. */
  since: keyof DB[Table] & string
  /** An event after which there may be something to claim. The queue also polls every `everyMs`. */
  wakeOn?: QueueTopic
  everyMs: number
  /** Max. items that one process handles at a time. */
  concurrency: number
  /** Renewed while the handler runs. When a process dies, another takes over after this time. */
  leaseSeconds: number
  /** A handler that takes longer counts as failed and frees its slot. */
  timeoutSeconds: number
  /** The pause doubles with each try. After `max` tries the item is failed and waits for staff. */
  tries: { max: number; pauseSeconds: number; pauseSecondsMax: number }
  /** How the row leaves the queue; `set` adds columns to the same update. */
  whenDone: 'delete' | 'keep' | { set: RawBuilder<unknown> }
  /** Additional columns of the update that marks it as failed. */
  whenFailed?: { set: RawBuilder<unknown> }
  /** An additional condition on the rows that this process can handle now. */
  canClaim?: (ctx: Context) => Promise<RawBuilder<boolean>>
  handle: (ctx: Context, item: Item<Table, Column>, claim: Claim) => Promise<Outcome>
  /** Called in the tx in which the item leaves the queue, done or failed. */
  onEnd?: (tx: Tx, item: Item<Table, Column>, fault: Fault | undefined) => Promise<void>
  /** Additional columns of the update that queues a failed item again. */
  whenRequeued?: { set: RawBuilder<unknown> }
}

export type Item<Table extends QueueTable, Column extends keyof DB[Table]> = Pick<
  Selectable<DB[Table]>,
  Column & keyof Selectable<DB[Table]>
> & { tries: number }

export type Outcome =
  | 'done'
  /** The handler has ended the item itself, with `claim.end` in its tx. */
  | 'ended'
  /** Progress was made and more is left: due again immediately, behind the other due items. */
  | 'more'
  /** There was nothing to do yet. Doesn't count as a try. */
  | { waitSeconds: number }
  /** This try failed. */
  | { retry: Fault }
  /** Further tries would fail too. */
  | { fail: Fault }

export type Claim = {
  /** Aborted when the time limit is reached or the process stops. */
  signal: AbortSignal
  /** Locks the row until the tx ends. Throws if another process has taken over meanwhile. */
  hold(tx: Tx): Promise<void>
  /** Removes the item from the queue in the tx of its effects. Throws if another process has taken over meanwhile. */
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
   * Handles one item in this process until it leaves the queue or waits for its next try. False if it was not due, and
   * while the database is fenced.
   */
  workOne(ctx: Context, key: readonly unknown[]): Promise<boolean>
  /** Handles items until none is due. Returns the number handled. */
  workDue(ctx: Context): Promise<number>
  /** Latest first; failures of the same moment by table and id, descending. */
  listFailed(
    ctx: Pick<Context, 'db'>,
    page: { before: FailedPosition | undefined; count: number },
  ): Promise<FailedItem[]>
  /** Queues a failed item again. False if its failure has another time, or it was queued since. */
  requeue(tx: Tx, failed: { id: string; failedAt: Date; now: Date }): Promise<boolean>
  /** The same queue with some parts replaced, for tests. */
  with(other: QueueOverrides): Queue
}

export type QueueOverrides = Partial<
  Pick<
    Declaration<QueueTable, never>,
    'everyMs' | 'concurrency' | 'leaseSeconds' | 'timeoutSeconds' | 'tries'
  >
> & { handle?: (ctx: Context, item: object, claim: Claim) => Promise<Outcome> }
