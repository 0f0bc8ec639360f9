import * as react from 'react'

type WithInternals = {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: { recentlyCreatedOwnerStacks: number }
}

/**
 * React's development build notes where each element is made, for traces that no test reads: up to 10,000 a second, which is a third of
 * what a test of parts costs. It is told that it has reached that number. The rest of that build stays, warnings and StrictMode too.
 */
Object.defineProperty(
  (react as unknown as WithInternals).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE, // not in React's types
  'recentlyCreatedOwnerStacks',
  { get: () => 10_000, set() {} },
)
