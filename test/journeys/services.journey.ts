import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { callAs, findService, getAdmin } from './people.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'List of services' }).getByRole('article')

/** How tall the first rows are, the lines between them counted. */
async function heightOf(page: Page, count: number): Promise<number> {
  const boxes = await Promise.all([0, count].map((at) => cards(page).nth(at).boundingBox()))
  return ((boxes[1]?.y ?? Infinity) - (boxes[0]?.y ?? 0)) / count
}

test('services are sorted by price, least order, time and name, and the address says how', async ({
  page,
}) => {
  await page.goto('/services/instagram')
  const sort = page.getByRole('combobox', { name: 'Order of the services' })
  await sort.selectOption({ label: 'Lowest price first' })
  await expect(page).toHaveURL(/\/services\/instagram\?sort=price$/)
  const rates = async () => {
    const texts = await cards(page)
      .getByText(/^\$[\d.,]+$/)
      .allTextContents()
    return texts.slice(0, 6).map((text) => Number(text.replaceAll(/[$,]/g, '')))
  }
  await expect.poll(rates).toHaveLength(6)
  await expect
    .poll(async () => (await rates()).every((rate, at, all) => rate >= (all[at - 1] ?? 0)))
    .toBe(true)
  const lowest = (await rates())[0] ?? Infinity
  await page.reload()
  await expect(sort).toHaveValue('price')
  await expect.poll(async () => (await rates())[0]).toBe(lowest)
  await sort.selectOption({ label: 'Highest price first' })
  await expect.poll(async () => (await rates())[0]).toBeGreaterThan(lowest)
  await page.goBack()
  await expect.poll(async () => (await rates())[0]).toBe(lowest)
})

test('a service is read without what its category says, its original name stays to be searched', async ({
  page,
}) => {
  const admin = await getAdmin()
  const service = await findService(({ platform }) => platform === 'Instagram', 20)
  const name = 'Instagram Zorblax | Speed: 5K/Day | 🇻🇳 VIETNAM 🇻🇳'
  const rename = (to: object) => callAs(admin, `/api/admin/services/${service.id}`, 'PUT', to)
  await rename({ name })
  try {
    await page.goto('/services?search=instagram+zorblax')
    const card = cards(page).filter({ hasText: 'Zorblax' })
    await expect(card.getByRole('heading', { name: 'Instagram Zorblax', exact: true })).toBeVisible()
    await expect(card.getByTitle(name)).toBeVisible()
    await expect(card).toContainText('5K/Day')
    await expect(card).toContainText('🇻🇳 Vietnam')
    await expect(card.getByRole('link', { name: `Order Now: ${name}` })).toBeVisible()
  } finally {
    await rename({ name: service.name })
  }
})

test('twice as many services stand on a screen, wide and narrow, as cards of 160 and 312 px would', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.goto('/services')
  await expect.poll(() => heightOf(page, 5)).toBeLessThanOrEqual(80)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => heightOf(page, 5)).toBeLessThanOrEqual(156)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
})
