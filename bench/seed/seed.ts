import { setImmediate } from 'node:timers/promises'

import type { Client } from 'pg'

import { makeClient } from '#server/lib/postgres/pool.ts'
import { type CopyBatch, makeCopyTables } from '#server/lib/postgres/copy-tables.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { type PastAction, writePastActions } from '#server/modules/audit-log/write-past-actions.ts'
import { endApiServices } from '#server/modules/orders/past/copy-past-orders.ts'
import { endCatalogue } from '#server/modules/catalogue/copy-catalogue.ts'
import { endPastDays } from '#server/modules/reports/counting/copy-past-days.ts'
import { endPastDeliveries } from '#server/modules/reports/delivery/copy-past-deliveries.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'

import { copyBeside } from './copy-beside.ts'
import { seedPassword } from './known-accounts.ts'
import { adjustBalance, openDeposit } from './past-deposits.ts'
import { planAnnouncements } from './past-announcements.ts'
import { copyUsers, pickCustomer } from './past-customers.ts'
import { placePastOrders } from './past-orders.ts'
import { openTicket, writeContact } from './past-tickets.ts'
import { makePast, type Moment, type Past, SLOT_MS, takeSlot } from './past.ts'
import { makeRandom } from './random.ts'
import { beginSeed, type Begun, endSeed, noteChunk } from './seed-progress.ts'
import { copyShop, planShop, type Shop } from './shop.ts'

export type SeedOptions = {
  /** A direct connection as the owner role, to an empty database; it is migrated. */
  url: string
  orders: number
  /** The same number gives the same rows, apart from their distance from now. */
  number?: number
  onProgress?: (line: string) => void
}

const SEED_NAME = 'tally-and-reach seed'
const CHUNK_ORDERS = 20_000
const CHUNKS_MIN = 4
/** Once in this many times that a customer orders. */
const MASS_ONCE_IN = 60
const DAY_MS = 86_400_000
/** Nothing is placed so late that it could not have been sent by now. */
const QUIET_MS = 300_000

/**
 * Fills a database with two years of a shop. Each chunk of days is one tx: an interrupted run continues after the last
 * one. Indexes and foreign keys are dropped meanwhile, and recreated at the end.
 */
export async function seed({
  url,
  orders,
  number = 1,
  onProgress = () => undefined,
}: SeedOptions): Promise<void> {
  await migrate(url)
  const [client, other] = [makeClient(url, SEED_NAME), makeClient(url, SEED_NAME)]
  await Promise.all([client.connect(), other.connect()])
  try {
    const begun = await beginSeed(client, { orders, number })
    if (begun === undefined) return
    await copyChunks(client, begun, onProgress)
    await endSeed([client, other], onProgress)
  } finally {
    await Promise.all([client.end(), other.end()])
  }
}

async function copyChunks(client: Client, begun: Begun, say: (line: string) => void): Promise<void> {
  const random = makeRandom(begun.number)
  const shop = planShop({ orders: begun.orders, now: begun.now.getTime(), random })
  const past = makePast({ rows: makeCopyTables(), shop, random, txId: begun.txId })
  const ends = listChunks(shop, begun.orders)
  const play = makePlayer(past, begun.orders)
  planAnnouncements(past)
  const passwordHash = await hashPassword(seedPassword, undefined)
  // The database writes a chunk while the next one is planned.
  let writing = Promise.resolve()
  for (const [place, until] of ends.entries()) {
    if (place === 0) copyShop(past.rows, shop)
    await play(until)
    const isLast = place === ends.length - 1
    past.days.copyDays(new Date(isLast ? until + DAY_MS : until))
    if (isLast) {
      copyUsers(past, passwordHash)
      past.days.copyRecent()
      past.deliveries.copy()
      copyBeside(past)
    }
    const chunk = { rows: past.rows.takeBatch(), actions: past.actions.splice(0) }
    // Committed chunks are planned again for the balances that follow from them.
    if (place < begun.chunks) continue
    await writing
    if (place > begun.chunks) say(`${place} of ${ends.length} chunks`)
    writing = writeChunk(client, { ...chunk, number: place + 1, ...(isLast && { past }) })
    writing.catch(() => undefined)
  }
  await writing
}

