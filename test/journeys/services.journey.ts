import type { Page } from '@playwright/test'

import { dark, expectAccessible } from './axe.ts'
import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import {
  callAs,
  findService,
  getAdmin,
  makeCustomer,
  type OfferedService,
  password,
  type Person,
  signInAs,
} from './journey-users.ts'

// Longer than most: one list in every state, for strangers and customers, on one product.

const cards = (page: Page) => page.getByRole('list', { name: 'List of services' }).getByRole('article')

/** The height of the first rows, borders included. */
async function heightOf(page: Page, count: number): Promise<number> {
  const boxes = await Promise.all([0, count].map((at) => cards(page).nth(at).boundingBox()))
  return ((boxes[1]?.y ?? Infinity) - (boxes[0]?.y ?? 0)) / count
}

/** A stranger's price of each of a platform's services, and its minimum, by its id. */
async function readOffered(page: Page, platform: string) {
  const answer = await page.request.get(`/api/services?platform=${platform}`)
  const services = (await answer.json()) as OfferedService[] // the contract's shape
  return new Map(services.map((service) => [service.id, service]))
}

test('services are sorted by price and by minimum, with the first ones on top, the URL has the order, and twice as many fit on a screen, wide and narrow, as cards of 160 and 312 px would; a service is shown without the words of its category, and its original name stays searchable', async ({
  page,
}) => {
  await page.goto('/services/instagram')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  const offered = await readOffered(page, 'instagram')
  expect(offered.size).toBeGreaterThan(6)
  const expectFirst = async (figureOf: (service: OfferedService) => number) => {
    const first = [...offered.values()].map(figureOf).toSorted((one, other) => one - other)
    const shown = async () => {
      const links = await cards(page)
        .getByRole('link', { name: /^Order Now/ })
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      const ids = links.slice(0, 6).map((href) => Number(/service(?:=|%3D)(\d+)/.exec(href)?.[1]))
      return ids.map((id) => offered.get(id)).map((service) => service && figureOf(service))
    }
    await expect.poll(shown).toEqual(first.slice(0, 6))
  }
  await sort.selectOption({ label: 'Lowest price first' })
  await expect(page).toHaveURL(/\/services\/instagram\?sort=price$/)
  await expectFirst(({ rate }) => rate)
  await page.reload()
  await expect(sort).toHaveValue('price')
  await expectFirst(({ rate }) => rate)
  await sort.selectOption({ label: 'Highest price first' })
  await expectFirst(({ rate }) => -rate)
  await sort.selectOption('min')
  await expectFirst(({ min }) => min)
  await page.goBack()
  await page.goBack()
  await expect(sort).toHaveValue('price')
  await expectFirst(({ rate }) => rate)

  // Not clickable for strangers.
  await expect(page.getByRole('button', { name: /^Favourite/ })).toHaveCount(0)
  await page.setViewportSize({ width: 1360, height: 900 })
  await expect.poll(() => heightOf(page, 5)).toBeLessThanOrEqual(80)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => heightOf(page, 5)).toBeLessThanOrEqual(156)

  const admin = await getAdmin()
  const service = await findService(({ platform }) => platform === 'Instagram', 20)
  const name = 'Instagram Zorblax | Speed: 5K/Day | 🇻🇳 VIETNAM 🇻🇳'
  const rename = (to: object) => callAs(admin, `/api/admin/services/${service.id}`, 'PUT', to)
  await rename({ name })
  try {
    await page.setViewportSize({ width: 1360, height: 900 })
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

test('a star is set by click or key, appears in the other tab, and its filter survives a reload and a removed service', async ({
  page,
  context,
}) => {
  const [customer, admin] = [await makeCustomer(), await getAdmin()]
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
  await other.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1)
  await starOf(page, 2).click()
  await expect(cards(other)).toHaveCount(3)
  // A row whose favourite is removed stays until the filter is left, so that it can be set again.
  await starOf(other, 0).click()
  await expect(starOf(other, 0)).toHaveAttribute('aria-pressed', 'false')
  await expect(starOf(page, 0)).toHaveAttribute('aria-pressed', 'false')
  await expect(cards(other)).toHaveCount(3)
  await other.reload()
  await expect(cards(other)).toHaveCount(2)

  // The server refuses it: the favourite is restored, and the reason is shown.
  await page.route('**/api/user/favourites/*', (route) => route.fulfill({ status: 500, body: 'not ours' }))
  await starOf(page, 3).click()
  await expect(page.getByText("Couldn't save the favourite. Please try again.")).toBeVisible()
  await expect(starOf(page, 3)).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/user/favourites/*')

  const { service_ids: starred } = (await callAs(customer, '/api/user/favourites')) as {
    service_ids: number[]
  } // the contract's shape
  const gone = `/api/admin/services/${starred[0]}`
  await callAs(admin, gone, 'PUT', { is_active: false })
  try {
    await expect(async () => {
      await page.goto('/services?favourites=1')
      await expect(filter).toBeVisible()
      // Also when the list is rendered long after it is counted.
      await expect(cards(page)).toHaveCount(1, { timeout: 10_000 })
    }).toPass({ timeout: 60_000 })
    await expectAccessible(page, 'favourites', dark)
    const taken = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await cards(page)
      .getByRole('button', { name: /^Favourite/ })
      .click()
    expect((await taken).ok()).toBe(true)
    await page.reload()
    await expect(page.getByText('No favourites yet. Star a service to keep it here.')).toBeVisible()
    await page.getByRole('button', { name: 'Show All Services' }).click()
    await expect(page).toHaveURL(/\/services$/)
  } finally {
    await callAs(admin, gone, 'PUT', { is_active: true })
  }
})

test('the promotion is shown to visitors, and a customer who registers with it sees their price and is charged exactly that, until it ends', async ({
  page,
}) => {
  const admin = await getAdmin()
  const now = new Date()
  const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - 1).toISOString()
  const settings = (promotion: object | null) => callAs(admin, '/api/admin/settings', 'PUT', { promotion })
  const service = await findService(
    ({ min, max, rate, type }) => type === 'Default' && min <= 1000 && max >= 1000 && rate > 0.01,
  )
  // Rates have 4 decimals, and a discounted one is rounded up to them, once.
  const paid = `$${(Math.ceil(Math.round(service.rate * 10_000) * 0.9 - 1e-6) / 10_000).toFixed(4)}`
  const whole = `$${service.rate.toFixed(4)}`
  // In an hour, and in the last one of a month before that ends.
  const soon = Math.min(now.getTime() + 3_600_000, (now.getTime() + Date.parse(until)) / 2)
  await settings({ percent: 10, days: 30, until: new Date(soon).toISOString() })
  try {
    // "This month" is not shown for a promotion that ends before the month does.
    const shown = async () => (await page.request.get('/services')).text()
    await expect.poll(shown).toMatch(/10% Discount for new customers who register until \w+/)
    await settings({ percent: 10, days: 30, until })
    await expect.poll(shown).toContain('10% Discount for new customers who register this month')
    await page.goto('/services')
    await page.getByRole('link', { name: /^10% Discount for new customers who register this month/ }).click()
    await expect(page).toHaveURL(/\/register$/)
    await page.getByLabel('Name').fill('Promoted')
    await page.getByLabel('Email').fill(`promoted-${Date.now()}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Register' }).last().click()
    await expect(page).toHaveURL(/\/dashboard$/)
  } finally {
    await settings(null)
  }
  const customer = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '') as Person) // as it is stored
  const adjust = (body: object) => callAs(admin, `/api/admin/users/${customer.user.id}`, 'PUT', body)
  await adjust({ balance: 500, expected_balance: 0, reason: 'For a journey' })

  await goInside(page, `/services?search=${service.id}`)
  const row = cards(page)
    .filter({ has: page.getByText(String(service.id), { exact: true }) })
    .first()
  await expect(row).toContainText(/10% applied until \w+/)
  await expect(row.getByText(paid)).toBeVisible()
  await expect(row.locator('s')).toContainText(whole)
  await expect(page.getByRole('link', { name: /Discount for new customers/ })).toHaveCount(0)
  await expectAccessible(page, 'a discount on services', dark)

  await goInside(page, `/new-order?service=${service.id}`)
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText(/10% applied until \w+/)
  await page.getByRole('textbox', { name: 'Link' }).fill(`https://example.com/promoted-${Date.now()}`)
  await page.getByRole('textbox', { name: 'Quantity' }).fill('1000')
  await expect(summary).toContainText(paid)
  await page.getByRole('button', { name: /^Place/ }).click()
  await expect(page.getByText('Order placed')).toBeVisible()
  await expect(page.getByText(/10% applied until \w+/)).toBeVisible()
  const { orders } = (await callAs(customer, '/api/orders')) as { orders: { id: number; price: number }[] } // the contract's shape
  expect(`$${orders[0]?.price.toFixed(4)}`).toBe(paid)
  const { user } = (await callAs(customer, '/api/user/profile')) as { user: { balance: number } } // the contract's shape
  expect((500 - user.balance).toFixed(4)).toBe(paid.slice(1))
  await page.getByRole('link', { name: 'View Order Details' }).click()
  await expect(page.getByText('10% applied', { exact: true })).toBeVisible()

  await adjust({ discount_until: '2020-01-01T00:00:00Z' })
  await page.goto(`/services?search=${service.id}`)
  await expect(row.getByText(whole)).toBeVisible()
  await expect(row).not.toContainText('applied')
  await goInside(page, `/new-order?service=${service.id}`)
  await expect(summary).toContainText(whole)
  await expect(summary).not.toContainText('applied')
})
