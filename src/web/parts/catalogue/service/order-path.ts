/** The URL for ordering the service, with the link filled in if known; without a service, for the link only. */
export function orderPath(serviceId: number | undefined, link?: string | undefined): string {
  const params = new URLSearchParams()
  if (serviceId !== undefined) params.set('service', String(serviceId))
  if (link !== undefined) params.set('link', link.trim())
  const search = params.toString()
  return search === '' ? '/new-order' : `/new-order?${search}`
}
