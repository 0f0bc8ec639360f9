import type { Page } from '@playwright/test'

import { expectAccessible, looks, overlay, wholePage } from './axe.ts'
import { goInside } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { callAs, getAdmin, makeCustomer, signInAs } from './journey-users.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('table').getByRole('row')
const band = (page: Page) => page.getByRole('complementary', { name: 'Viewing as another user' })

test('a bank transfer is entered once, seen as its customer sees it, and all of it is in the audit log', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const customer = await makeCustomer({ name: 'Record Journey' })
  await callAs(customer, '/api/tickets', 'POST', {
    subject: 'Did my transfer arrive?',
    category: 'Payment Issue',
    message: 'I sent it by bank.',
  })
  await signInAs(page, await getAdmin())

  // The effect is shown before, and a reference is entered once.
  const reference = `BANK ${Date.now()}`
  // Keys pressed while the list is loading are not lost.
  const letGo = await hold(page, '**/api/admin/deposits?*')
  await page.goto('/admin/deposits')
  const enter = async () => {
    await page.getByRole('button', { name: 'Enter Deposit' }).click()
    await dialog(page).getByLabel('Customer (ID, full email or username)').fill(customer.user.email)
    await dialog(page).getByLabel('Amount (USD)').fill('42.5')
    await expect(dialog(page).getByText('$42.50 is added to the balance')).toBeVisible()
    await dialog(page).getByLabel('Reference').fill(reference)
    await dialog(page).getByLabel('Reason').fill(`On the statement of Monday, ${reference}`)
    await dialog(page).getByRole('button', { name: 'Add to Balance' }).click()
  }
  const pressed = page.getByRole('button', { name: 'Enter Deposit' }).click()
  letGo()
  await pressed
  await dialog(page).getByRole('button', { name: 'Add to Balance' }).click()
  await expect(dialog(page).getByLabel('Customer (ID, full email or username)')).toBeFocused()
  // Elements behind the dialog have no role; another journey may have left a waiting deposit.
  const list = page.getByText('Nothing to review').or(page.locator('main table'))
  await expect(list).toBeVisible()
  await expectAccessible(page, 'a deposit is entered', looks[0], overlay)
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await enter()
  await expect(page.getByText(`$42.50 added to the balance of ${customer.user.email}`)).toBeVisible()
  await enter()
  await expect(dialog(page).getByText(/This reference was already entered as deposit \d+/)).toBeVisible()
  await page.keyboard.press('Escape')

  // On a phone its row opens it.
  await page.setViewportSize({ width: 360, height: 780 })
  await goInside(page, '/admin/deposits?show=all')
  await rows(page)
    .filter({ hasText: customer.user.email })
    .getByRole('link', { name: /^Deposit \d+$/ })
    .click()
  await expect(dialog(page).getByRole('heading', { name: /^Deposit \d+$/ })).toBeVisible()
  await page.setViewportSize({ width: 1360, height: 844 })

  // From their page: view as the customer, with a way back, and nothing that can be changed.
  await goInside(page, `/admin/users/${customer.user.id}`)
  await page.getByRole('button', { name: 'View as User' }).click()
  await dialog(page).getByRole('button', { name: 'Start Viewing' }).click()
  await expect(dialog(page).getByText('Please give a reason')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('They ask where the money is')
  await dialog(page).getByRole('button', { name: 'Start Viewing' }).click()
  await expect(band(page)).toContainText('Viewing as Record Journey Read-only')
  await expect(page.getByText('$42.50').first()).toBeVisible()
  await expectAccessible(page, 'seen as a customer', looks[1], wholePage)
  await page.setViewportSize({ width: 1360, height: 844 })
  await goInside(page, '/transactions')
  await expect(page.getByText(`Deposit by transfer, reference ${reference}`)).toBeVisible()
  await goInside(page, '/support')
  await page.getByRole('link', { name: /Did my transfer arrive\?/ }).click()
  await dialog(page).getByRole('textbox', { name: 'Your reply' }).fill('As if I were them')
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expect(dialog(page).getByText("You're viewing this account: nothing can be changed")).toBeVisible()
  await page.keyboard.press('Escape')
  await goInside(page, '/settings')
  await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'API' })).toHaveCount(0)
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/dashboard$/)
  await band(page).getByRole('button', { name: 'Exit' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${customer.user.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record Journey')
  await expect(band(page)).toHaveCount(0)
  const { unread } = (await callAs(customer, '/api/notifications/unread')) as { unread: number }
  expect(unread).toBe(1)

  // In the audit log: newest first, found by its target, opened, and exported.
  await goInside(page, `/admin/audit?search=${customer.user.id}`)
  await expect(rows(page).nth(1)).toContainText('Viewed as this user')
  await expect(rows(page).nth(1)).toContainText('They ask where the money is')
  await goInside(page, '/admin/audit')
  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Deposit: all' })
  await expect(page).toHaveURL(/action=deposit/)
  const entered = rows(page).filter({ hasText: `On the statement of Monday, ${reference}` })
  await expect(entered).toContainText('Deposit entered manually')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await downloading).suggestedFilename()).toBe('staff-actions.csv')
  await page.setViewportSize({ width: 390, height: 844 })
  await entered.getByRole('link', { name: /Deposit entered manually/ }).click()
  await expect(dialog(page)).toContainText('$42.50')
  await expect(dialog(page)).toContainText(reference)
  await expect(dialog(page).getByRole('link', { name: /^Deposit #\d+$/ })).toBeVisible()
  await expectAccessible(page, 'one action of staff', looks[1], overlay)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin\/audit\?action=deposit$/)
  await page.goBack()
  await expect(dialog(page)).toBeVisible()

  // A language has its own name, and a permission its label.
  await callAs(await getAdmin(), `/api/admin/users/${customer.user.id}`, 'PUT', {
    role: 'admin',
    permissions: ['catalogue'],
  })
  await goInside(page, `/admin/audit?search=${customer.user.id}`)
  await rows(page)
    .getByRole('link', { name: /User changed/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText(/Permissions.*Services/)
  const reply = { language: 'vi', title: 'Where it is', content: 'On its way.' }
  await callAs(await getAdmin(), '/api/admin/canned-replies', 'POST', reply)
  await goInside(page, '/admin/audit?action=canned_reply')
  await rows(page)
    .getByRole('link', { name: /Canned reply added/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('Language')
  await expect(dialog(page)).toContainText('Tiếng Việt')
})
