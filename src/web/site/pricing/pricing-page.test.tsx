import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { money } from '#contract/base/money.ts'
import { showPart } from '#web/testing/show-part.tsx'
import type { Route } from './+types/pricing-page.ts'
import { pricesPerPage, readPriceQuery } from './price-query.ts'
import PricingPage from './pricing-page.tsx'

const phone = { width: 390, height: 844 }
let takeAway = () => {}
afterEach(async () => {
  takeAway()
  await page.viewport(1360, 820)
})

const services = Array.from({ length: pricesPerPage }, (_, at) => ({
  id: 20_000 + at,
  name: `Instagram Followers from accounts of real people with pictures, posts and stories of the last month | ${at} | Speed 10K/Day | 365 Days Refill | Start 0-1 Hour`,
  description: 'Starts at once. Public accounts only.',
  category: { id: at, name: `Instagram Followers [Group ${at} | Guaranteed]` },
  platform: 'Instagram',
  rate: money(1_234_560_000n),
  min: 10,
  max: 10_000_000,
  type: 'Default' as const,
  refill: true,
  cancel: true,
  averageTime: 3_600,
  measuredTime: { seconds: 3_600, orders: 40 },
}))
const loaderData = {
  query: readPriceQuery(new URLSearchParams()),
  platforms: [{ name: 'Instagram', services: 10_000 }],
  range: undefined,
  services,
  // Each in its own category, which has a heading.
  lowest: new Map(services.map(({ category, rate }) => [category.id, rate])),
  totalItems: 10_000,
  totalPages: 10_000 / pricesPerPage,
  hasFailed: false,
}
// The component ignores React Router's other props.
const props = { loaderData, params: {} } as unknown as Route.ComponentProps

test('a page of 10,000 prices is at most twelve phone screens high, however long the names', async () => {
  await page.viewport(phone.width, phone.height)
  takeAway = await showPart(<PricingPage {...props} />)
  await expect.poll(() => page.getByRole('article').elements().length).toBe(pricesPerPage)
  expect(document.documentElement.scrollHeight / phone.height).toBeLessThan(12)
})
