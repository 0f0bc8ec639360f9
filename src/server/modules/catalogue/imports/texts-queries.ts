import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Of the hashes, those whose text was translated before. */
export async function findTranslations(
  db: Kysely<DB>,
  hashes: readonly Buffer[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<{ hash: string; translated: string }>`
    select encode(hash, 'hex') as hash, translated from translations
    where hash = any (${hashes}::bytea[])`.execute(db)
  return new Map(rows.map(({ hash, translated }) => [hash, translated]))
}

export async function insertTexts(
  tx: Tx,
  importId: number,
  texts: readonly { hash: string; original: string }[],
): Promise<void> {
  if (texts.length === 0) return
  await sql`
    insert into import_texts (import_id, position, hash, original)
    select ${importId}, row_number() over (), decode(hash, 'hex'), original
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as r (hash text, original text)`.execute(tx)
}

export type WaitingText = { position: number; original: string; hash: Buffer }

export async function listWaitingTexts(
  db: Kysely<DB>,
  importId: number,
  count: number,
): Promise<WaitingText[]> {
  const { rows } = await sql<WaitingText>`
    select position, original, hash from import_texts where import_id = ${importId} and state = 'waiting'
    order by position limit ${count}`.execute(db)
  return rows
}

/** What was answered is kept for every import; what was not has failed for this one. */
export async function keepTranslations(
  tx: Tx,
  importId: number,
  said: readonly { position: number; translated: string | undefined }[],
): Promise<void> {
  const json = JSON.stringify(said)
  await sql`
    with r as (
      select * from jsonb_to_recordset(${json}::jsonb) as r (position int, translated text)
    ), marked as (
      update import_texts set state = case when r.translated is null then 'failed' else 'done' end
      from r where import_id = ${importId} and import_texts.position = r.position
      returning hash, original, r.translated
    )
    insert into translations (hash, original, translated)
    select hash, original, translated from marked where translated is not null
    on conflict (hash) do nothing`.execute(tx)
}

/** The translator is left alone for the rest of this import. */
export async function giveUpTexts(db: Kysely<DB>, importId: number): Promise<void> {
  await sql`
    update import_texts set state = 'failed' where import_id = ${importId} and state = 'waiting'`.execute(db)
}
