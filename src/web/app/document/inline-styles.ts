import { createContext, useEffect, useState } from 'react'

/** Set by the server's render alone, for a page that carries its styles: undefined where they are files. */
export const InlineStylesContext = createContext<string | undefined>(undefined)

/** Whether the page that was opened carries them: what runs in it then leaves them where they are. */
export const wereInside =
  typeof document !== 'undefined' && document.querySelector('style[data-inside]') !== null

/**
 * Whether the inlined styles are gone: after a failed root React renders the document without them. A file brings them
 * back.
 */
export function useAreStylesLost(): boolean {
  const [areLost, setAreLost] = useState(false)
  useEffect(() => {
    const inside = document.querySelector('style[data-inside]')
    // oxlint-disable-next-line react/set-state-in-effect -- what is in the document is known once it was rendered
    if (inside !== null && inside.textContent === '') setAreLost(true)
  }, [])
  return areLost
}
