import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { QueryOf } from '#contract/base/endpoint.ts'
import type { exportStaffActions } from '#contract/audit-log/audit-log.ts'
import { containing, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import type { KeptChange } from './to-changes.ts'

export type RecordFilter = QueryOf<typeof exportStaffActions>
export type RecordRow = KeptChange & {
  number: bigint
  actor_id: number
  actor_name: string | null
  action: string
  subject: string
  subject_id: bigint | null
  subject_name: string | null
  reason: string | null
  address: string
  created_at: Date
  hash: Buffer
}

/** The newest first, below a number. Each filter has its index, which leads to its rows in this order. */
export async function listRecordRows(
  db: Kysely<DB>,
  filter: RecordFilter,
  { below, count }: { below: bigint | undefined; count: number },
): Promise<RecordRow[]> {
  const wanted = [...conditionsOf(filter), ...(below === undefined ? [] : [sql`number < ${below}`])]
  const { rows } = await sql<RecordRow>`
    ${recordColumns} from (
      select * from audit_log where ${wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `)}
      order by number desc limit ${count}
    ) done ${namesOf}
    order by number desc`.execute(db)
  return rows
}

export async function findRecordRow(db: Kysely<DB>, number: bigint): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    ${recordColumns} from audit_log done ${namesOf} where number = ${number}`.execute(db)
  return rows[0]
}

const recordColumns = sql`select number, actor_id, case when actor.deleted_at is null then actor.name end as actor_name,
  action, subject, subject_id, case when about.deleted_at is null then about.name end as subject_name, before, after,
  personal, personal_hash is not null and personal is null as is_forgotten, reason, address, done.created_at, hash`
const namesOf = sql`join users actor on actor.id = actor_id
  left join users about on subject = 'user' and about.id = subject_id`

function conditionsOf({ actor_id, action, subject, subject_id, from, to, search = '' }: RecordFilter) {
  const conditions: RawBuilder<unknown>[] = []
  if (actor_id !== undefined) conditions.push(sql`actor_id = ${actor_id}`)
  if (action?.includes('.')) conditions.push(sql`action = ${action}`)
  else if (action !== undefined) conditions.push(sql`subject = ${action}`)
  if (subject !== undefined) conditions.push(sql`subject = ${subject}`)
  if (subject_id !== undefined) conditions.push(sql`subject_id = ${BigInt(subject_id)}`)
  if (from !== undefined) conditions.push(sql`created_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`created_at < ${to}`)
  if (search !== '') {
    const id = toNamedId(search)
    conditions.push(id === undefined ? sql`reason ilike ${containing(search)}` : sql`subject_id = ${id}`)
  }
  return conditions
}

/** Everybody who is on record, by one step of the index each. */
export async function listActors(db: Kysely<DB>): Promise<{ id: number; name: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string | null }>`
    with recursive actor (id) as (
      (select actor_id from audit_log order by actor_id limit 1)
      union all
      select (select actor_id from audit_log where actor_id > actor.id order by actor_id limit 1)
      from actor where id is not null
    )
    select id, case when deleted_at is null then name end as name from actor join users using (id)
    order by deleted_at is not null, lower(name), id limit 200`.execute(db)
  return rows
}
