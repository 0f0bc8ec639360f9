import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import {
  type AuditChange,
  type AuditValue,
  CHANGES_LISTED_MAX,
  CHANGES_MAX,
  type exportStaffActions as exporting,
  type getStaffAction as getting,
  type listStaffActions as listing,
  type StaffAction,
} from '#contract/audit-log/audit-log.ts'
import type { Context } from '#server/context.ts'
import { fromCursor } from '#server/lib/postgres/id-cursor.ts'
import { containing, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { findHead } from './audit-log-rows.ts'
import { type StoredChange, toChanges } from './to-changes.ts'

type Filter = QueryOf<typeof exporting>
type Row = StoredChange & {
  /** Names of the users that it mentions. */
  names: ReadonlyMap<number, string>
  number: bigint
  actor_id: number
  actor_name: string | null
  key_id: string | null
  key_name: string | null
  action: string
  subject: string
  subject_id: bigint | null
  subject_name: string | null
  reason: string | null
  address: string
  created_at: Date
  hash: Buffer
}

/** A page of the audit log, newest first. */
export async function listStaffActions(
  { db, pool }: Context,
  { limit, cursor, ...filter }: Filter & { limit: number; cursor?: string | undefined },
): Promise<Omit<AnswerOf<typeof listing>, 'success'>> {
  const [rows, head, actors] = await Promise.all([
    listRows(db, filter, { below: fromCursor(cursor), count: limit + 1 }),
    findHead(pool),
    listActors(db),
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    actions: rows.slice(0, limit).map((row) => toStaffAction(row, CHANGES_LISTED_MAX)),
    next_cursor: last === undefined ? null : String(last.number),
    head: head === undefined ? null : { number: Number(head.number), hash: head.hash.toString('hex') },
    actors,
  }
}

/** Throws `not_found`. */
export async function getStaffAction(
  { db }: Context,
  number: bigint,
): Promise<AnswerOf<typeof getting>['action']> {
  const row = await findRow(db, number)
  if (row === undefined) throw new AppError('not_found')
  return { ...toStaffAction(row, CHANGES_MAX), hash: row.hash.toString('hex') }
}

const EXPORT_PAGE_ROWS = 500

/** All rows of the filter with their hashes, with one page in memory at a time. */
export async function* exportStaffActions(
  { db }: Context,
  filter: Filter,
): AsyncGenerator<StaffAction & { hash: string }> {
  let below: bigint | undefined
  for (;;) {
    const rows = await listRows(db, filter, { below, count: EXPORT_PAGE_ROWS })
    for (const row of rows) yield { ...toStaffAction(row, CHANGES_MAX), hash: row.hash.toString('hex') }
    below = rows.at(-1)?.number
    if (rows.length < EXPORT_PAGE_ROWS) return
  }
}

function toStaffAction(row: Row, changesMax: number): StaffAction {
  const changes = toChanges(row).map((change) => withUser(change, row.names))
  const { action, subject, subject_name, reason, address, created_at } = row
  return {
    number: Number(row.number),
    actor: { id: row.actor_id, name: row.actor_name },
    api_key: row.key_id === null ? null : { id: row.key_id, name: row.key_name },
    action,
    subject,
    subject_id: row.subject_id === null ? null : Number(row.subject_id),
    subject_name,
    changes: changes.slice(0, changesMax),
    changes_count: changes.length,
    reason,
    address,
    created_at,
  }
}

/** Members whose number is a user. */
const userFields = ['assignee', 'user_id']

function withUser(change: AuditChange, names: Row['names']): AuditChange {
  if (!userFields.includes(change.field)) return change
  const named = (value: AuditValue | null) =>
    value !== null && 'number' in value
      ? { user: { id: value.number, name: names.get(value.number) ?? null } }
      : value
  return { ...change, before: named(change.before), after: named(change.after) }
}

function usersIn({ before, after }: Pick<Row, 'before' | 'after'>): number[] {
  const values = [before, after].flatMap((side) =>
    userFields.map((field) => (side as Record<string, unknown> | null)?.[field]),
  )
  return values.filter((value) => typeof value === 'number')
}

/** Newest first, with numbers below `below`. Each filter has an index in this order. */
async function listRows(
  db: Kysely<DB>,
  filter: Filter,
  { below, count }: { below: bigint | undefined; count: number },
): Promise<Row[]> {
  const wanted = [...conditionsOf(filter), ...(below === undefined ? [] : [sql`number < ${below}`])]
  const { rows } = await sql<Unnamed>`
    ${columns} from audit_log where ${wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `)}
    order by number desc limit ${count}`.execute(db)
  return withNames(db, rows)
}

async function findRow(db: Kysely<DB>, number: bigint): Promise<Row | undefined> {
  const { rows } = await sql<Unnamed>`${columns} from audit_log where number = ${number}`.execute(db)
  return (await withNames(db, rows))[0]
}

const columns = sql`select number, actor_id, key_id, action, subject, subject_id, before, after, personal,
  personal_hash is not null and personal is null as is_forgotten, reason, address, created_at, hash`

type Unnamed = Omit<Row, 'actor_name' | 'key_name' | 'subject_name' | 'names'>

/** Separate statements, since on a cluster the log is on one node, and users and their keys are on others. */
async function withNames(db: Kysely<DB>, rows: readonly Unnamed[]): Promise<Row[]> {
  const subjectOf = ({ subject, subject_id: id }: Unnamed) => (subject === 'user' ? Number(id) : undefined)
  const names = await readNames(
    db,
    rows.flatMap((row) => [row.actor_id, subjectOf(row) ?? row.actor_id, ...usersIn(row)]),
  )
  const keyed = rows.flatMap((row) => (row.key_id === null ? [] : [row]))
  const { rows: keys } =
    keyed.length === 0
      ? { rows: [] }
      : await sql<{ user_id: number; id: string; name: string }>`
    select user_id, id, name from api_key_names where user_id = any(${keyed.map(({ actor_id: id }) => id)}::int[])
      and id = any(${keyed.map(({ key_id: id }) => id)}::uuid[])`.execute(db)
  const keyNames = new Map(keys.map(({ user_id: userId, id, name }) => [`${userId} ${id}`, name]))
  return rows.map((row) => ({
    ...row,
    names,
    actor_name: names.get(row.actor_id) ?? null,
    key_name: keyNames.get(`${row.actor_id} ${row.key_id}`) ?? null,
    subject_name: names.get(subjectOf(row) ?? 0) ?? null,
  }))
}

/** The names of users who are not deleted. */
async function readNames(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users where id = any(${[...new Set(ids)]}::int[]) and deleted_at is null`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function conditionsOf({ actor_id, action, subject, subject_id, from, to, search = '' }: Filter) {
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

/** Everyone with a row, by name. Jumps through the index from one id to the next instead of reading all rows. */
async function listActors(db: Kysely<DB>): Promise<{ id: number; name: string | null }[]> {
  const { rows: actors } = await sql<{ id: number }>`
    with recursive actor (id) as (
      (select actor_id from audit_log order by actor_id limit 1)
      union all
      select (select actor_id from audit_log where actor_id > actor.id order by actor_id limit 1)
      from actor where id is not null
    )
    select id from actor where id is not null`.execute(db)
  // Sorted and limited by the database, with the same collation as all lists of names.
  const { rows } = await sql<{ id: number; name: string | null }>`
    select id, case when deleted_at is null then name end as name from users
    where id = any(${actors.map(({ id }) => id)}::int[])
    order by deleted_at is not null, lower(name), id limit 200`.execute(db)
  return rows
}
