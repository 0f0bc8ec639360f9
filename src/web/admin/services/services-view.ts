import { serviceSorts, serviceStates } from '#contract/catalogue/admin-services.ts'
import { idIn, oneIn, searchIn } from '#web/ui/list/read-address.ts'

/** The valid filters in the URL. */
export function servicesAsked(params: URLSearchParams) {
  return {
    search: searchIn(params),
    category: idIn(params, 'category'),
    provider: idIn(params, 'provider'),
    state: oneIn(params, 'state', serviceStates),
    sort: oneIn(params, 'sort', serviceSorts),
  }
}
export type ServicesFilter = Omit<ReturnType<typeof servicesAsked>, 'sort'>

/** The dialog open over the list: in the URL, so that going back closes it. */
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

/** The same list with this dialog open, or none. */
export function withOpened(search: string, opened: OpenedOver | undefined): string {
  const params = new URLSearchParams(search)
  params.delete('open')
  params.delete('service')
  if (opened !== undefined) params.set('open', opened.dialog)
  if (opened !== undefined && 'id' in opened) params.set('service', String(opened.id))
  return params.size === 0 ? '' : `?${params}`
}
