import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { setSpeed } from './set-speed.ts'

/** The cost of a key and a click for a person who doesn't type fast, including moving the pointer. */
const seconds = { key: 0.28, press: 1.3 }

/** Counts keys and clicks on every page, the gateway's too. */
async function watchHands(page: Page): Promise<() => number> {
  let spent = 0
  await page.exposeFunction('spend', (act: keyof typeof seconds) => {
    spent += seconds[act]
  })
  await page.addInitScript(() => {
    const { spend } = window as unknown as { spend: (act: string) => void } // exposed above
    addEventListener('keydown', () => spend('key'), true)
    addEventListener('pointerdown', () => spend('press'), true)
  })
  return () => spent
}

test('a visitor registers, adds funds, orders, and watches the delivery without a reload', async ({
  page,
  product,
  sandbox,
}) => {
  const spentSeconds = await watchHands(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Create Free Account' }).first().click()
  await page.getByLabel('Name').pressSequentially('Main Path')
  await page.getByLabel('Email').pressSequentially(`main-path-${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).pressSequentially('a long password')
  await page.getByLabel('Confirm password').pressSequentially('a long password')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('No orders found. Start by placing a new order!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/support')
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

  await page.getByRole('navigation').getByRole('link', { name: 'Add Funds' }).click()
  await page.getByRole('button', { name: /^\$100/ }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${sandbox.gateway.url}/pay/`))
  await page.getByRole('button', { name: 'Pay $100.00' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  for (const [name, path] of [
    ['Add More Funds', '/add-funds'],
    ['Go to Dashboard', '/dashboard'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
  await expect(page.getByRole('banner')).toContainText('$105.00')

  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'New Order' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await page.keyboard.type('instagram followers')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Link' }).pressSequentially('https://instagram.com/main.path')
  await page.getByRole('textbox', { name: 'Quantity' }).press('Control+a')
  await page.keyboard.type('1000')
  // The provider waits until each stage was seen: a busy machine may show a page after the order is delivered.
  await setSpeed(sandbox, 0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Order ID')).toBeVisible()
  // From the landing page to a placed order; the minimum shows that counting worked.
  expect(spentSeconds()).toBeGreaterThan(20)
  expect(spentSeconds()).toBeLessThan(60)
  await expect(page.getByText('PENDING').first()).toBeVisible()
  await page.getByRole('link', { name: 'View Order Details' }).click()
  await setSpeed(sandbox, 0.2)
  await expect(page.getByText('PROCESSING').first()).toBeVisible({ timeout: 60_000 })
  await setSpeed(sandbox, 20)
  await expect(page.getByText('COMPLETED').first()).toBeVisible({ timeout: 60_000 })
  await setSpeed(sandbox, 1)
  await expect(page.getByText('Status Changed to COMPLETED')).toBeVisible()

  const order = page.url()
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Main Path' })).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const notice = page.getByRole('link', { name: /delivered · #\d+/ })
  await notice.click()
  await expect(page).toHaveURL(order)
  await expect(notice).toBeHidden()
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)

  const audit = spawnSync(process.execPath, [join(process.cwd(), 'scripts/audit.ts')], {
    env: { ...process.env, DATABASE_URL: product.databaseUrl, DATA_DIR: product.dataDir },
    encoding: 'utf8',
  })
  expect(audit.stdout).toMatch(/All \d+ checks passed\./)
  expect(audit.status).toBe(0)
})
