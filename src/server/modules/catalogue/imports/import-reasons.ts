import { type Kysely, sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { ImportOutcome, ImportReason } from '#contract/catalogue/imports.ts'
import type { UnreadRow } from '#server/integrations/panels/panel.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Why a service was not imported or not put on sale; `word` is the provider's value that was not understood. */
export type ImportRemark = { code: ImportReason['code']; service: string | null; word?: string }

/** Ids and words shown per reason. */
const NAMED_MAX = 100

const WORDS_MAX = 20

/** Groups remarks by reason. */
export function toReasons(remarks: readonly ImportRemark[]): ImportReason[] {
  return [...Map.groupBy(remarks, ({ code }) => code)].map(([code, those]) => ({
    code,
    count: those.length,
    services: those.flatMap(({ service }) => (service === null ? [] : [service])).slice(0, NAMED_MAX),
    words: [...new Set(those.flatMap(({ word = '' }) => (word === '' ? [] : [word])))].slice(0, WORDS_MAX),
  }))
}

export function toRemark({ reason, service, word }: UnreadRow): ImportRemark {
  return { code: reason, service, word }
}

export type RemarkedItem = {
  provider_service: string | null
  name: string
  outcome: ImportOutcome
  code: ImportReason['code'] | null
  word: string
  unsold_type: string | null
}

/** Items with a remark, errors first, then in the provider's order. */
export async function listRemarkedItems(
  db: Kysely<DB>,
  importId: number,
  count: number = limits.importServicesMax,
): Promise<RemarkedItem[]> {
  const { rows } = await sql<RemarkedItem>`
    select provider_service, name, outcome, code, word, unsold_type from import_items
    where import_id = ${importId} and (code is not null or unsold_type is not null)
    order by outcome <> 'error', position limit ${count}`.execute(db)
  return rows
}
