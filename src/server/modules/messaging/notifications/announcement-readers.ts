import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { AnnouncementKind } from '#contract/messaging/announcements.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { defaults } from './preferences.ts'

/** Users who want a kind have a row in `notification_preferences`. A service notice goes to every customer. */
const wantsOf: Readonly<Record<Exclude<AnnouncementKind, 'service_notice'>, RawBuilder<boolean>>> = {
  promotion: sql`preferences.promotions is true`,
  newsletter: sql`preferences.newsletter is true`,
}
const isActiveCustomer = sql`users.role = 'user' and users.status = 'active' and users.deleted_at is null`

/** Rows scanned per requested reader, so that a statement does not read the whole table if few want it. */
const SCANNED_PER_READER = 4

/** The next scan starts above `upTo`; `isEnd` if there is nothing above. */
export type Readers = { userIds: number[]; upTo: number; isEnd: boolean }

/** The next active customers above that id who want announcements of this kind, by id. */
export async function listReaders(
  db: Kysely<DB>,
  { kind, above, count }: { kind: AnnouncementKind; above: number; count: number },
): Promise<Readers> {
  const max = count * SCANNED_PER_READER
  const scan =
    kind === 'service_notice'
      ? scanUsers(db, { above, max })
      : scanPreferences(db, wantsOf[kind], { above, max })
  const rows = await scan
  const userIds = rows.flatMap(({ id, isReader: is }) => (is ? [id] : [])).slice(0, count)
  const isFull = userIds.length === count
  const upTo = (isFull ? userIds : rows.map(({ id }) => id)).at(-1) ?? above
  return { userIds, upTo, isEnd: !isFull && rows.length < max }
}

type Scanned = { id: number; isReader: boolean }
type Range = { above: number; max: number }

async function scanUsers(db: Kysely<DB>, { above, max }: Range): Promise<Scanned[]> {
  const { rows } = await sql<Scanned>`
    select id, ${isActiveCustomer} as "isReader" from users where id > ${above} order by id limit ${max}`.execute(
    db,
  )
  return rows
}

/** Two statements: with wrong statistics one would join the whole table. */
async function scanPreferences(
  db: Kysely<DB>,
  wants: RawBuilder<boolean>,
  { above, max }: Range,
): Promise<Scanned[]> {
  const { rows } = await sql<{ id: number; wants: boolean }>`
    select user_id as id, ${wants} as wants from notification_preferences preferences
    where user_id > ${above} order by user_id limit ${max}`.execute(db)
  const wanting = rows.flatMap((row) => (row.wants ? [row.id] : []))
  const { rows: active } = await sql<{ id: number }>`
    select id from users where id = any(${wanting}::int[]) and ${isActiveCustomer}`.execute(db)
  const readers = new Set(active.map(({ id }) => id))
  return rows.map(({ id }) => ({ id, isReader: readers.has(id) }))
}

/** Whether the customer still wants it and still has the email's address. */
export async function isReader(
  db: Kysely<DB>,
  { kind, userId, receiver }: { kind: AnnouncementKind; userId: number; receiver: string },
): Promise<boolean> {
  const wants = kind === 'service_notice' ? sql`true` : wantsOf[kind]
  const { rows } = await sql`
    select from users left join notification_preferences preferences on preferences.user_id = users.id
    where users.id = ${userId} and users.email = ${receiver} and ${isActiveCustomer} and ${wants}`.execute(db)
  return rows.length > 0
}

/** Those of these users who are active customers and want notifications about their favourites, by id. */
export async function keepReadersOfServiceChanges(
  db: Kysely<DB>,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users left join notification_preferences preferences on preferences.user_id = users.id
    where users.id = any (${userIds}::int[]) and ${isActiveCustomer}
      and coalesce(preferences.service_changes, ${defaults.serviceChanges})
    order by users.id`.execute(db)
  return rows.map(({ id }) => id)
}

export type ReaderCounts = Record<AnnouncementKind, { customers: number; emails: number }>

/** How many customers currently want each kind, and how many of them have a confirmed address. Scans both tables. */
export async function countReaders(db: Kysely<DB>): Promise<ReaderCounts> {
  const { rows } = await sql<ReaderCounts>`
    with asking as (
      select ${wantsOf.promotion} as promotion, ${wantsOf.newsletter} as newsletter, users.email_confirmed_at
      from notification_preferences preferences join users on users.id = preferences.user_id
      where (${wantsOf.promotion} or ${wantsOf.newsletter}) and ${isActiveCustomer}
    ), asked as (
      select ${countsOf(sql`promotion`)} as promotion, ${countsOf(sql`newsletter`)} as newsletter from asking
    ), everybody as (select ${countsOf(sql`true`)} as service_notice from users where ${isActiveCustomer})
    select * from asked, everybody`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('count returned no row')
  return counts
}

const countsOf = (isOne: RawBuilder<boolean>) => sql`jsonb_build_object(
  'customers', count(*) filter (where ${isOne}), 'emails', count(email_confirmed_at) filter (where ${isOne}))`
