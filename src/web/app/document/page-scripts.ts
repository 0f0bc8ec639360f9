import { createContext } from 'react'

/** Scripts that the page's head preloads, and whether they come after what the first paint needs. */
export type PageScripts = { paths: readonly string[]; isLate: boolean }

/** Set only by the server's render: once the page is rendered in the browser, they have been loaded. */
export const PageScriptsContext = createContext<PageScripts>({ paths: [], isLate: false })
