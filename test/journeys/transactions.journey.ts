import { setTimeout } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { goInside } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { callAs, getDemo, makeCustomer, type Person, signInAs } from './journey-users.ts'

const rows = (page: Page) => page.getByRole('table').getByRole('row')
/** Without the head. */
const lineOf = (page: Page, at: number) => rows(page).nth(at + 1)

async function openDeposit(person: Person, amount: number): Promise<string> {
  const body = { amount, payment_method: 'cryptomus' }
  const answer = await callAs(person, '/api/payment/create', 'POST', body)
  return (answer as { order_id: string }).order_id // the contract's shape
}

async function move(gateway: string, reference: string, status: string): Promise<void> {
  await fetch(`${gateway}/sandbox/invoices/${reference}`, {
    method: 'POST',
    body: JSON.stringify({ status }),
  })
}

test('Check Status shows the current status of a payment, and the row follows', async ({ page, sandbox }) => {
  const person = await makeCustomer({ balance: 12.5 })
  const [first, second] = [await openDeposit(person, 20), await openDeposit(person, 30)]
  await signInAs(page, person)
  await page.goto('/transactions')
  await expect(rows(page)).toHaveCount(4)
  const checkOf = (at: number) => lineOf(page, at).getByRole('button', { name: /^Check Status/ })
  await checkOf(1).click()
  await expect(page.getByText("Payment status: Pending. We haven't received it yet.")).toBeVisible()

  // Asked again too soon, the gateway's last status is used: its webhooks arrive separately. The list, which
  // the page reloads now and then, is held: the click updates it.
  const letGo = await hold(page, '**/api/user/transactions?*')
  await move(sandbox.gateway.url, second, 'cancel')
  await expect(async () => {
    await checkOf(0).click({ timeout: 5_000 })
    await expect(page.getByText('Payment has been canceled.').first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  await expect(lineOf(page, 0)).toContainText('Canceled')
  letGo()

  // For a reloaded page on a slow connection, the check is the source.
  await page.route('**/api/user/transactions?*', async (route) => {
    await setTimeout(1_000)
    await route.continue().catch(() => {}) // the journey may have ended
  })
  await move(sandbox.gateway.url, first, 'paid')
  await expect(async () => {
    const paid = page.getByText('Payment has been completed successfully!')
    const check = checkOf(1)
    if (!(await paid.isVisible()) && (await check.isVisible())) await check.click({ timeout: 5_000 })
    await expect(lineOf(page, 0)).toContainText('+$20.00', { timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  await expect(lineOf(page, 0)).toContainText('$32.50')
  await expect(page.getByRole('region', { name: /balance/ })).toContainText('$32.50')
})

test('filters, search, period and pages are in the URL, and the file and the statement follow them', async ({
  page,
}) => {
  await signInAs(page, await getDemo())
  await page.goto('/transactions')
  await expect(rows(page)).toHaveCount(11)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('button', { name: 'Completed' }).click()
  await expect(page).toHaveURL('/transactions?status=completed')
  await page.getByRole('searchbox').pressSequentially('nothing like this', { delay: 0 })
  await expect(page.getByText('No Transactions Found')).toBeVisible()
  await page.getByRole('link', { name: 'Reset Filters' }).click()
  await expect(rows(page)).toHaveCount(11)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('nothing like this')
  await page.getByRole('searchbox').fill('Cryptomus')
  await expect(lineOf(page, 0)).toContainText(/deposit/i)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await downloading).suggestedFilename()).toBe('transactions.csv')

  await goInside(page, '/transactions?from=2020-01-01')
  await page.getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByRole('heading', { name: 'Account Statement' })).toBeVisible()
  const closing = page.getByText('Closing balance').locator('..')
  const balance =
    (await lineOf(page, (await rows(page).count()) - 2)
      .getByRole('cell')
      .last()
      .textContent()) ?? ''
  await expect(closing).toContainText(balance)
})
