import type { ClientBase } from 'pg'

/** The archive that a database was restored from; `takenAt`: the time of its snapshot. */
export type Archive = { archiveId: string; takenAt: Date }

/** Min. number of skipped ids, for a young shop's import or campaign since the archive. */
const IDS_MIN = 100_000
/** The ratio of a shop's busiest days to its average. */
const BUSIER = 10

/**
 * Fences a database that was restored from an archive, before any product runs on it, and moves every id sequence
 * forward. Runs in the client's current schema and tx, as the owner: the product's role may not set sequences. An
 * archive of a database that was itself fenced leaves one fence, with the older archive's time.
 *
 * An id assigned since the archive must never be assigned again: resellers and customers would ask for it and get
 * someone else's order. How many were assigned is unknown, so each sequence skips 100,000 plus ten times the shop's
 * average over the time since the archive, but never more than half of its remaining ids.
 */
export async function fenceRestored(
  client: Pick<ClientBase, 'query'>,
  { archiveId, takenAt }: Archive,
): Promise<void> {
  const { rows } = await client.query<{ seconds: number }>(
    `insert into restorations (archive_id, taken_at) values ($1, $2)
     on conflict ((true)) where resumed_at is null do update
       set archive_id = excluded.archive_id, taken_at = least(restorations.taken_at, excluded.taken_at),
         restored_at = excluded.restored_at, found = '{}'
     returning greatest(extract(epoch from restored_at - taken_at), 0)::float8 as seconds`,
    [archiveId, takenAt],
  )
  await client.query(
    `with shop as (
       select greatest(extract(epoch from $2::timestamptz - min(set_at)), 86400) as seconds from database_mode
     )
     select setval(format('%I.%I', schemaname, sequencename)::regclass, last + least(
       $3 + ceil($4 * last * $1::numeric / coalesce(shop.seconds, 86400)), floor((max_value - last) / 2.0))::bigint)
     from shop, pg_sequences, lateral (select coalesce(last_value, start_value) as last) given
     where schemaname = current_schema()`,
    [rows[0]?.seconds ?? 0, takenAt, IDS_MIN, BUSIER],
  )
}
