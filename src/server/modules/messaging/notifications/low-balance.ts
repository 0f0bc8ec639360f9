import { type Kysely, type RawBuilder, sql } from 'kysely'

import { type Money, money } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { queueManyEmails } from '#server/modules/messaging/emails/queue-many-emails.ts'

import { addNotifications } from './add-notification.ts'

/** The balance below which the customer is notified; null: never. */
export async function readBalanceNotice(db: Kysely<DB>, userId: number): Promise<{ below: Money | null }> {
  const row = await db
    .selectFrom('balance_notices')
    .select('below')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { below: row === undefined ? null : money(row.below) }
}

/** Applies from now on: a balance already below it must first rise. */
export async function setBalanceNotice(
  db: Kysely<DB>,
  userId: number,
  below: bigint | null,
): Promise<{ below: Money | null }> {
  if (below === null) await deleteBalanceNotice(db, userId)
  else
    await sql`
      insert into balance_notices (user_id, below, checked_seq, is_below)
      select user_id, ${below}::bigint, transactions_seq, balance < ${below}::bigint from accounts
      where user_id = ${userId}
      on conflict (user_id) do update set below = excluded.below, checked_seq = excluded.checked_seq,
        is_below = excluded.is_below, set_at = excluded.set_at`.execute(db)
  return readBalanceNotice(db, userId)
}

export async function deleteBalanceNotice(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('balance_notices').where('user_id', '=', userId).execute()
}

/** How often all balances are compared, in case events were lost. */
const ALL_EVERY_MS = 600_000
/** Above this, all are compared. */
const MOVED_MAX = 10_000

/**
 * Each round notifies the customers whose balance moved since the last one; if none did, it doesn't query the database.
 * After a gap in the events, a failure, and every 10 minutes it compares all.
 */
export function watchBalances(ctx: Context): { work: () => Promise<boolean>; stop: () => void } {
  const moved = new Set<number>()
  let comparedAt = -Infinity
  let isUnsure = true
  const offs = [
    ctx.events.on('balance', ({ userId }) => {
      if (moved.size < MOVED_MAX) moved.add(userId)
      else isUnsure = true
    }),
    ctx.events.on('gap', () => (isUnsure = true)),
  ]
  return {
    async work() {
      const now = performance.now()
      const isAll = isUnsure || now - comparedAt >= ALL_EVERY_MS
      const userIds = isAll ? undefined : [...moved]
      moved.clear()
      isUnsure = false
      if (userIds?.length === 0) return false
      try {
        const isMore = await notifyLowBalances(ctx, userIds)
        if (isAll) comparedAt = now
        // Customers added meanwhile stay.
        isUnsure ||= isMore
        return isMore
      } catch (error) {
        isUnsure = true
        throw error
      }
    },
    stop: () => offs.forEach((off) => off()),
  }
}

const CUSTOMERS_PER_TX = 200
/** Ledger rows per customer; further rows are read the next time. */
const ROWS_READ_MAX = 10_000

/**
 * Notifies customers whose balance fell below their threshold, once per fall, by notification and email; all customers without
 * `userIds`. Reads the ledger instead of the balance, so that no fall is missed, and placing orders stays independent of it. What
 * was read is stored in the tx of the messages: a crash neither repeats nor skips any. Answers whether rows are left.
 */
export async function notifyLowBalances(ctx: Context, userIds?: readonly number[]): Promise<boolean> {
  let isMore = false
  for (let above: number | undefined = 0; above !== undefined;) {
    const { read, next }: ReadNotices = await notifySome(ctx, { above, userIds })
    isMore ||= read.some(({ is_all: isAll }) => !isAll)
    above = next
  }
  return isMore
}

/** Customers above this id. */
type Some = { above: number; userIds: readonly number[] | undefined }

