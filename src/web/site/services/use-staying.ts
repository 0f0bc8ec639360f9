import { useState } from 'react'

/**
 * The rows shown while the favourites filter is on: a row whose star is removed stays, so that it can be starred again,
 * until the filter is turned off. Undefined if it is off, or favourites are not loaded yet.
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
