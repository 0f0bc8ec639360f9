import { useCallback, useState } from 'react'
import {
  isFreshServiceIndex,
  loadServiceIndex,
  readyServiceIndex,
  type ServiceIndex,
} from './service-index.ts'

type State = { index?: ServiceIndex | undefined; error?: unknown; isLoading: boolean }

/** The catalogue for a component, which calls `load` when it is first used, and again after a failure. */
export function useServiceIndex(): State & { load: () => Promise<ServiceIndex | undefined> } {
  const [state, setState] = useState<State>(() => ({ index: readyServiceIndex(), isLoading: false }))
  const here = state.index

  const load = useCallback(async (): Promise<ServiceIndex | undefined> => {
    // If it is already loaded, a key press changes nothing.
    if (here !== undefined && here === readyServiceIndex() && isFreshServiceIndex()) return here
    setState((old) => ({ index: old.index, isLoading: old.index === undefined }))
    try {
      const index = await loadServiceIndex()
      setState({ index, isLoading: false })
      return index
    } catch (error) {
      // The previously loaded catalogue stays usable.
      setState((old) => ({ index: old.index, error, isLoading: false }))
      return undefined
    }
  }, [here])

  return { ...state, load }
}