async function notifySome(ctx: Context, some: Some): Promise<ReadNotices> {
  return transact(ctx, async (tx, publish) => {
    const notices = await readFalls(ctx, tx, some)
    const fallen = notices.read.filter(({ has_fallen: hasFallen }) => hasFallen)
    if (fallen.length === 0) return notices
    const added = await addNotifications(
      tx,
      fallen.map(({ user_id: userId, below, balance }) => ({
        userId,
        code: 'balance_low',
        details: { below: money(below), balance: money(balance) },
      })),
    )
    for (const { userId, id } of added) publish({ topic: 'notification', userId, id })
    await queueManyEmails(tx, publish, {
      kind: 'balance_low',
      emails: fallen.map(({ user_id: userId, below, balance, seq }) => ({
        userId,
        event: `balance_low:${seq}`,
        details: { below: String(below), balance: String(balance) },
      })),
    })
    return notices
  })
}

/** `balance` is the current one; `is_all`: no ledger rows are left to read. */
type ReadNotice = {
  user_id: number
  below: bigint
  balance: bigint
  seq: number
  has_fallen: boolean
  is_all: boolean
}
/** `next`: the id above which there may be more; undefined after the last one. */
type ReadNotices = { read: ReadNotice[]; next: number | undefined }

/**
 * The next customers with new ledger rows. A balance has fallen if a row below the threshold follows one that is not:
 * the last one read earlier, or one of these. Waits for locked rows, in order: their holder may have read older rows.
 */
async function readFalls({ cluster }: Context, tx: Tx, some: Some): Promise<ReadNotices> {
  if (cluster === undefined) {
    const read = await readSomeFalls(tx, some, () => sql``)
    return { read, next: nextAbove(read) }
  }
  const { rows } = await sql<{ user_id: number }>`
    select notice.user_id from ${withNewLines(some)} order by notice.user_id limit ${CUSTOMERS_PER_TX}`.execute(
    tx,
  )
  const read: ReadNotice[] = []
  for (const part of cluster.byShard(rows, (row) => row.user_id)) {
    const userIds = part.map((row) => row.user_id)
    const onShard = (table: string) => sql`and ${sql.ref(`${table}.user_id`)} = any (${userIds}::int[])`
    read.push(...(await readSomeFalls(tx, { ...some, userIds }, onShard)))
  }
  // Based on the rows found without a lock: another process may have read some of them by now.
  return { read, next: nextAbove(rows) }
}

function nextAbove(found: readonly { user_id: number }[]): number | undefined {
  return found.length < CUSTOMERS_PER_TX ? undefined : Math.max(...found.map(({ user_id: id }) => id))
}

const withNewLines = ({ above, userIds }: Some) => {
  const among = userIds === undefined ? sql`` : sql`and notice.user_id = any (${userIds}::int[])`
  return sql`balance_notices notice join accounts on accounts.user_id = notice.user_id
      where transactions_seq > checked_seq and notice.user_id > ${above} ${among}`
}

async function readSomeFalls(
  tx: Tx,
  some: Some,
  onShard: (table: string) => RawBuilder<unknown>,
): Promise<ReadNotice[]> {
  const { rows } = await sql<ReadNotice>`
    with due as materialized (
      select notice.user_id, below, is_below, checked_seq, balance, transactions_seq,
        least(transactions_seq, checked_seq + ${ROWS_READ_MAX}::int) as seq
      from ${withNewLines(some)} ${onShard('accounts')}
      order by notice.user_id limit ${CUSTOMERS_PER_TX}
      for update of notice
    ), moved as materialized (
      select due.*, moved.* from due cross join lateral (
        select min(line.seq) filter (where balance_after >= below) as first_above,
          max(line.seq) filter (where balance_after < below) as last_below
        from transactions line
        where line.user_id = due.user_id and line.seq > due.checked_seq and line.seq <= due.seq ${onShard('line')}) moved
    )
    update balance_notices notice set checked_seq = moved.seq, is_below = coalesce(last_below = moved.seq, false)
    from moved where notice.user_id = moved.user_id ${onShard('notice')}
    returning notice.user_id, notice.below, moved.balance, moved.seq, moved.seq = transactions_seq as is_all,
      coalesce(last_below > case when moved.is_below then first_above else moved.checked_seq end, false)
        as has_fallen`.execute(tx)
  return rows
}
