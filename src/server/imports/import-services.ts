import { isCategoryBlocked, toBlocked } from '#server/settings/blocked.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError, invalidFields } from '#contract/errors.ts'
import type { importServices as endpoint, ImportReason } from '#contract/imports.ts'
import { limits } from '#contract/limits.ts'
import { type SuppliedService, writeSuppliedServices } from '#server/catalogue/write-supplied-services.ts'
import type { Context } from '#server/context.ts'
import { inSlices } from '#server/in-slices.ts'
import { type By, transactAsStaff } from '#server/staff/transact-as-staff.ts'
import { fetchProviderList } from '#server/providers/fetch-provider-list.ts'
import { findProvider } from '#server/providers/find-provider.ts'
import { getSettledAccount, refuseOtherTerms } from '#server/providers/currency-terms.ts'

import { toReasons, toUntaken, type Untaken } from './import-reasons.ts'
import { toImportRow } from './to-import-row.ts'

export type ImportStats = {
  total: number
  created: number
  updated: number
  skipped: number
  errors: number
  reasons: ImportReason[]
}

/**
 * Imports the chosen services. Of what the client sends, only their ids count: everything else is read from the
 * provider now, since a cost that somebody could have made up, or that is an hour old, sells at a loss. Chosen ids
 * that the provider does not offer or whose row can not be used count as errors, services that are there already when
 * nothing is to be overwritten as skipped; those of a type that is not known are written and not on sale. Nothing is
 * left out without its reason.
 */
export async function importServices(
  ctx: Context,
  by: By | undefined,
  body: BodyOf<typeof endpoint>,
): Promise<ImportStats> {
  const chosen = new Set(
    [...(body.serviceIds ?? []), ...(body.fullServiceData ?? []).map(({ service }) => service)].map(toId),
  )
  if (chosen.size === 0) throw invalidFields({ serviceIds: { code: 'services_required' } })
  const markupBasisPoints = toBasisPoints(body.markupPercentage)
  const found = await findProvider(ctx, body.provider)
  if ('url' in found) throw new AppError('provider_unknown')
  const account = await getSettledAccount(ctx, found.providerId)
  const { list } = await fetchProviderList(ctx, account.id, { mayBeKept: false })

  const terms = { usdPerUnit: account.usdPerUnit, markupBasisPoints, platform: body.platform || undefined }
  const rows: SuppliedService[] = []
  const untaken: Untaken[] = []
  const missing = new Set(chosen)
  const blocked = toBlocked((await ctx.settings.read()).blocked)
  for await (const [position, one] of inSlices(list.services.entries())) {
    if (!missing.delete(one.service)) continue
    const row = toImportRow(one, position, terms)
    if ('code' in row) untaken.push(row)
    else if (isCategoryBlocked(blocked, row.category))
      untaken.push({ code: 'category_blocked', service: row.providerService, word: row.category })
    else rows.push(row)
  }
  for (const row of list.unread)
    if (row.service !== null && missing.delete(row.service)) untaken.push(toUntaken(row))
  for (const service of missing) untaken.push({ code: 'not_offered', service })
  return transactAsStaff(ctx, by, async (tx, tell, record) => {
    tell({ topic: 'catalogue' })
    const written = await writeSuppliedServices(tx, rows, {
      providerId: account.id,
      markupBasisPoints,
      overwriteExisting: body.overwriteExisting ?? false,
      movesExisting: terms.platform !== undefined,
      now: ctx.clock(),
    })
    // Whoever changes them waits for what was written here, or has changed them before.
    await refuseOtherTerms(tx, account)
    const stats = {
      total: chosen.size,
      created: written.created,
      updated: written.updated,
      skipped: written.skipped.length,
      errors: chosen.size - rows.length,
      reasons: toReasons([...written.skipped.map(toSkipped), ...rows.flatMap(toUnsold), ...untaken]),
    }
    const reasons = stats.reasons.map(({ code, count }) => `${code} ${count}`)
    const kept = { markupBasisPoints, overwriteExisting: body.overwriteExisting ?? false, ...stats, reasons }
    record({ action: 'provider.import', id: account.id, after: kept })
    return stats
  })
}

function toSkipped(service: string): Untaken {
  return { code: 'already_there', service }
}

function toUnsold({ providerService, type, isSold }: SuppliedService): Untaken[] {
  return isSold ? [] : [{ code: 'type_not_understood', service: providerService, word: type }]
}

function toId(id: number | string): string {
  return String(id).trim()
}

/** Percentages have at most 2 decimals: more would be rounded, and a markup is kept as it was meant. */
function toBasisPoints(percentage: number | undefined): number {
  if (percentage === undefined) return limits.markupBasisPointsDefault
  const points = Math.round(percentage * 100)
  if (Math.abs(points - percentage * 100) > 1e-6)
    throw invalidFields({ markupPercentage: { code: 'markup_decimals', max: 2 } })
  return points
}
