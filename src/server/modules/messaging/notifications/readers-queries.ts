import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { AnnouncementKind } from '#contract/messaging/announcements.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { defaults } from './preferences-queries.ts'

/**
 * What stands for a kind in `notification_preferences`. Without a row nobody wants it, so whoever does is found there; a
 * notice about the service is for everybody.
 */
const wishOf: Readonly<Record<Exclude<AnnouncementKind, 'service_notice'>, RawBuilder<boolean>>> = {
  promotion: sql`wishes.promotions is true`,
  newsletter: sql`wishes.newsletter is true`,
}
const isActiveCustomer = sql`users.role = 'user' and users.status = 'active' and users.deleted_at is null`

/** Rows that are looked at for each reader who is asked for: where few want it, one statement reads no whole table. */
const LOOKED_PER_READER = 4

/** Those above it are up next; `isEnd` where there are none. */
export type Readers = { userIds: number[]; upTo: number; isEnd: boolean }

/** Among the next rows above that id the active customers who want announcements of this kind, in the order of ids. */
export async function listReaders(
  db: Kysely<DB>,
  { kind, above, count }: { kind: AnnouncementKind; above: number; count: number },
): Promise<Readers> {
  const max = count * LOOKED_PER_READER
  const looked =
    kind === 'service_notice' ? lookAtUsers({ above, max }) : lookAtWishes(wishOf[kind], { above, max })
  const { rows } = await looked.execute(db)
  const userIds = rows.flatMap(({ id, isReader: is }) => (is ? [id] : [])).slice(0, count)
  const isFull = userIds.length === count
  const upTo = (isFull ? userIds : rows.map(({ id }) => id)).at(-1) ?? above
  return { userIds, upTo, isEnd: !isFull && rows.length < max }
}

type Looked = { id: number; isReader: boolean }
type Span = { above: number; max: number }

const lookAtUsers = ({ above, max }: Span) => sql<Looked>`
  select id, ${isActiveCustomer} as "isReader" from users where id > ${above} order by id limit ${max}`

/** Each user is looked up by id, whatever PostgreSQL thinks of the tables' sizes: the limit within keeps it from a join. */
const lookAtWishes = (wants: RawBuilder<boolean>, { above, max }: Span) => sql<Looked>`
  select looked.id, own.id is not null as "isReader"
  from (select user_id as id, ${wants} as is_wanted from notification_preferences wishes
    where user_id > ${above} order by user_id limit ${max}) looked
  left join lateral (
    select users.id from users where users.id = looked.id and looked.is_wanted and ${isActiveCustomer} limit 1) own on true
  order by looked.id`

/** Whether that customer wants it still, and has the address still that a letter of it goes to. */
export async function isReader(
  db: Kysely<DB>,
  { kind, userId, receiver }: { kind: AnnouncementKind; userId: number; receiver: string },
): Promise<boolean> {
  const wants = kind === 'service_notice' ? sql`true` : wishOf[kind]
  const { rows } = await sql`
    select from users left join notification_preferences wishes on wishes.user_id = users.id
    where users.id = ${userId} and users.email = ${receiver} and ${isActiveCustomer} and ${wants}`.execute(db)
  return rows.length > 0
}

/** Of these the active customers who want to be told of their favourites, in the order of ids. */
export async function keepThoseToldOfServices(db: Kysely<DB>, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users left join notification_preferences wishes on wishes.user_id = users.id
    where users.id = any (${userIds}::int[]) and ${isActiveCustomer}
      and coalesce(wishes.service_changes, ${defaults.serviceChanges})
    order by users.id`.execute(db)
  return rows.map(({ id }) => id)
}

export type ReaderCounts = Record<AnnouncementKind, { customers: number; letters: number }>

/** How many want each kind now, and how many of them have a confirmed address. Reads all users and all wishes, once each. */
export async function countReaders(db: Kysely<DB>): Promise<ReaderCounts> {
  const { rows } = await sql<ReaderCounts>`
    with asking as (
      select ${wishOf.promotion} as promotion, ${wishOf.newsletter} as newsletter, users.email_confirmed_at
      from notification_preferences wishes join users on users.id = wishes.user_id
      where (${wishOf.promotion} or ${wishOf.newsletter}) and ${isActiveCustomer}
    ), asked as (
      select ${countsOf(sql`promotion`)} as promotion, ${countsOf(sql`newsletter`)} as newsletter from asking
    ), everybody as (select ${countsOf(sql`true`)} as service_notice from users where ${isActiveCustomer})
    select * from asked, everybody`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('a count answered nothing')
  return counts
}

const countsOf = (isOne: RawBuilder<boolean>) => sql`jsonb_build_object(
  'customers', count(*) filter (where ${isOne}), 'letters', count(email_confirmed_at) filter (where ${isOne}))`
