import type { Page } from '@playwright/test'

import { goInside, untilItStands } from './every-page.ts'
import { expect, test } from './journey.ts'
import { findAffordable, makeCustomer, password, signInAs } from './journey-users.ts'

// Longer than most: one form in every state, wide and narrow, on one product.

// The content of the form of a new order; new-order.journey.ts tests placing one.

const link = (page: Page) => page.getByRole('textbox', { name: 'Link' })
const quantity = (page: Page) => page.getByRole('textbox', { name: 'Quantity' })

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

  await goInside(page, '/dashboard')
  await goInside(page, '/new-order')
  await picker.fill(post)
  const list = page.getByRole('listbox')
  await expect(page.getByText('Instagram services for a post, cheapest first').last()).toBeVisible()
  await expect(list.getByRole('option').nth(4)).toBeVisible()
  const rates = (await list.getByText(/^\$\d/).allTextContents()).map((text) => Number(text.slice(1)))
  expect(rates.length).toBeGreaterThan(3)
  expect(rates).toEqual(rates.toSorted((one, other) => one - other))
  await list.getByRole('option').first().click()
  await isFilledIn()

  await goInside(page, '/dashboard')
  await goInside(page, '/new-order?link=https%3A%2F%2Ft.me%2Fsomebody')
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
