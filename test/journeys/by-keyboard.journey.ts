import type { Locator, Page } from '@playwright/test'

import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { makeCustomer, signInAs } from './journey-users.ts'

/** More presses than a page has elements. */
const TABS_MAX = 150

/** Presses Tab until the element has the focus: what Tab doesn't reach is unusable without a mouse. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible({ timeout: 30_000 })
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await target.evaluate((part) => part === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(target)}`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.type(text)
}

/** Through the command palette. */
async function goTo(page: Page, words: string, heading: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(words)
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused({ timeout: 30_000 })
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const standsAt = (page: Page, heading: string) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 30_000 })

test('a whole session without a mouse: register, add funds, order, transactions, ticket, settings, log out', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const email = `keyboard-${Date.now()}@example.com`
  await page.goto('/')
  await press(page, page.getByRole('link', { name: 'Create Free Account' }).first())
  await write(page, box(page, 'Name'), 'Only Keys')
  await write(page, box(page, 'Email'), email)
  await write(page, box(page, 'Password'), 'a long password')
  await write(page, box(page, 'Confirm password'), 'a long password')
  await press(page, page.getByRole('checkbox'), 'Space')
  await press(page, button(page, 'Register'))
  // The URL changes before the page, and keys pressed before the page is there are lost.
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Only Keys' })).toBeFocused()

  await goTo(page, 'add funds', 'Add Funds')
  await press(page, button(page, /^\$100/))
  await press(page, button(page, /^Pay/))
  // The gateway's page has a button with the same name.
  await page.waitForURL(/\/pay\//)
  await press(page, button(page, 'Pay $100.00'))
  await standsAt(page, 'Thank You!')
  await expect(page.getByRole('banner')).toContainText('$105.00')

  await page.keyboard.press('n')
  await standsAt(page, 'New Order')
  await expect(page.getByRole('combobox', { name: 'Service' })).toBeFocused()
  await page.keyboard.type('instagram followers')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await write(page, box(page, 'Link'), 'https://instagram.com/only.keys')
  await reach(page, box(page, 'Quantity'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1000')
  await press(page, button(page, 'Place Order'))
  await expect(page.getByText('Order placed')).toBeVisible({ timeout: 30_000 })
  await press(page, page.getByRole('link', { name: 'View Order Details' }))
  await expect(page).toHaveURL(/\/orders\/\d+$/)

  await goTo(page, 'transactions', 'Transactions')
  await expect(page.getByRole('row')).toHaveCount(4, { timeout: 30_000 })
  await press(page, button(page, /^Canceled/))
  await expect(page.getByText('No Transactions Found')).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Reset Filters' }).or(button(page, 'Reset Filters')))
  await expect(page.getByRole('row')).toHaveCount(4)

  await goTo(page, 'support', 'Support')
  await reach(page, page.getByRole('tab', { name: 'My Tickets' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await write(page, box(page, 'Subject'), 'By keys alone')
  await reach(page, page.getByRole('combobox', { name: 'Category' }))
  await page.keyboard.type('Other')
  await write(page, box(page, 'Message'), 'Can you read this?')
  await press(page, button(page, 'Create Ticket'))
  const thread = page.getByRole('dialog', { name: /By keys alone/ })
  await write(page, thread.getByRole('textbox'), 'One more word.')
  await press(page, thread.getByRole('button', { name: 'Send Reply' }))
  await expect(thread.getByText('One more word.')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(thread).toBeHidden()

  await goTo(page, 'settings', 'Account Settings')
  await reach(page, page.getByRole('tab', { name: 'Profile' }))
  for (const _tab of ['Security', 'Notifications']) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const newsletter = page.getByRole('switch', { name: 'Newsletter' })
  await press(page, newsletter, 'Space')
  await expect(newsletter).toBeChecked()

  await press(page, button(page, /Only Keys/))
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  await logout.waitFor()
  await page.keyboard.press('End')
  await expect(logout).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/, { timeout: 30_000 })
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
})

test('typing after Ctrl K goes to the palette, even if it opens late, and a page that loads later keeps it there', async ({
  page,
}) => {
  await signInAs(page, await makeCustomer())
  await page.goto('/dashboard')
  await standsAt(page, 'Hello, Journey')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const letGo = await hold(page, '**/assets/command-palette-*.js')
  await page.keyboard.press('ControlOrMeta+k')
  // Its first letter, as a shortcut of the page, would open New Order.
  await page.keyboard.type('new')
  letGo()
  await page.keyboard.type(' order')
  await expect(palette.getByRole('option').first()).toHaveText('New Order')
  await expect(palette.getByRole('combobox')).toHaveValue('new order')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)

  const arrive = await hold(page, '**/api/orders?*')
  await page.getByRole('navigation').getByRole('link', { name: 'Order History' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('set')
  await expect(palette.getByRole('combobox')).toHaveValue('set')
  arrive()
  await expect(page.locator('h1')).toHaveText('Order History')
  await page.keyboard.type('tings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeFocused()
})
