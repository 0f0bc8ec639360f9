import * as react from 'react'

type WithInternals = {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: { recentlyCreatedOwnerStacks: number }
}

/**
 * React's development build records where each element is created, for traces that no test reads: up to 10,000 a second, a third
 * of the cost of a test. This claims that the limit is reached. The rest of that build stays, including warnings and StrictMode.
 */
Object.defineProperty(
  (react as unknown as WithInternals).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE, // not in React's types
  'recentlyCreatedOwnerStacks',
  { get: () => 10_000, set() {} },
)
