import type { Page } from '@playwright/test'

import { expectAccessible, looks } from './axe.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getAdmin, makeCustomer, signInAs } from './people.ts'

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

test('a star is set by hand or key, stands in the other tab, and its filter outlasts a reload and a service that is gone', async ({
  page,
  context,
}) => {
  const [customer, admin] = [await makeCustomer(), await getAdmin()]
  await page.goto('/services')
  await expect(cards(page).first()).toBeVisible()
  // Nobody's to press who is not signed in.
  await expect(page.getByRole('button', { name: /^Favourite/ })).toHaveCount(0)
  await signInAs(page, customer)
  await page.goto('/services')
  const starOf = (on: Page, at: number) =>
    cards(on)
      .nth(at)
      .getByRole('button', { name: /^Favourite: / })
  await starOf(page, 0).click()
  await starOf(page, 1).focus()
  await page.keyboard.press('Space')
  for (const at of [0, 1]) await expect(starOf(page, at)).toHaveAttribute('aria-pressed', 'true')
  const filter = page.getByRole('button', { name: 'Favourites' })
  await expect(filter).toContainText('2')

  const other = await context.newPage()
  await other.goto('/services?favourites=1')
  await expect(cards(other)).toHaveCount(2)
  await starOf(page, 2).click()
  await expect(cards(other)).toHaveCount(3)
  // A row whose star is taken back stays until the filter is left, so that it can be set again.
  await starOf(other, 0).click()
  await expect(starOf(other, 0)).toHaveAttribute('aria-pressed', 'false')
  await expect(starOf(page, 0)).toHaveAttribute('aria-pressed', 'false')
  await expect(cards(other)).toHaveCount(3)
  await other.reload()
  await expect(cards(other)).toHaveCount(2)

  // The server does not take it: it is as it was, and why is said.
  await page.route('**/api/user/favourites/*', (route) => route.fulfill({ status: 500, body: 'not ours' }))
  await starOf(page, 3).click()
  await expect(page.getByText('The star could not be kept. Please try again.')).toBeVisible()
  await expect(starOf(page, 3)).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/user/favourites/*')

  const { service_ids: starred } = (await callAs(customer, '/api/user/favourites')) as {
    service_ids: number[]
  } // the contract's shape
  const gone = `/api/admin/services/${starred[0]}`
  await callAs(admin, gone, 'PUT', { is_active: false })
  try {
    await expect
      .poll(async () => {
        await page.goto('/services?favourites=1')
        await expect(filter).toBeVisible()
        await expect(page.getByText(/^\d+ services?$/)).toBeVisible()
        return cards(page).count()
      })
      .toBe(1)
    for (const look of looks) await expectAccessible(page, 'favourites', look)
    await cards(page)
      .getByRole('button', { name: /^Favourite/ })
      .click()
    await page.reload()
    await expect(
      page.getByText('No favourites yet. Press the star of a service to keep it here.'),
    ).toBeVisible()
    for (const look of looks) await expectAccessible(page, 'no favourites', look)
    await page.getByRole('button', { name: 'Show all services' }).click()
    await expect(page).toHaveURL(/\/services$/)
  } finally {
    await callAs(admin, gone, 'PUT', { is_active: true })
  }
})
