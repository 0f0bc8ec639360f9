import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { ImportRun } from '#contract/catalogue/import-runs.ts'
import type { ImportReason, importServices as endpoint, ImportState } from '#contract/catalogue/imports.ts'
import type { Context } from '#server/context.ts'
import type { PanelService, PanelServiceList } from '#server/integrations/panels/panel.ts'
import { inSlices } from '#server/lib/event-loop/in-slices.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'
import { findProvider } from '#server/modules/providers/accounts/find-provider.ts'
import { getSettledAccount } from '#server/modules/providers/lists/get-settled-account.ts'
import { fetchProviderList } from '#server/modules/providers/lists/fetch-provider-list.ts'
import { readTranslatorSetting } from '#server/modules/settings/settings-with-secrets.ts'

import { listExistingServices } from './existing-services.ts'
import { getImportRun } from './get-import-run.ts'
import { findTranslations, hashOf, listUntranslated } from './to-english.ts'
import { toMarkupBasisPoints } from './to-import-row.ts'
import { importQueue } from './work-import.ts'

const POLL_MS = 500

/**
 * Imports the chosen services and returns when it is done (with `inBackground` as soon as it is stored). Ids that the
 * provider does not offer or whose row is unusable count as errors; existing services count as skipped unless they are to be
 * overwritten; unknown types are imported but not put on sale. Every service left out has a reason. The import continues if
 * the client disconnects, in another process if this one ends.
 */
export async function importServices(
  ctx: Context,
  by: By | undefined,
  body: BodyOf<typeof endpoint>,
): Promise<ImportRun> {
  const id = await beginImport(ctx, by, body)
  if (body.inBackground === true) return getImportRun(ctx, id)
  // In this process, unless a worker is doing it.
  while ((await importQueue.workOne(ctx, [id])) || (await findImportState(ctx.db, id)) === 'running') {
    if (ctx.stopping.aborted) throw new AppError('unavailable')
    await pause(POLL_MS, undefined, { signal: ctx.stopping }).catch(() => undefined)
  }
  const run = await getImportRun(ctx, id)
  if (run.failure === 'currency_changed')
    throw new AppError('state_conflict', { reason: 'currency_changed', name: run.provider.name })
  if (run.failure !== null) throw new AppError('unavailable')
  return run
}

type Text = { hash: string; original: string }

/**
 * Stores an import with the chosen services and returns its id. Only the ids of the body are used: everything else is read
 * from the provider now, since a forged or outdated cost would sell at a loss.
 */
export async function beginImport(
  ctx: Context,
  by: By | undefined,
  body: BodyOf<typeof endpoint>,
): Promise<number> {
  const chosen = new Set(
    [...(body.serviceIds ?? []), ...(body.fullServiceData ?? []).map(({ service }) => service)].map(toId),
  )
  if (chosen.size === 0) throw invalidFields({ serviceIds: { code: 'services_required' } })
  const markupBasisPoints = toMarkupBasisPoints(body.markupPercentage)
  const found = await findProvider(ctx, body.provider)
  if ('url' in found) throw new AppError('provider_unknown')
  const account = await getSettledAccount(ctx, found.providerId)
  const { list } = await fetchProviderList(ctx, account.id, { mayBeStored: false })

  const items = await selectItems(list, chosen)
  const overwrites = body.overwriteExisting ?? false
  const translates = body.translate ?? true
  const existing = overwrites ? new Map() : await listExistingServices(ctx.db, account.id)
  const fresh = items.filter(({ service }) => !existing.has(service ?? ''))
  const texts = translates ? await listTexts(ctx, fresh) : []
  const values = {
    providerId: account.id,
    actorId: by?.actorId ?? null,
    address: by?.address.slice(0, 100) ?? null,
    overwrites,
    platform: body.platform || null,
    markupBasisPoints,
    currency: account.currency,
    usdPerUnit: account.usdPerUnit,
    ratePer: account.ratePer,
    translates,
    total: chosen.size,
    errors: items.filter(({ code }) => code !== null).length,
    texts: texts.length,
  }
  return transact(ctx, async (tx, publish) => {
    await allowLongStatements(tx)
    const id = await insertImport(tx, values)
    await insertItems(tx, id, items)
    await insertTexts(tx, id, texts)
    if (body.inBackground === true) publish({ topic: 'import' })
    return id
  })
}

