import { type Kysely, type RawBuilder, sql } from 'kysely'

import {
  changesFor,
  type FavouriteChange,
  type ServiceChange,
} from '#contract/catalogue/favourite-changes.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { makeQueue } from '#server/lib/queue/make-queue.ts'
import type { Claim } from '#server/lib/queue/queue.ts'
import {
  areManyServiceEmailsQueued,
  queueManyEmails,
} from '#server/modules/messaging/emails/queue-many-emails.ts'
import { addNotifications } from '#server/modules/messaging/notifications/add-notification.ts'
import { keepReadersOfServiceChanges } from '#server/modules/messaging/notifications/announcement-readers.ts'
import { readManyRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

import { toEmail, toNotification } from './favourite-messages.ts'

/** Above the stars one customer may have, so that each tx completes a customer. Services ordered by API may be more. */
const PAIRS_PER_TX = 2_000

/** As for announcements: a new customer's confirmation email waits behind at most this many. */
const EMAILS_WAITING_MAX = 100

/**
 * Notifies customers who starred the services or order them by API about changes, once per channel. Messages and
 * progress share a tx, so a crash neither repeats nor skips anyone.
 */
export const favouriteUpdateQueue = makeQueue({
  name: 'favourite updates',
  table: 'favourite_updates',
  key: ['id'],
  columns: [],
  order: ['id'],
  since: 'created_at',
  everyMs: 30_000,
  concurrency: 1,
  leaseSeconds: 30,
  timeoutSeconds: 60,
  tries: { max: 10, pauseSeconds: 5, pauseSecondsMax: 600 },
  whenDone: 'delete',
  async handle(ctx, { id }, claim) {
    let hasMore = false
    for (const channel of ['notification', 'apiNotification'] as const)
      hasMore = (await notifyNext(ctx, { id, channel, claim })) || hasMore
    for (const channel of ['apiEmail', 'email'] as const) {
      const isFull = await areManyServiceEmailsQueued(ctx.db, EMAILS_WAITING_MAX)
      if (!isFull) hasMore = (await notifyNext(ctx, { id, channel, claim })) || hasMore
      else if (!hasMore && (await findUpdate(ctx.db, id, channel)) !== undefined) return { waitSeconds: 1 }
    }
    return hasMore ? 'more' : 'done'
  },
})

/** False where this channel has nothing to send. */
async function notifyNext(
  ctx: Context,
  { id, channel, claim }: { id: number; channel: Channel; claim: Claim },
): Promise<boolean> {
  const now = ctx.clock()
  return transact(ctx, async (tx, publish) => {
    await claim.hold(tx)
    const update = await findUpdate(tx, id, channel)
    if (update === undefined) return false
    const { upTo, isEnd } = await findReach(tx, update)
    const customers = await listCustomerChanges(tx, { update, upTo, now })
    const { isEmail } = channels[channel]
    const batch = isEmail ? customers.slice(0, EMAILS_WAITING_MAX) : customers
    const isCut = batch.length < customers.length
    if (batch.length > 0)
      await (isEmail ? queueEmails : addAllNotifications)(tx, publish, { batch, update, now })
    await advanceUpdate(tx, {
      id: update.id,
      channel,
      ...(isCut ? { upTo: lastOf(batch), isEnd: false } : { upTo, isEnd }),
    })
    return true
  })
}

type CustomerChanges = { userId: number; changes: FavouriteChange[] }

/** The last customer whose services are all within the next `PAIRS_PER_TX`, or the first one who has more than that. */
async function findReach(tx: Tx, update: Update): Promise<{ upTo: number; isEnd: boolean }> {
  const { upTo: above } = update
  const owners = await listOwners(tx, update, { above, max: PAIRS_PER_TX })
  const last = owners.at(-1) ?? above
  const isEnd = owners.length < PAIRS_PER_TX
  return { upTo: isEnd || last === owners[0] ? last : last - 1, isEnd }
}

/** By user id, without customers who turned these notifications off or whose own rate did not change. */
async function listCustomerChanges(
  tx: Tx,
  { update, upTo, now }: { update: Update; upTo: number; now: Date },
): Promise<CustomerChanges[]> {
  const all = Map.groupBy(await listUpdatesOf(tx, { update, upTo }), ({ userId }) => userId)
  const userIds = await keepReadersOfServiceChanges(tx, [...all.keys()])
  const rules = await readManyRates(tx, { userIds, now })
  return userIds.flatMap((userId) => {
    const rule = rules.get(userId) ?? { discount_percent: 0, until: null, rates: {} }
    const changes = (all.get(userId) ?? []).flatMap((change) => changesFor(change, rule, now))
    return changes.length === 0 ? [] : [{ userId, changes }]
  })
}

function lastOf(batch: readonly CustomerChanges[]): number {
  return batch.at(-1)?.userId ?? 0
}

type Batch = { batch: readonly CustomerChanges[]; update: Update; now: Date }

async function addAllNotifications(tx: Tx, publish: Publish, { batch, update }: Batch): Promise<void> {
  const code = update.isApi ? 'api_services_changed' : 'favourites_changed'
  const rows = batch.map(({ userId, changes }) => ({ userId, ...toNotification(changes, code) }))
  for (const { userId, id } of await addNotifications(tx, rows))
    publish({ topic: 'notification', userId, id })
}

/**
 * About favourites at most one email per customer and day, through the event id: later changes only appear as notifications.
 * About services ordered by API one per update, since money depends on it.
 */
async function queueEmails(tx: Tx, publish: Publish, { batch, update, now }: Batch): Promise<void> {
  const event = update.isApi ? `api_services:${update.id}` : `favourites:${now.toISOString().slice(0, 10)}`
  const listedMax = update.isApi ? API_LISTED_MAX : LISTED_MAX
  const emails = batch.map(({ userId, changes }) => ({ userId, event, details: toEmail(changes, listedMax) }))
  await queueManyEmails(tx, publish, {
    kind: update.isApi ? 'api_service_changes' : 'favourite_changes',
    emails,
  })
}

/** Changes listed in an email; the rest is a number. */
const LISTED_MAX = 20
const API_LISTED_MAX = 100

/** Each with the columns of its progress. */
const channels = {
  notification: { isApi: false, isEmail: false, upTo: 'notified_up_to', ended: 'notify_ended' },
  email: { isApi: false, isEmail: true, upTo: 'emailed_up_to', ended: 'emails_ended' },
  apiNotification: { isApi: true, isEmail: false, upTo: 'api_notified_up_to', ended: 'api_notify_ended' },
  apiEmail: { isApi: true, isEmail: true, upTo: 'api_emailed_up_to', ended: 'api_emails_ended' },
} as const
type Channel = keyof typeof channels

/** `isApi`: for customers who order the services by API; otherwise for those who starred them. */
type Update = { id: number; upTo: number; at: Date; isApi: boolean }

/** Undefined if this channel is finished. */
async function findUpdate(db: Kysely<DB>, id: number, channel: Channel): Promise<Update | undefined> {
  const { upTo, ended, isApi } = channels[channel]
  const row = await db
    .selectFrom('favourite_updates')
    .select(['id', `${upTo} as upTo`, 'created_at as at'])
    .where('id', '=', id)
    .where(ended, '=', false)
    .executeTakeFirst()
  return row && { ...row, isApi }
}

async function advanceUpdate(
  tx: Tx,
  { id, channel, upTo, isEnd }: { id: number; channel: Channel; upTo: number; isEnd: boolean },
): Promise<void> {
  const columns = channels[channel]
  await tx
    .updateTable('favourite_updates')
    .set({ [columns.upTo]: upTo, [columns.ended]: isEnd })
    .where('id', '=', id)
    .execute()
}

/** The owner of each of the next `max` stars, or services ordered by API, in order of user id. */
async function listOwners(
  db: Kysely<DB>,
  { isApi }: Update,
  { above, max }: { above: number; max: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom(isApi ? 'api_services' : 'favourites')
    .select('user_id')
    .where('user_id', '>', above)
    .orderBy('user_id')
    .orderBy('service_id')
    .limit(max)
    .execute()
  return rows.map(({ user_id: id }) => id)
}

/**
 * The update's changes per customer in this range. Services starred or first ordered after the comparison are left out,
 * and so are favourites that are ordered by API: their customers are notified of them as API services.
 */
async function listUpdatesOf(
  db: Kysely<DB>,
  { update, upTo }: { update: Update; upTo: number },
): Promise<(ServiceChange & { userId: number })[]> {
  const { rows } = await sql<ServiceChange & { userId: number }>`
    select user_id as "userId", news.service_id as id, services.name, was_sold as "wasSold", is_sold as "isSold",
      rate_before as "rateBefore", news.rate, min_before as "minBefore", news.min, max_before as "maxBefore", news.max
    from ${sql.table(update.isApi ? 'api_services' : 'favourites')} followed
    join favourite_update_services news on news.update_id = ${update.id} and news.service_id = followed.service_id
    join services on services.id = news.service_id
    where user_id > ${update.upTo} and user_id <= ${upTo} and followed.created_at < ${update.at}
      and ${
        update.isApi
          ? isOrderedByApi(sql`followed`, update.at)
          : sql`not exists (select from api_services api
        where api.user_id = followed.user_id and api.service_id = followed.service_id
          and api.created_at < ${update.at} and ${isOrderedByApi(sql`api`, update.at)})`
      }
    order by user_id, news.service_id`.execute(db)
  return rows
}

/** Within the last 30 days. */
function isOrderedByApi(row: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql<boolean>`${row}.ordered_at > ${at}::timestamptz - interval '30 days'`
}
