import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { askTranslator } from '#server/integrations/outgoing/ask-translator.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import type { Claim } from '#server/lib/queue/queue.ts'
import { readTranslatorSetting } from '#server/modules/settings/settings-with-secrets.ts'

import { readTranslation } from './to-english.ts'
import type { RunningImport } from './running-import.ts'

const TEXTS_AT_ONCE = 5 // spec §9

const PAUSE_MS = 300 // spec §9

/** Consecutive. A translator that times out after 5 s each time would delay an import of 10,000 services by hours. */
const FAILURES_MAX = 5

/**
 * Translates the next texts and stores the result, so that none is requested twice. False when none are left. A text without
 * a usable translation stays as the provider wrote it; after repeated failures the import continues untranslated.
 */
export async function translateTexts(ctx: Context, run: RunningImport, { signal }: Claim): Promise<boolean> {
  const texts = await listWaitingTexts(ctx.db, run.id, TEXTS_AT_ONCE)
  if (texts.length === 0) return false
  const translator = await readTranslatorSetting(ctx)
  if (translator === undefined || run.translator_failures >= FAILURES_MAX) {
    await failWaitingTexts(ctx.db, run.id)
    return true
  }
  const originals = texts.map(({ original }) => original)
  const server = { ...translator, allowedNetworks: ctx.config.allowedNetworks }
  const answer = await askTranslator(server, originals, signal)
  // Aborted by our own shutdown: the next process retries.
  if (!answer.ok && signal.aborted) return true
  const results = texts.map(({ position, original }, at) => ({
    position,
    translated: readTranslation(original, answer.ok ? answer.texts[at] : undefined),
  }))
  await transact(ctx, (tx) => storeTranslations(tx, run.id, results))
  const areAllUnusable = results.every(({ translated }) => translated === undefined)
  const failures = areAllUnusable ? run.translator_failures + 1 : 0
  if (failures !== run.translator_failures) await storeTranslatorFailures(ctx.db, run.id, failures)
  await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  return true
}

type WaitingText = { position: number; original: string; hash: Buffer }

async function listWaitingTexts(db: Kysely<DB>, importId: number, count: number): Promise<WaitingText[]> {
  const { rows } = await sql<WaitingText>`
    select position, original, hash from import_texts where import_id = ${importId} and state = 'waiting'
    order by position limit ${count}`.execute(db)
  return rows
}

/** Translations are stored for all imports; a missing one counts as failed for this import only. */
async function storeTranslations(
  tx: Tx,
  importId: number,
  results: readonly { position: number; translated: string | undefined }[],
): Promise<void> {
  const json = JSON.stringify(results)
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

/** Gives up translating for the rest of this import. */
async function failWaitingTexts(db: Kysely<DB>, importId: number): Promise<void> {
  await sql`
    update import_texts set state = 'failed' where import_id = ${importId} and state = 'waiting'`.execute(db)
}

async function storeTranslatorFailures(db: Kysely<DB>, id: number, count: number): Promise<void> {
  await sql`update imports set translator_failures = ${count} where id = ${id}`.execute(db)
}
