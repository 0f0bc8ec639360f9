import type { Page } from '@playwright/test'

import { untilItStands } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, findAffordable, getAdmin, makeCustomer, password, signInAs } from './journey-users.ts'

// Longer than most: one form in every state, wide and narrow, on one product.

// The content of the form of a new order; new-order.journey.ts tests placing one.

const link = (page: Page) => page.getByRole('textbox', { name: 'Link' })
const quantity = (page: Page) => page.getByRole('textbox', { name: 'Quantity' })

/** Where no draft is stored. */
async function forgetBegun(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => sessionStorage.clear())
}

test('the whole form fits on a screen of 1360 × 820, with the longest names and with errors', async ({
  page,
}) => {
  const admin = await getAdmin()
  const service = await findAffordable(6)
  const name =
    `${service.name} | ${'Non Drop | Start 0-1 Hour | Speed 10K/Day | Real Users | '.repeat(4)}`.slice(0, 250)
  await callAs(admin, `/api/admin/services/${service.id}`, 'PUT', { name })
  try {
    await page.setViewportSize({ width: 1360, height: 820 })
    await signInAs(page, await makeCustomer({ balance: 50 }))
    await page.goto(`/new-order?service=${service.id}`)
    await expect(page.getByRole('region', { name: service.name.slice(0, 20) })).toBeVisible()
    const beyond = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    await expect.poll(beyond).toBeLessThanOrEqual(0)
    await quantity(page).fill('1')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Please enter a link')).toBeVisible()
    await expect.poll(beyond).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Budget', exact: true }).click()
    await expect.poll(beyond).toBeLessThanOrEqual(0)
    await expect(page.getByRole('textbox', { name: 'Budget' })).toBeInViewport({ ratio: 1 })
  } finally {
    await callAs(admin, `/api/admin/services/${service.id}`, 'PUT', { name: service.name })
  }
})

