import { test as base, expect } from '@playwright/test'

export type SandboxFacts = {
  provider: { url: string; key: string }
  gateway: { url: string; merchant: string; key: string }
}

/** `test` for journeys: pages open on the product that start-product.ts started, and the sandbox is at hand. */
export const test = base.extend<{ sandbox: SandboxFacts }>({
  baseURL: async ({}, use) => use(process.env['JOURNEY_URL']),
  // Written by the sandbox, whose shape this is.
  sandbox: async ({}, use) => use(JSON.parse(process.env['JOURNEY_SANDBOX'] ?? '{}') as SandboxFacts),
})

export { expect }
