import { createContext } from 'react'

/** Set only by the server's render: browsers hide a script's nonce, so hydration must not compare it. */
export const NonceContext = createContext<string | undefined>(undefined)
