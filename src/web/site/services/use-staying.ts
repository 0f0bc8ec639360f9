import { useState } from 'react'

/**
 * What a filter of favourites shows while it is on: a row whose star is taken back stays, with its star to press again, until
 * the filter is left. Undefined where it is off, or they are not here yet.
 */
export function useStaying(
  isOn: boolean,
  favourites: ReadonlySet<number> | undefined,
): ReadonlySet<number> | undefined {
  const [stayed, setStayed] = useState<ReadonlySet<number>>()
  if (!isOn) {
    if (stayed !== undefined) setStayed(undefined)
    return undefined
  }
  if (favourites === undefined) return stayed
  if (stayed !== undefined && [...favourites].every((id) => stayed.has(id))) return stayed
  const all = new Set([...(stayed ?? []), ...favourites])
  setStayed(all)
  return all
}
