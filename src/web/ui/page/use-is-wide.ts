import { useSyncExternalStore } from 'react'

const wide = '(width >= 62rem)'

/** Whether rows are shown as rows rather than cards: for differences beyond layout. Only for pages rendered in the browser. */
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
