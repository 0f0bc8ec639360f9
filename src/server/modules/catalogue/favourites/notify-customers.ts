import { type Kysely, sql } from 'kysely'

import {
  changesFor,
  type FavouriteChange,
  type ServiceChange,
} from '#contract/catalogue/favourite-changes.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { type Claim, makeQueue } from '#server/lib/queue/make-queue.ts'
import {
  areManyFavouriteEmailsQueued,
  queueFavouriteEmails,
} from '#server/modules/messaging/emails/queue-favourite-emails.ts'
import { addNotifications } from '#server/modules/messaging/notifications/add-notification.ts'
import { keepReadersOfServiceChanges } from '#server/modules/messaging/notifications/announcement-readers.ts'
import { readManyRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

import { toEmail, toNotification } from './favourite-messages.ts'

/** More than one customer may have, so that each tx completes at least one. */
const STARS_PER_TX = 2_000

/** As for announcements: a new customer's confirmation email waits behind at most this many. */
const EMAILS_WAITING_MAX = 100

/**
 * Changes that customers who starred the services are told, once per channel. Messages and progress are one tx, so a crash
 * neither repeats nor skips anyone.
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
    const hasNotified = await notifyNext(ctx, { id, channel: 'notification', claim })
    const isFull = await areManyFavouriteEmailsQueued(ctx.db, EMAILS_WAITING_MAX)
    const hasQueued = !isFull && (await notifyNext(ctx, { id, channel: 'email', claim }))
    if (hasNotified || hasQueued) return 'more'
    return isFull && (await findUpdate(ctx.db, id, 'email')) !== undefined ? { waitSeconds: 1 } : 'done'
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
    const batch = channel === 'email' ? customers.slice(0, EMAILS_WAITING_MAX) : customers
    const isCut = batch.length < customers.length
    if (batch.length > 0)
      await (channel === 'email' ? queueEmails : addAllNotifications)(tx, publish, batch, now)
    await advanceUpdate(tx, {
      id: update.id,
      channel,
      ...(isCut ? { upTo: lastOf(batch), isEnd: false } : { upTo, isEnd }),
    })
    return true
  })
}

type CustomerChanges = { userId: number; changes: FavouriteChange[] }

/** The last customer whose stars are all within the next `STARS_PER_TX`. */
async function findReach(tx: Tx, { upTo: above }: Update): Promise<{ upTo: number; isEnd: boolean }> {
  const owners = await listStarOwners(tx, { above, max: STARS_PER_TX })
  const last = owners.at(-1) ?? above
  const isEnd = owners.length < STARS_PER_TX
  return { upTo: isEnd ? last : last - 1, isEnd }
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

async function addAllNotifications(
  tx: Tx,
  publish: Publish,
  batch: readonly CustomerChanges[],
): Promise<void> {
  const rows = batch.map(({ userId, changes }) => ({ userId, ...toNotification(changes) }))
  for (const { userId, id } of await addNotifications(tx, rows))
    publish({ topic: 'notification', userId, id })
}

/** At most one email per customer and day, through the event id; later changes only appear as notifications. */
async function queueEmails(
  tx: Tx,
  publish: Publish,
  batch: readonly CustomerChanges[],
  now: Date,
): Promise<void> {
  const emails = batch.map(({ userId, changes }) => ({ userId, details: toEmail(changes) }))
  await queueFavouriteEmails(tx, publish, {
    event: `favourites:${now.toISOString().slice(0, 10)}`,
    emails,
  })
}

type Channel = 'notification' | 'email'

/** Columns with each channel's progress. */
const columnsOf = {
  notification: { upTo: 'notified_up_to', ended: 'notify_ended' },
  email: { upTo: 'emailed_up_to', ended: 'emails_ended' },
} as const satisfies Record<Channel, unknown>

type Update = { id: number; upTo: number; at: Date }

/** Undefined if this channel is finished. */
async function findUpdate(db: Kysely<DB>, id: number, channel: Channel): Promise<Update | undefined> {
  const { upTo, ended } = columnsOf[channel]
  return db
    .selectFrom('favourite_updates')
    .select(['id', `${upTo} as upTo`, 'created_at as at'])
    .where('id', '=', id)
    .where(ended, '=', false)
    .executeTakeFirst()
}

async function advanceUpdate(
  tx: Tx,
  { id, channel, upTo, isEnd }: { id: number; channel: Channel; upTo: number; isEnd: boolean },
): Promise<void> {
  const columns = columnsOf[channel]
  await tx
    .updateTable('favourite_updates')
    .set({ [columns.upTo]: upTo, [columns.ended]: isEnd })
    .where('id', '=', id)
    .execute()
}

/** The owner of each of the next `max` stars, in order of user id. */
async function listStarOwners(
  db: Kysely<DB>,
  { above, max }: { above: number; max: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('favourites')
    .select('user_id')
    .where('user_id', '>', above)
    .orderBy('user_id')
    .orderBy('service_id')
    .limit(max)
    .execute()
  return rows.map(({ user_id: id }) => id)
}

/** The update's changes per customer in this range. Services starred after the comparison are left out. */
async function listUpdatesOf(
  db: Kysely<DB>,
  { update, upTo }: { update: Update; upTo: number },
): Promise<(ServiceChange & { userId: number })[]> {
  const { rows } = await sql<ServiceChange & { userId: number }>`
    select user_id as "userId", news.service_id as id, services.name, was_sold as "wasSold", is_sold as "isSold",
      rate_before as "rateBefore", news.rate, min_before as "minBefore", news.min, max_before as "maxBefore", news.max
    from favourites
    join favourite_update_services news on news.update_id = ${update.id} and news.service_id = favourites.service_id
    join services on services.id = news.service_id
    where user_id > ${update.upTo} and user_id <= ${upTo} and favourites.created_at < ${update.at}
    order by user_id, news.service_id`.execute(db)
  return rows
}
