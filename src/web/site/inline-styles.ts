import { createContext } from 'react'

/** Set by the server's render alone, for a page that carries its styles: undefined where they are files. */
export const InlineStylesContext = createContext<string | undefined>(undefined)
