import { createContext, useEffect, useState } from 'react'

/** Set only by the server's render, for a page with inlined styles; undefined where the styles are files. */
export const InlineStylesContext = createContext<string | undefined>(undefined)

/** Whether the document was opened with inlined styles; the app then leaves them in place. */
export const wereInside =
  typeof document !== 'undefined' && document.querySelector('style[data-inside]') !== null

/**
 * Whether the inlined styles are gone: after a failed root, React renders the document without them, and the stylesheet
 * file has to be loaded.
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
