import type { BodyOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import type { PreviewedService, previewImport as endpoint } from '#contract/catalogue/imports.ts'
import type { Money } from '#contract/base/money.ts'
import type { RateDoubt } from '#contract/providers/provider-rates.ts'
import { readNameRules } from '#server/modules/catalogue/names/clean-names.ts'
import type { Context } from '#server/context.ts'
import { mapInSlices } from '#server/lib/event-loop/in-slices.ts'
import type { PanelService } from '#server/integrations/panels/panel.ts'
import { getSettledAccount } from '#server/modules/providers/lists/get-settled-account.ts'
import { doubtRates } from '#server/modules/providers/lists/doubt-rates.ts'
import { fetchProviderList } from '#server/modules/providers/lists/fetch-provider-list.ts'
import { toBlocked } from '#server/modules/settings/blocked.ts'
import { findProvider } from '#server/modules/providers/accounts/find-provider.ts'

import { type ExistingService, listExistingServices } from './existing-services.ts'
import { toMarkupBasisPoints, toImportRow } from './to-import-row.ts'
import { keepOriginal, translateByGlossary } from './to-english.ts'
import { toPlainLine } from './to-plain-text.ts'

type RatesDoubt = { kind: RateDoubt; median: Money } | null

/** What importing the whole list would do, with prices. Writes nothing and translates only by the glossary. */
export async function previewImport(
  ctx: Context,
  { provider, useCache = true, ...body }: BodyOf<typeof endpoint>,
): Promise<{ services: PreviewedService[]; ratesDoubt: RatesDoubt; fetchedAt: Date }> {
  const markupBasisPoints = toMarkupBasisPoints(body.markupPercentage)
  const found = await findProvider(ctx, provider)
  if ('url' in found) throw new AppError('provider_unknown')
  const { id, usdPerUnit } = await getSettledAccount(ctx, found.providerId)
  const { list, fetchedAt } = await fetchProviderList(ctx, id, { mayBeStored: useCache })
  const existing = await listExistingServices(ctx.db, id)
  const blocked = toBlocked((await ctx.settings.read()).blocked)
  const nameRules = await readNameRules(ctx.db)
  const terms = { usdPerUnit, markupBasisPoints, platform: body.platform || undefined, blocked, nameRules }
  const translate = body.translate === false ? keepOriginal : translateByGlossary
  const overwrites = body.overwriteExisting ?? false
  const services = await mapInSlices(list.services, (offered, position) => {
    const row = toImportRow(offered, { position, terms, translate })
    return toPreviewed(offered, { row, was: existing.get(offered.service), overwrites })
  })
  const { doubt, median } = doubtRates(list, { usdPerUnit })
  const ratesDoubt = doubt === null || median === undefined ? null : { kind: doubt, median }
  return { services, ratesDoubt, fetchedAt }
}

type Known = { row: ReturnType<typeof toImportRow>; was: ExistingService | undefined; overwrites: boolean }

function toPreviewed({ service, name }: PanelService, { row, was, overwrites }: Known): PreviewedService {
  const now = was?.rate ?? null
  if ('code' in row)
    return { service, outcome: 'error', code: row.code, name: null, cost: null, rate: null, rate_now: now }
  const priced = { service, cost: row.cost, rate: row.rate, rate_now: now }
  if (was !== undefined && !overwrites)
    return { ...priced, outcome: 'skipped', code: 'already_there', name: null }
  const newName = row.name === toPlainLine(name, 500) ? null : row.name
  return {
    ...priced,
    outcome: was === undefined ? 'created' : 'updated',
    // A service on sale stays on sale.
    code: row.unsold === 'heading' && was?.isActive === true ? null : row.unsold,
    name: newName,
  }
}
