import { createContext } from 'react'

/** Set by the server's render alone: a browser hides a script's nonce, so hydration must not look for it. */
export const NonceContext = createContext<string | undefined>(undefined)
