import { type Kysely, sql } from 'kysely'

import type { ImportOutcome, ImportReason } from '#contract/catalogue/imports.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { PanelService } from '#server/integrations/panels/read-services.ts'

export type NewItem = {
  position: number
  service: string | null
  name: string
  /** Null where it can not be taken, as `code` and `word` say. */
  offered: PanelService | null
  code: ImportReason['code'] | null
  word: string
}

export async function insertItems(tx: Tx, importId: number, items: readonly NewItem[]): Promise<void> {
  await sql`
    insert into import_items (import_id, position, provider_service, name, offered, outcome, code, word)
    select ${importId}, position, service, name, nullif(offered, 'null'::jsonb),
      case when code is null then null else 'error' end, code, word
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as r (position int, service text, name text, offered jsonb, code text, word text)`.execute(tx)
}

export type WaitingItem = { position: number; offered: PanelService }

/** The next ones, in the provider's own sequence. */
export async function listWaiting(db: Kysely<DB>, importId: number, count: number): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select position, offered from import_items where import_id = ${importId} and outcome is null
    order by position limit ${count}`.execute(db)
  return rows
}

export type WrittenItem = {
  position: number
  outcome: ImportOutcome
  code: ImportReason['code'] | null
  word: string
  unsoldType: string | null
  serviceId: number | null
  /** What the service was; null where it was not there, or nothing of it changed. */
  before: unknown
  /** The fingerprint of what it is now; null where nothing was written. */
  written: string | null
}

export async function writeOutcomes(tx: Tx, importId: number, items: readonly WrittenItem[]): Promise<void> {
  await sql`
    update import_items set offered = null, outcome = r.outcome, code = r.code, word = r.word,
      unsold_type = r."unsoldType", service_id = r."serviceId", before = nullif(r.before, 'null'::jsonb),
      written = r.written
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r (position int, outcome text, code text, word text,
      "unsoldType" text, "serviceId" int, before jsonb, written text)
    where import_id = ${importId} and import_items.position = r.position`.execute(tx)
}

export type ToldItem = {
  provider_service: string | null
  name: string
  outcome: ImportOutcome
  code: ImportReason['code'] | null
  word: string
  unsold_type: string | null
}

/** Those of which something is to be said, in their sequence. */
export async function listTold(db: Kysely<DB>, importId: number, count: number): Promise<ToldItem[]> {
  const { rows } = await sql<ToldItem>`
    select provider_service, name, outcome, code, word, unsold_type from import_items
    where import_id = ${importId} and (code is not null or unsold_type is not null)
    order by outcome <> 'error', position limit ${count}`.execute(db)
  return rows
}

export type WrittenRow = {
  position: number
  provider_service: string
  service_id: number
  before: unknown
  written: string
}

/** What was made or changed, from the one after `position` on. */
export async function listWritten(
  db: Kysely<DB>,
  { importId, after, count }: { importId: number; after: number; count: number },
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select position, provider_service, service_id, before, written from import_items
    where import_id = ${importId} and position > ${after} and written is not null
    order by position limit ${count}`.execute(db)
  return rows
}
