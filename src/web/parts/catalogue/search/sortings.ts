/** Values in the URL, in display order; '' is the catalogue's own order, or best match first in a search. */
export const sortings = ['', 'price', 'price-down', 'min', 'time', 'name'] as const
export type Sorting = (typeof sortings)[number]

/** The URL may contain anything. */
export function toSorting(text: string): Sorting {
  return sortings.find((known) => known === text) ?? ''
}
