import type { Money } from '#contract/base/money.ts'
import { isPackage } from '#contract/catalogue/package-types.ts'
import { loadServiceIndex } from '#web/parts/catalogue/search/service-index.ts'

const foundMax = 8

export type FoundService = { id: number; name: string; rate: Money; isPackage: boolean }

/** For the command palette: the best few services by id or name, or for a link, each of which starts an order. */
export async function findServices(text: string): Promise<readonly FoundService[]> {
  const { find } = await loadServiceIndex()
  return find({ text })
    .slice(0, foundMax)
    .map(({ id, name, rate, type }) => ({ id, name, rate, isPackage: isPackage(type) }))
}
