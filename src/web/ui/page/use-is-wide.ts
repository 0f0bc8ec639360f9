import { useSyncExternalStore } from 'react'

const wide = '(width >= 62rem)'

/** Whether rows are rows here, and not cards: for what is not only laid out otherwise there. Of pages that the browser renders alone. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(wide)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(wide).matches,
    () => true,
  )
}
