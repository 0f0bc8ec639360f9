/** Of the address, in the order in which they are offered; '' is the catalogue's own order, or a search's best first. */
export const sortings = ['', 'price', 'price-down', 'min', 'time', 'name'] as const
export type Sorting = (typeof sortings)[number]

/** The visitor's address may say anything. */
export function toSorting(text: string): Sorting {
  return sortings.find((known) => known === text) ?? ''
}