test('a budget buys its quantity, is not restored after a reload, and is charged no more', async ({
  page,
}) => {
  const service = await findAffordable(8)
  const customer = await makeCustomer({ balance: 50 })
  await signInAs(page, customer)
  await page.goto(`/new-order?service=${service.id}`)
  const target = `https://instagram.com/budget-${Date.now()}`
  await link(page).fill(target)
  await page.getByRole('button', { name: 'Budget', exact: true }).click()
  const budget = page.getByRole('textbox', { name: 'Budget' })
  await expect(budget).toBeFocused()
  await page.keyboard.type('0.000001', { delay: 0 })
  await expect(budget).toHaveAccessibleDescription(
    new RegExp(`^The minimum order of ${service.min} costs \\$`),
  )
  await budget.fill('3')
  const rate = BigInt(Math.round(service.rate * 10_000)) * 10_000n
  const bought = (300_000_000n * 1000n) / rate
  const said = new RegExp(`^Buys ${bought.toLocaleString('en')} for \\$2\\.9`)
  await expect(budget).toHaveAccessibleDescription(said)
  await page.reload()
  await link(page).fill(target)
  await page.getByRole('button', { name: 'Budget', exact: true }).click()
  await expect(budget).toHaveValue('')
  await budget.fill('3')
  await expect(budget).toHaveAccessibleDescription(said)
  await page.getByRole('button', { name: 'Quantity', exact: true }).click()
  await expect(quantity(page)).toHaveValue(bought.toLocaleString('en'))
  await page.getByRole('button', { name: 'Budget', exact: true }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Order placed')).toBeVisible()
  const { orders } = (await callAs(customer, '/api/orders')) as {
    orders: { quantity: number; price: number }[]
  } // the contract's shape
  expect(orders).toMatchObject([{ quantity: Number(bought) }])
  expect(orders[0]?.price).toBeLessThanOrEqual(3)
})

test('a link pasted anywhere finds its services, the cheapest first, and is filled into the order', async ({
  page,
}) => {
  const post = 'https://www.instagram.com/p/C1a2B3/?igsh=MWQ1ZGUxMzBkMA=='
  await signInAs(page, await makeCustomer({ balance: 5 }))
  const picker = page.getByRole('combobox', { name: 'Service' })
  const isFilledIn = async () => {
    await expect(link(page)).toHaveValue(post)
    await expect(picker).toHaveValue(/^\d+ · .*(?:view|like|comment|share|save|reach|impression|vote)/i)
    await expect(page).toHaveURL(/\/new-order\?service=\d+$/)
    await forgetBegun(page)
  }

  await page.goto('/dashboard')
  await untilItStands(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(post)
  await page
    .getByRole('option', { name: /^Order / })
    .first()
    .click()
  await isFilledIn()

  await page.goto('/new-order')
  await picker.fill(post)
  const list = page.getByRole('listbox')
  await expect(page.getByText('Instagram services for a post, cheapest first').last()).toBeVisible()
  await expect(list.getByRole('option').nth(4)).toBeVisible()
  const rates = (await list.getByText(/^\$\d/).allTextContents()).map((text) => Number(text.slice(1)))
  expect(rates.length).toBeGreaterThan(3)
  expect(rates).toEqual(rates.toSorted((one, other) => one - other))
  await list.getByRole('option').first().click()
  await isFilledIn()

  await page.goto('/new-order?link=https%3A%2F%2Ft.me%2Fsomebody')
  await expect(link(page)).toHaveValue('https://t.me/somebody')
  await expect(page).toHaveURL(/\/new-order$/)
  const forChannel = page.getByRole('region', { name: 'Telegram services for a profile, cheapest first' })
  await expect(forChannel.getByRole('listitem').first()).toContainText(/member|subscriber/i)
  await link(page).fill(post)
  const forPost = page.getByRole('region', { name: 'Instagram services for a post, cheapest first' })
  await forPost.getByRole('button').nth(1).click()
  await expect(quantity(page)).toBeFocused()
  await isFilledIn()
})

test('a stranger’s link in the services leads through registration to an order of the selected service for it', async ({
  page,
}) => {
  const profile = `https://www.tiktok.com/@stranger.${Date.now()}?_t=${'x'.repeat(120)}`
  await page.goto('/services')
  await page.getByRole('searchbox', { name: 'Search services' }).fill(profile)
  await expect(page.getByText('TikTok services for a profile, cheapest first')).toBeVisible()
  const first = page.getByRole('list', { name: 'List of services' }).getByRole('article').first()
  await expect(first).toContainText(/follower/i)
  const order = first.getByRole('link', { name: /^Order Now/ })
  const service = new URL((await order.getAttribute('href')) ?? '', 'http://here').searchParams.get('service')
  await order.click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Stranger')
  await page.getByLabel('Email').fill(`stranger-${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).last().click()
  await expect(page).toHaveURL(`/new-order?service=${service}`)
  await expect(link(page)).toHaveValue(profile)
  await expect(page.getByRole('combobox', { name: 'Service' })).toHaveValue(new RegExp(`^${service} · `))
})

test('two tabs stay in step: an order in one updates the other, and both are signed out at once', async ({
  context,
}) => {
  const service = await findAffordable(9)
  const person = await makeCustomer({ balance: 50 })
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const page of [one, other]) {
    await signInAs(page, person)
    await page.goto(`/new-order?service=${service.id}`)
    await link(page).fill(`https://instagram.com/tabs-${Date.now()}`)
  }
  const balanceAfter = other
    .getByRole('region', { name: 'Order summary' })
    .getByText('Balance after')
    .locator('..')
  const before = await balanceAfter.textContent()
  await one.getByRole('button', { name: /^Place/ }).click()
  await expect(one.getByText('Order placed')).toBeVisible()
  await expect(balanceAfter).not.toHaveText(before ?? '')
  await expect(other.getByRole('banner')).not.toContainText('$50.00')
  const typed = await link(other).inputValue()
  expect(typed).toContain('https://instagram.com/tabs-')
  await one.getByRole('button', { name: 'Logout' }).click()
  await expect(one).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
})
