import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError, invalidFields } from '#contract/base/errors.ts'
import type { importServices as endpoint } from '#contract/catalogue/imports.ts'
import { listSuppliedRates } from '#server/modules/catalogue/supplies/imported-services.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { inSlices } from '#server/lib/limits/in-slices.ts'
import type { PanelServiceList } from '#server/integrations/panels/read-services.ts'
import { getSettledAccount } from '#server/modules/providers/lists/currency-terms.ts'
import { fetchProviderList } from '#server/modules/providers/lists/fetch-provider-list.ts'
import { findProvider } from '#server/modules/providers/accounts/find-provider.ts'
import { readTranslatorSetting } from '#server/modules/settings/translator-setting.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import { allowLongStatements, insertImport } from './imports-queries.ts'
import { insertItems, type NewItem } from './items-queries.ts'
import { toBasisPoints } from './markup.ts'
import { findTranslations, insertTexts } from './texts-queries.ts'
import { hashOf, listUntold } from './to-english.ts'

/** While nothing is heard of whoever works at it: after that another goes on. */
export const LEASE_SECONDS = 15

type Text = { hash: string; original: string }

/**
 * Keeps an import with all that is chosen, and answers its id. Of what the client sends, only the ids count: everything
 * else is read from the provider now, since a cost that somebody could have made up, or that is an hour old, sells at a
 * loss. With a token the turn is the caller's, else whoever comes works it off.
 */
export async function beginImport(
  ctx: Context,
  by: By | undefined,
  { body, token }: { body: BodyOf<typeof endpoint>; token: string | null },
): Promise<number> {
  const chosen = new Set(
    [...(body.serviceIds ?? []), ...(body.fullServiceData ?? []).map(({ service }) => service)].map(toId),
  )
  if (chosen.size === 0) throw invalidFields({ serviceIds: { code: 'services_required' } })
  const markupBasisPoints = toBasisPoints(body.markupPercentage)
  const found = await findProvider(ctx, body.provider)
  if ('url' in found) throw new AppError('provider_unknown')
  const account = await getSettledAccount(ctx, found.providerId)
  const { list } = await fetchProviderList(ctx, account.id, { mayBeKept: false })

  const items = await choose(list, chosen)
  const overwrites = body.overwriteExisting ?? false
  const translates = body.translate ?? true
  const there = overwrites ? new Map() : await listSuppliedRates(ctx.db, account.id)
  const fresh = items.filter(({ service }) => !there.has(service ?? ''))
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
    token,
    leaseSeconds: LEASE_SECONDS,
  }
  return transact(ctx, async (tx, publish) => {
    await allowLongStatements(tx)
    const id = await insertImport(tx, values)
    await insertItems(tx, id, items)
    await insertTexts(tx, id, texts)
    if (token === null) publish({ topic: 'import' })
    return id
  })
}

/** One item for each chosen id: as it is offered, or why it can not be taken. */
async function choose(list: PanelServiceList, chosen: ReadonlySet<string>): Promise<NewItem[]> {
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

/** What somebody has to translate: neither known to the glossary nor translated before, and each text once. */
async function listTexts(ctx: Context, items: readonly NewItem[]): Promise<Text[]> {
  if ((await readTranslatorSetting(ctx)) === undefined) return []
  const texts = new Map<string, Text>()
  for await (const { offered } of inSlices(items))
    for (const original of offered === null ? [] : listUntold(offered)) {
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
