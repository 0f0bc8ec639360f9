import { createContext } from 'react'

/** Set by the server's render alone, for a page that carries its styles: undefined where they are files. */
export const InlineStylesContext = createContext<string | undefined>(undefined)

/** Whether the page that was opened carries them: what runs in it then leaves them where they are. */
export const wereInside =
  typeof document !== 'undefined' && document.querySelector('style[data-inside]') !== null
