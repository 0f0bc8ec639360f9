import { changesFor, type FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import {
  areManyFavouriteLettersWaiting,
  queueFavouriteLetters,
} from '#server/modules/messaging/emails/queue-favourite-emails.ts'
import { addNotifications } from '#server/modules/messaging/notifications/add-notification.ts'
import { keepThoseToldOfServices } from '#server/modules/messaging/notifications/told-of-services.ts'
import { readManyRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

import {
  listNewsOf,
  listStarOwners,
  lockTurn,
  moveOn,
  type Turn,
  type Way,
} from './favourite-updates-queries.ts'
import { toLetter } from './to-email.ts'
import { toNotification } from './to-notification.ts'

/** Stars that are looked at in one tx; more than one customer has, so that at least one is seen whole. */
const STARS_PER_TX = 2_000
/** As of announcements: no more may wait than whoever just registered can wait behind. */
const LETTERS_WAITING_MAX = 100
const LOOK_AGAIN_MS = 1_000

/**
 * Tells the next customers what changed about their favourites, each once by each way. They and how far it has come are one
 * tx: a kill in between neither repeats nor leaves out anybody. Answers as a loop's work does.
 */
export async function notifyCustomers(ctx: Context): Promise<boolean | number> {
  const hasNotified = await tellSome(ctx, 'notification')
  const isFull = await areManyFavouriteLettersWaiting(ctx.db, LETTERS_WAITING_MAX)
  const hasWritten = !isFull && (await tellSome(ctx, 'letter'))
  return hasNotified || hasWritten || (isFull && LOOK_AGAIN_MS)
}

/** False where there is nothing to do by this way. */
async function tellSome(ctx: Context, way: Way): Promise<boolean> {
  const now = ctx.clock()
  return transact(ctx, async (tx, publish) => {
    const turn = await lockTurn(tx, way)
    if (turn === undefined) return false
    const { upTo, isEnd } = await findReach(tx, turn)
    const events = await readNews(tx, { turn, upTo, now })
    // Of letters a few at a time.
    const told = way === 'letter' ? events.slice(0, LETTERS_WAITING_MAX) : events
    const isCut = told.length < events.length
    if (told.length > 0) await (way === 'letter' ? write : notify)(tx, publish, told, now)
    await moveOn(tx, {
      id: turn.id,
      way,
      ...(isCut ? { upTo: lastOf(told), isEnd: false } : { upTo, isEnd }),
    })
    return true
  })
}

type Events = { userId: number; changes: FavouriteChange[] }

/** Up to which customer all stars are among those that are looked at. */
async function findReach(tx: Tx, { upTo: above }: Turn): Promise<{ upTo: number; isEnd: boolean }> {
  const owners = await listStarOwners(tx, { above, max: STARS_PER_TX })
  const last = owners.at(-1) ?? above
  const isEnd = owners.length < STARS_PER_TX
  return { upTo: isEnd ? last : last - 1, isEnd }
}

/** By customer, in the order of ids; who does not want to be told, or for whom nothing changed, is left out. */
async function readNews(
  tx: Tx,
  { turn, upTo, now }: { turn: Turn; upTo: number; now: Date },
): Promise<Events[]> {
  const all = Map.groupBy(await listNewsOf(tx, { turn, upTo }), ({ userId }) => userId)
  const userIds = await keepThoseToldOfServices(tx, [...all.keys()])
  const rules = await readManyRates(tx, { userIds, now })
  return userIds.flatMap((userId) => {
    const rule = rules.get(userId) ?? { discount_percent: 0, until: null, rates: {} }
    const changes = (all.get(userId) ?? []).flatMap((change) => changesFor(change, rule, now))
    return changes.length === 0 ? [] : [{ userId, changes }]
  })
}

function lastOf(told: readonly Events[]): number {
  return told.at(-1)?.userId ?? 0
}

async function notify(tx: Tx, publish: Publish, told: readonly Events[]): Promise<void> {
  const rows = told.map(({ userId, changes }) => ({ userId, ...toNotification(changes) }))
  for (const { userId, id } of await addNotifications(tx, rows))
    publish({ topic: 'notification', userId, id })
}

/** One letter a day at most: what changes later that day stands under the notifications alone. */
async function write(tx: Tx, publish: Publish, told: readonly Events[], now: Date): Promise<void> {
  const letters = told.map(({ userId, changes }) => ({ userId, details: toLetter(changes) }))
  await queueFavouriteLetters(tx, publish, { event: `favourites:${now.toISOString().slice(0, 10)}`, letters })
}