type Chunk = { rows: CopyBatch; actions: PastAction[]; number: number; past?: Past }

/** `past`: set for the last one. */
async function writeChunk(client: Client, { rows, actions, number, past }: Chunk): Promise<void> {
  await client.query('begin')
  await rows.write(client)
  await writePastActions(client, actions)
  if (past !== undefined) await endPast(client, past)
  await noteChunk(client, number)
  await client.query('commit')
}

/** Ends of the chunks, at whole days. */
function listChunks({ openedAt, now }: Shop, orders: number): number[] {
  const days = Math.ceil((now - openedAt) / DAY_MS)
  const each = Math.max(1, Math.min(Math.round((CHUNK_ORDERS * days) / orders), Math.ceil(days / CHUNKS_MIN)))
  const ends = Array.from(
    { length: Math.ceil(days / each) },
    (_, place) => openedAt + (place + 1) * each * DAY_MS,
  )
  return ends.map((end) => Math.min(end, now))
}

/** Three times as many orders a day at the end as at the beginning. */
function makePlayer(past: Past, orders: number): (until: number) => Promise<void> {
  const { shop, random } = past
  const span = shop.now - QUIET_MS - shop.openedAt
  const placedBy = (at: number) => {
    const share = Math.min(1, (at - shop.openedAt) / span)
    return Math.floor(orders * (share + share * share) * 0.5 + 1e-6)
  }
  let at = shop.openedAt
  let placed = 0
  return async (until) => {
    for (; at < until; at += SLOT_MS) {
      const end = Math.min(at + SLOT_MS, shop.now - QUIET_MS)
      const moments: Moment[] = []
      for (const wanted = placedBy(end); placed < wanted;) {
        const count = random.isOnce(MASS_ONCE_IN) ? Math.min(2 + random.below(5), orders - placed) : 1
        moments.push(planOrders(past, { from: at, until: end, orders: count }))
        placed += count
      }
      for (const [perOrders, happen] of besideOrders) {
        const wanted = Math.floor(orders / perOrders / ((shop.now - shop.openedAt) / SLOT_MS) + random.part())
        for (let nth = 0; nth < wanted; nth += 1) moments.push(planBeside(past, at, happen))
      }
      for (const { happen } of takeSlot(past, at, moments)) happen()
      if (moments.length > 0) await setImmediate()
    }
  }
}

function planOrders(
  past: Past,
  { from, until, orders }: { from: number; until: number; orders: number },
): Moment {
  const at = from + past.random.below(until - from)
  return { at, happen: () => placePastOrders(past, at, orders) }
}

/** Other events, each once in that many orders. */
const besideOrders = [
  [20, openDeposit],
  [100, openTicket],
  [500, adjustBalance],
  [1_000, (past: Past, _: number, at: number) => writeContact(past, at)],
] as const

function planBeside(
  past: Past,
  from: number,
  begin: (past: Past, userId: number, at: number) => void,
): Moment {
  const at = Math.min(from + past.random.below(SLOT_MS), past.shop.now)
  return { at, happen: () => begin(past, pickCustomer(past.shop, at, past.random), at) }
}

async function endPast(client: Client, past: Past): Promise<void> {
  const now = new Date(past.shop.now)
  await endPastDays(client, now)
  await endPastDeliveries(client, now)
  await endApiServices(client, past.lastOrderId)
  await client.query(
    `select setval('order_ids', $1), setval('transaction_ids', $2), setval('ticket_ids', $3)`,
    [past.lastOrderId, past.ledger.lastId(), past.lastTicketId],
  )
  await endCatalogue(client, now)
  for (const table of [
    'users',
    'categories',
    'services',
    'supplies',
    'providers',
    'imports',
    'announcements',
  ])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
}
