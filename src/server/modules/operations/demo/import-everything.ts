import { limits } from '#contract/base/limits.ts'
import { hasSupplies } from '#server/modules/catalogue/services/count-services.ts'
import type { Context } from '#server/context.ts'
import { fetchServices } from '#server/modules/catalogue/imports/fetch-services.ts'
import { importServices } from '#server/modules/catalogue/imports/import-services.ts'

export type Imported = { services: number; markupPercent: number }

/**
 * Imports the sandbox provider's whole list at the default markup, unless something was imported from it before: then
 * the operator manages the services. Answers undefined if nothing was imported.
 */
export async function importEverything(ctx: Context, providerId: number): Promise<Imported | undefined> {
  if (await hasSupplies(ctx.db, providerId)) return undefined
  const { services } = await fetchServices(ctx, { provider: providerId })
  if (services.length === 0) return undefined
  const serviceIds = services.map(({ service }) => service)
  const body = { provider: providerId, serviceIds }
  const { created, reasons } = (await importServices(ctx, undefined, body)).stats
  const unsold = reasons
    .filter(({ code }) => code === 'type_not_understood' || code === 'heading')
    .reduce((sum, { count }) => sum + count, 0)
  // Another process may have imported it meanwhile.
  return created === 0
    ? undefined
    : { services: created - unsold, markupPercent: limits.markupBasisPointsDefault / 100 }
}
