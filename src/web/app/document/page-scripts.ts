import { createContext } from 'react'

/** Scripts that the page names in its head, and whether what it is painted with comes before them. */
export type PageScripts = { paths: readonly string[]; isLate: boolean }

/** Set by the server's render alone: once the page is rendered they are here. */
export const PageScriptsContext = createContext<PageScripts>({ paths: [], isLate: false })
