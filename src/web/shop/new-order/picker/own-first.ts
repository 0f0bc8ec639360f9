import type { SearchableService } from '#web/parts/catalogue/search/search-services.ts'

export type OwnServices = {
  favourites: ReadonlySet<number>
  /** Last ordered first. */
  ordered: readonly number[]
}
export type GroupKind = 'favourites' | 'orderedLately' | 'others'
/** Each group and its start index in the list. */
export type ServiceGroup = { at: number; kind: GroupKind }
export type OwnFirst = { services: readonly SearchableService[]; groups: readonly ServiceGroup[] }

/**
 * The results with favourites first, then recently ordered ones, then the rest, without duplicates and otherwise in
 * order; a service whose ID was typed stays first. One pass over the results.
 */
export function ownFirst(
  found: readonly SearchableService[],
  { favourites, ordered }: OwnServices,
  text: string,
): OwnFirst {
  if (favourites.size === 0 && ordered.length === 0) return { services: found, groups: [] }
  const isOrdered = new Set(ordered)
  const named = text.trim()
  const head: SearchableService[] = []
  const [starred, lately, others]: [SearchableService[], SearchableService[], SearchableService[]] = [
    [],
    [],
    [],
  ]
  for (const service of found) {
    if (named !== '' && String(service.id) === named) head.push(service)
    else if (favourites.has(service.id)) starred.push(service)
    else if (isOrdered.has(service.id)) lately.push(service)
    else others.push(service)
  }
  if (starred.length === 0 && lately.length === 0) return { services: found, groups: [] }
  lately.sort((one, other) => ordered.indexOf(one.id) - ordered.indexOf(other.id))
  const groups = [
    { kind: 'favourites', at: head.length, size: starred.length },
    { kind: 'orderedLately', at: head.length + starred.length, size: lately.length },
    { kind: 'others', at: head.length + starred.length + lately.length, size: others.length },
  ] as const
  return {
    services: [...head, ...starred, ...lately, ...others],
    groups: groups.filter(({ size }) => size > 0).map(({ kind, at }) => ({ kind, at })),
  }
}
