import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { indexColumns } from '#contract/catalogue/catalogue.ts'
import { money } from '#contract/base/money.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { NewOrderForm } from './new-order-form.tsx'

const categories = [
  { id: 1, name: 'Instagram Likes', platform: 'Instagram', services: 1 },
  { id: 2, name: 'Instagram Views', platform: 'Instagram', services: 1 },
  { id: 3, name: 'TikTok Likes', platform: 'TikTok', services: 1 },
]
const named = ['Instagram Likes | Real', 'Instagram Views | Fast', 'TikTok Likes | Slow']
const rows = categories.map(({ id, platform }, at) => {
  const measured = id === 3 ? [900, 12] : [null, null]
  const terms = [1.5, 10, 1000, 'Default', 0, 0, null, ...measured]
  return [id + 19, named[at], id, platform, ...terms]
})
const service: IndexedService = {
  id: 20,
  name: 'Instagram Likes | Real',
  category: { id: 1, name: 'Instagram Likes' },
  platform: 'Instagram',
  rate: money(150_000_000n),
  min: 10,
  max: 1000,
  type: 'Default',
  refill: false,
  cancel: false,
  averageTime: null,
  measuredTime: null,
}

let takeAway = () => {}
beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('/services/index')) return Response.json({ columns: indexColumns, rows, version: '1' })
    if (path.includes('/services/outcomes'))
      return Response.json({ success: true, outcomes: [{ service_id: 22, completed: 47, ended: 49 }] })
    return path.includes('/categories') ? Response.json(categories) : Response.json({}, { status: 404 })
  })
  takeAway = await showPart(<NewOrderForm service={service} link={undefined} failure={undefined} />)
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

const inSummary = page.getByRole('region', { name: 'Order summary' }).getByText(service.name)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const chooseCategory = (name: string) =>
  page.getByRole('combobox', { name: 'Category' }).selectOptions(`${name} (1)`)

test('the summary names the service; another platform drops it, its own does not', async () => {
  await expect.element(inSummary).toBeVisible()
  await press('Instagram')
  await expect.element(inSummary).toBeVisible()
  await press('TikTok')
  await expect.element(inSummary).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: 'Service' })).toHaveValue('')
  await expect.element(page.getByRole('region', { name: service.name })).not.toBeInTheDocument()
})

test('each price in the picker says for what quantity', async () => {
  await press('All')
  await page.getByRole('combobox', { name: 'Service' }).fill('likes')
  const options = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => options.elements()[0]?.textContent).toMatch(/\$1\.5000 per 1,000$/)
  await page.viewport(360, 820)
  const [price, unit] = ['$1.5000', 'per 1,000'].map((text) => options.first().getByText(text).element())
  // On one line on a narrow screen.
  expect(price?.getBoundingClientRect().right).toBeLessThan(unit?.getBoundingClientRect().left ?? 0)
  await page.viewport(1360, 820)
})

test("another category drops a service that isn't in it", async () => {
  await press('All')
  await expect.element(page.getByRole('option', { name: 'Instagram Views (1)' })).toBeInTheDocument()
  await chooseCategory('Instagram Likes')
  await expect.element(inSummary).toBeVisible()
  await chooseCategory('Instagram Views')
  await expect.element(inSummary).not.toBeInTheDocument()
})

test('with no service selected the shop suggests measured ones, and a click selects one', async () => {
  await press('TikTok')
  const suggested = page.getByRole('region', { name: 'Suggested services' })
  await expect.element(suggested.getByRole('button', { name: 'Cheapest' })).toBeVisible()
  await expect.element(suggested.getByRole('button', { name: 'Fastest' })).toBeVisible()
  await expect.element(suggested.getByRole('button', { name: 'Favourites' })).not.toBeInTheDocument()
  // Truncated, not rounded: 47 of 49 are 95.9 %.
  const said = suggested.getByText(/based on 12 orders · 95% of the last 49 orders completed$/)
  await expect.element(said).toBeVisible()
  await page.viewport(360, 820)
  // A phone shows the full text.
  expect(said.element().scrollWidth).toBeLessThanOrEqual(said.element().clientWidth)
  expect(said.element().scrollHeight).toBeLessThanOrEqual(said.element().clientHeight)
  await page.viewport(1360, 820)

  await press('Instagram')
  await expect.element(suggested.getByText('Likes', { exact: true })).toBeVisible()
  expect(suggested.element().textContent).not.toMatch(/completed|based on/)
  await suggested.getByRole('button', { name: /Likes/ }).click()
  await expect.element(inSummary).toBeVisible()
  await expect.element(suggested).not.toBeInTheDocument()
})
