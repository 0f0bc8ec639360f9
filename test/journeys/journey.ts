import { test as base, type BrowserContext, expect } from '@playwright/test'

import { type JourneyProduct, startProduct } from './start-product.ts'
import { tellOfFailure } from './tell-of-failure.ts'

export type SandboxFacts = {
  provider: { url: string; key: string }
  gateway: { url: string; merchant: string; key: string }
  mailbox: { url: string; smtpPort: number }
}

/** Of pages that several journeys have in common. All others of a journey's own making end with it. */
export const lasting = new Set<BrowserContext>()

/** On a busy machine; the first start makes the database and imports the demo. */
const startSeconds = 200

/**
 * `test` for journeys: a product for each worker, on which its journeys follow each other. A fault of the sandbox, a
 * setting or maintenance meets nobody else's journey, and which journeys go together does not matter.
 */
export const test = base.extend<
  { sandbox: SandboxFacts; told: void },
  { product: JourneyProduct; productOf: string | undefined }
>({
  /** Set by a file whose journeys look at everything: a product of theirs, on which no other left anything. */
  productOf: [undefined, { option: true, scope: 'worker' }],
  product: [
    async ({}, use) => {
      const product = await startProduct()
      // For what is no fixture: people.ts.
      process.env['JOURNEY_URL'] = product.url
      await use(product)
      await product.stop()
    },
    { scope: 'worker', auto: true, timeout: startSeconds * 1000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context }, use, testInfo) => {
    await use(context)
    await tellOfFailure(testInfo, [context])
    // What a page still asks for when its journey is over is nobody's failure.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  },
  /** Pages of a journey's own making. */
  told: [
    async ({ browser }, use, testInfo) => {
      await use()
      const contexts = browser.contexts()
      await tellOfFailure(testInfo, contexts)
      // Left open they would work beside all journeys that follow.
      await Promise.all(contexts.filter((one) => !lasting.has(one)).map((one) => one.close()))
    },
    { auto: true },
  ],
  // Written by the sandbox, whose shape this is.
  sandbox: async ({ product }, use) => use(JSON.parse(product.sandbox) as SandboxFacts),
})

export { expect }
