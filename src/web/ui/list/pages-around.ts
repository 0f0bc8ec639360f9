/** The numbers to show, `undefined` for an ellipsis: 1 … 4 5 6 … 12. */
export function pagesAround(page: number, totalPages: number): (number | undefined)[] {
  const wanted = new Set([1, page - 1, page, page + 1, totalPages])
  if (page <= 3) for (const early of [2, 3, 4]) wanted.add(early)
  if (page >= totalPages - 2) for (const late of [1, 2, 3]) wanted.add(totalPages - late)
  const shown: (number | undefined)[] = []
  for (let number = 1; number <= totalPages; number += 1) {
    if (wanted.has(number)) shown.push(number)
    else if (shown.at(-1) !== undefined) shown.push(undefined)
  }
  return shown
}

/** At most five numbers, with the current one in the middle if possible: 4 5 6 7 8. */
export function fivePages(page: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(page - 2, totalPages - 4))
  return Array.from({ length: Math.min(5, totalPages) }, (_, at) => first + at)
}