/** One item per chosen id: the offer, or why it cannot be imported. */
async function selectItems(list: PanelServiceList, chosen: ReadonlySet<string>): Promise<NewItem[]> {
  const missing = new Set(chosen)
  const items: NewItem[] = []
  for await (const [position, offered] of inSlices(list.services.entries())) {
    if (!missing.delete(offered.service)) continue
    const { service, name } = offered
    items.push({ position, service, name: name.slice(0, 500).toWellFormed(), offered, code: null, word: '' })
  }
  let position = list.services.length
  const refuse = (service: string, code: NonNullable<NewItem['code']>, word: string) =>
    items.push({ position: (position += 1), service, name: '', offered: null, code, word })
  for (const { service, reason, word } of list.unread)
    if (service !== null && missing.delete(service)) refuse(service, reason, word)
  for (const service of missing) refuse(service, 'not_offered', '')
  return items
}

/** Distinct texts for the translator: neither covered by the glossary nor translated before. */
async function listTexts(ctx: Context, items: readonly NewItem[]): Promise<Text[]> {
  if ((await readTranslatorSetting(ctx)) === undefined) return []
  const texts = new Map<string, Text>()
  for await (const { offered } of inSlices(items))
    for (const original of offered === null ? [] : listUntranslated(offered)) {
      const hash = hashOf(original).toString('hex')
      texts.set(hash, { hash, original })
    }
  const hashes = [...texts.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const known = await findTranslations(ctx.db, hashes)
  return [...texts.values()].filter(({ hash }) => !known.has(hash))
}

function toId(id: number | string): string {
  return String(id).trim()
}

/** Limit for a statement over all rows of an import. */
const SECONDS_MAX = 120

async function allowLongStatements(tx: Tx): Promise<void> {
  await sql.raw(allowSeconds(SECONDS_MAX)).execute(tx)
}

type NewImport = {
  providerId: number
  actorId: number | null
  address: string | null
  overwrites: boolean
  platform: string | null
  markupBasisPoints: number
  currency: string
  usdPerUnit: string
  ratePer: number
  translates: boolean
  total: number
  errors: number
  texts: number
}

async function insertImport(tx: Tx, one: NewImport): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (provider_id, actor_id, address, overwrites, platform, markup_basis_points, currency,
      usd_per_unit, rate_per, translates, total, errors, texts)
    values (${one.providerId}, ${one.actorId}, ${one.address}, ${one.overwrites}, ${one.platform},
      ${one.markupBasisPoints}, ${one.currency}, ${one.usdPerUnit}, ${one.ratePer}, ${one.translates}, ${one.total}, ${one.errors},
      ${one.texts})
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

type NewItem = {
  position: number
  service: string | null
  name: string
  /** Null where it cannot be imported; `code` and `word` say why. */
  offered: PanelService | null
  code: ImportReason['code'] | null
  word: string
}

async function insertItems(tx: Tx, importId: number, items: readonly NewItem[]): Promise<void> {
  await sql`
    insert into import_items (import_id, position, provider_service, name, offered, outcome, code, word)
    select ${importId}, position, service, name, nullif(offered, 'null'::jsonb),
      case when code is null then null else 'error' end, code, word
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as r (position int, service text, name text, offered jsonb, code text, word text)`.execute(tx)
}

async function insertTexts(
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

async function findImportState(db: Kysely<DB>, id: number): Promise<ImportState | undefined> {
  const { rows } = await sql<{ state: ImportState }>`
    select state from imports where id = ${id}`.execute(db)
  return rows[0]?.state
}
