/** Where an order of the service begins, with the link filled in where one is known; without a service for the link alone. */
export function orderPath(serviceId: number | undefined, link?: string | undefined): string {
  const params = new URLSearchParams()
  if (serviceId !== undefined) params.set('service', String(serviceId))
  if (link !== undefined) params.set('link', link.trim())
  const search = params.toString()
  return search === '' ? '/new-order' : `/new-order?${search}`
}
