import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'

import { type JourneyProduct, startProduct } from './start-product.ts'
import { tellOfFailure } from './tell-of-failure.ts'

export type SandboxFacts = {
  provider: { url: string; key: string }
  gateway: { url: string; merchant: string; key: string }
  mailbox: { url: string; smtpPort: number }
}

/** Pages that several journeys share. All others that a journey opens are closed at its end. */
export const lasting = new Set<BrowserContext>()

/** Longer than a busy machine takes. */
const hydrationMilliseconds = 10_000
/** On a busy machine; the first start creates the database and imports the demo. */
const startSeconds = 200

/**
 * `test` for journeys: a product per worker, on which its journeys run one after another. A fault of the sandbox, a
 * setting or maintenance affects no other worker's journey, and the grouping of journeys does not matter.
 */
export const test = base.extend<{ sandbox: SandboxFacts; told: void }, { product: JourneyProduct }>({
  product: [
    async ({}, use) => {
      const product = await startProduct()
      // For code that isn't a fixture: journey-users.ts.
      process.env['JOURNEY_URL'] = product.url
      await use(product)
      await product.stop()
    },
    { scope: 'worker', auto: true, timeout: startSeconds * 1000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  /** The page is hydrated when `goto` returns: an earlier click would have no effect. */
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      if (options?.waitUntil !== 'commit' && javaScriptEnabled) await untilHydrated(page)
      return response
    }
    await use(page)
  },
  context: async ({ context }, use, testInfo) => {
    await use(context)
    await tellOfFailure(testInfo, [context])
    // Requests that are still open at the end of the journey aren't failures.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  },
  /** Pages that the journey opened. */
  told: [
    async ({ browser }, use, testInfo) => {
      await use()
      const contexts = browser.contexts()
      await tellOfFailure(testInfo, contexts)
      // Left open, they would keep running during all later journeys.
      await Promise.all(contexts.filter((one) => !lasting.has(one)).map((one) => one.close()))
    },
    { auto: true },
  ],
  // Written by the sandbox, whose shape this is.
  sandbox: async ({ product }, use) => use(JSON.parse(product.sandbox) as SandboxFacts),
})

/** React has hydrated the body. Pages without scripts never are, nor are those whose scripts are held back. */
async function untilHydrated(page: Page): Promise<void> {
  const isHydrated = () =>
    document.querySelector('script[type=module]') === null ||
    Object.keys(document.body).some((name) => name.startsWith('__reactFiber'))
  await page.waitForFunction(isHydrated, undefined, { timeout: hydrationMilliseconds }).catch(() => {})
}

export { expect }
