import { useSyncExternalStore } from 'react'

/** False on the server and until the page is hydrated: what needs a script to be right waits for it. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
