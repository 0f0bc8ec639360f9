import type { Context } from '#server/context.ts'
import { fetchServices } from '#server/imports/fetch-services.ts'
import { importServices } from '#server/imports/import-services.ts'

/** The sandbox provider's whole list at the default markup; what is there already stays as it is. */
export async function importEverything(ctx: Context): Promise<void> {
  const { services } = await fetchServices(ctx, { provider: 'sandbox' })
  const serviceIds = services.map(({ service }) => service)
  await importServices(ctx, undefined, { provider: 'sandbox', serviceIds })
}
