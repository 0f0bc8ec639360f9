import {
  type ServiceSort,
  serviceSorts,
  type ServiceState,
  serviceStates,
} from '#contract/catalogue/admin-services.ts'
import { limits } from '#contract/base/limits.ts'
import { pageSizeIn } from '#web/ui/list/page-size.tsx'

/** Spec §9. */
export const pageSizes = { sizes: [10, 15, 20, 50], initial: 15 } as const

export type ServicesFilter = {
  search: string | undefined
  category: number | undefined
  provider: number | undefined
  state: ServiceState | undefined
}
export type ServicesView = { filter: ServicesFilter; sort: ServiceSort; limit: number; page: number }

/** What of the address means something: the rest is as if it were not there. */
export function readServicesView(params: URLSearchParams): ServicesView {
  const search = params.get('search')?.trim().slice(0, limits.searchMax)
  const page = Math.trunc(Number(params.get('page')))
  return {
    filter: {
      search: search === '' ? undefined : search,
      category: idIn(params, 'category'),
      provider: idIn(params, 'provider'),
      state: serviceStates.find((known) => known === params.get('state')),
    },
    sort: serviceSorts.find((known) => known === params.get('sort')) ?? 'id',
    limit: pageSizeIn(params, pageSizes),
    page: page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** What is open over the list: it is in the address, so that going back closes it. */
export type OpenedOver =
  | { dialog: 'edit' | 'delete' | 'supplies'; id: number }
  | { dialog: 'add' | 'categories' }

export function readOpened(params: URLSearchParams): OpenedOver | undefined {
  const dialog = params.get('open')
  if (dialog === 'add' || dialog === 'categories') return { dialog }
  const id = idIn(params, 'service')
  if (id === undefined || (dialog !== 'edit' && dialog !== 'delete' && dialog !== 'supplies'))
    return undefined
  return { dialog, id }
}

/** The same list with something open over it, or with nothing. */
export function withOpened(search: string, opened: OpenedOver | undefined): string {
  const params = new URLSearchParams(search)
  params.delete('open')
  params.delete('service')
  if (opened !== undefined) params.set('open', opened.dialog)
  if (opened !== undefined && 'id' in opened) params.set('service', String(opened.id))
  return params.size === 0 ? '' : `?${params}`
}

function idIn(params: URLSearchParams, name: string): number | undefined {
  const id = Number(/^\d{1,9}$/.exec(params.get(name) ?? '')?.[0] ?? Number.NaN)
  return id > 0 ? id : undefined
}
