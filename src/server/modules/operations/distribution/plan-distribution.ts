import type { Client } from 'pg'

/** How a table's rows are distributed: with their customer, by their own key, copied to every node, or on the coordinator. */
export type Place = { by: 'customer' | 'own'; column: string } | { by: 'copies' } | { by: 'coordinator' }

/** A table with its place, and whether it is already placed. */
export type PlacedTable = { name: string; place: Place; isPlaced: boolean; rows: number }

/** A claim across all customers has one row per claimed value, so that two nodes can't both grant it. */
const OWN_KEYS: Record<string, string> = {
  provider_orders: 'provider_order',
  deposit_gateway_ids: 'gateway_id',
  entered_references: 'reference',
  user_emails: 'email',
  user_names: 'username',
}
/** Small tables that customers' statements read. */
const COPIED = new Set(['categories', 'services', 'supplies', 'providers'])
/** A small queue, claimed by one process at a time. */
const ON_COORDINATOR = new Set(['user_deletions'])

/** The first table of each group, with which the others are colocated. */
export const FIRST_OF = { customer: 'users', own: 'provider_orders' }

/** Each table's place. Tables whose key starts with the customer are distributed with them, also in later versions. */
export async function planDistribution(client: Client): Promise<PlacedTable[]> {
  const { rows } = await client.query<{ name: string; first: string | null; rows: number }>(
    `select relname as name, greatest(reltuples, 0)::float8 as rows,
       (select attname from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
        where indrelid = pg_class.oid and indisprimary) as first
     from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition
       and relname <> 'distribution'
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     order by relname`,
  )
  const placed = await listPlaced(client)
  return rows
    .map(({ name, first, rows: count }) => ({
      name,
      place: placeOf(name, first),
      isPlaced: placed.has(name),
      rows: count,
    }))
    .toSorted((one, other) => rank(one) - rank(other))
}

function placeOf(name: string, first: string | null): Place {
  const own = OWN_KEYS[name]
  if (own !== undefined) return { by: 'own', column: own }
  if (name === 'users') return { by: 'customer', column: 'id' }
  if (COPIED.has(name)) return { by: 'copies' }
  if (first === 'user_id' && !ON_COORDINATOR.has(name)) return { by: 'customer', column: 'user_id' }
  return { by: 'coordinator' }
}

/** The order of placing: the other tables of a group are colocated with the first. */
function rank({ name, place }: PlacedTable): number {
  const of = { copies: 0, customer: 2, own: 4, coordinator: 5 }[place.by]
  return Object.values(FIRST_OF).includes(name) ? of - 1 : of
}

async function listPlaced(client: Client): Promise<Set<string>> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as there`,
  )
  if (found[0]?.there !== true) return new Set()
  const { rows } = await client.query<{ name: string }>(
    'select logicalrelid::regclass::text as name from pg_dist_partition',
  )
  return new Set(rows.map(({ name }) => name))
}

export type ForeignKey = {
  name: string
  from: string
  to: string
  columns: string[]
  toColumns: string[]
  definition: string
}

export async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
       pg_get_constraintdef(oid) as definition,
       (select array_agg(attname::text order by at) from unnest(conkey) with ordinality k (num, at)
        join pg_attribute on attrelid = conrelid and attnum = num) as columns,
       (select array_agg(attname::text order by at) from unnest(confkey) with ordinality k (num, at)
        join pg_attribute on attrelid = confrelid and attnum = num) as "toColumns"
     from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0
     order by 2, 1`,
  )
  return rows
}

/** Whether a cluster can check the foreign key: both rows are on one node. */
export function canKeep({ from, to, columns, toColumns }: ForeignKey, places: Map<string, Place>): boolean {
  const [ours, theirs] = [places.get(from), places.get(to)]
  if (ours === undefined || theirs === undefined) return false
  if (theirs.by === 'copies') return ours.by !== 'coordinator'
  if (ours.by === 'coordinator') return theirs.by === 'coordinator'
  if (ours.by !== 'customer' || theirs.by !== 'customer') return false
  return columns.some((column, at) => column === ours.column && toColumns[at] === theirs.column)
}
