import { getService } from '#contract/catalogue/catalogue.ts'
import { call } from '#web/platform/api/call.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'

/** The current data of one service, with its description. */
export async function loadService(
  id: number,
  options: { signal?: AbortSignal } = {},
): Promise<IndexedService & { description: string }> {
  const {
    average_time: averageTime,
    measured_time: measuredTime,
    dripfeed: _,
    ...service
  } = await call(getService, { params: { id } }, options)
  return { ...service, averageTime, measuredTime }
}
