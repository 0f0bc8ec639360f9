import { type Kysely, type RawBuilder, sql } from 'kysely'

import { type AnnouncementKind, announcementKinds } from '#contract/announcements.ts'
import type { DB } from '#server/database/tables.ts'

import { defaults } from './preferences-queries.ts'

/** What stands for a kind in `notification_preferences`; a notice about the service is for everybody. */
const wanting: Readonly<Record<AnnouncementKind, RawBuilder<boolean>>> = {
  promotion: sql`coalesce(wishes.promotions, ${defaults.promotions})`,
  newsletter: sql`coalesce(wishes.newsletter, ${defaults.newsletter})`,
  service_notice: sql`true`,
}
const isActiveCustomer = sql`users.role = 'user' and users.status = 'active' and users.deleted_at is null`

/**
 * The next active customers above that id who want announcements of this kind, in the order of ids. The bound is said of both
 * tables: PostgreSQL takes it over from neither, and would begin with the first wish each time.
 */
export async function listReaders(
  db: Kysely<DB>,
  { kind, above, count }: { kind: AnnouncementKind; above: number; count: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users
    left join notification_preferences wishes on wishes.user_id = users.id and wishes.user_id > ${above}
    where users.id > ${above} and ${isActiveCustomer} and ${wanting[kind]}
    order by users.id limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether that customer wants it still, and has the address still that a letter of it goes to. */
export async function isReader(
  db: Kysely<DB>,
  { kind, userId, receiver }: { kind: AnnouncementKind; userId: number; receiver: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from users left join notification_preferences wishes on wishes.user_id = users.id
    where users.id = ${userId} and users.email = ${receiver} and ${isActiveCustomer} and ${wanting[kind]}`.execute(
    db,
  )
  return rows.length > 0
}

export type ReaderCounts = Record<AnnouncementKind, { customers: number; letters: number }>

/** How many want each kind now, and how many of them have a confirmed address. */
export async function countReaders(db: Kysely<DB>): Promise<ReaderCounts> {
  const counts = announcementKinds.map(
    (kind) => sql`
      select ${kind}::text as kind, count(*)::int as customers, count(email_confirmed_at)::int as letters
      from users left join notification_preferences wishes on wishes.user_id = users.id
      where ${isActiveCustomer} and ${wanting[kind]}`,
  )
  const { rows } = await sql<{ kind: AnnouncementKind; customers: number; letters: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db)
  const of = (kind: AnnouncementKind) => {
    const { customers = 0, letters = 0 } = rows.find((row) => row.kind === kind) ?? {}
    return { customers, letters }
  }
  return {
    promotion: of('promotion'),
    newsletter: of('newsletter'),
    service_notice: of('service_notice'),
  }
}
