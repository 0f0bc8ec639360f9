import type { Page } from '@playwright/test'

import { goInside, untilItStands } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, getAdmin, logIn, makeCustomer, password, type Person, signInAs } from './journey-users.ts'
import { journeyAdmin } from './start-product.ts'

/** A member of staff with that permission only. */
async function makeStaff(permissions: string[]): Promise<Person> {
  const { user } = await makeCustomer({ name: 'Staff' })
  await callAs(await getAdmin(), `/api/admin/users/${user.id}`, 'PUT', { role: 'admin', permissions })
  return logIn(user.email, password)
}

/** Without how much waits behind each. */
async function linesOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')
  return (await links.allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
}

test('the administration is for admins: strangers log in and return, customers have their own pages; its first page has the figures, and narrow, its menu is a sheet', async ({
  page,
  baseURL,
}) => {
  // The server's HTML before the user is known (spec §2).
  expect(await (await fetch(`${baseURL}/admin/dashboard`)).text()).toContain('Verifying admin access...')

  await page.goto('/admin/dashboard?a=1')
  await expect(page).toHaveURL(/\/login\?from=%2Fadmin%2Fdashboard%3Fa%3D1$/)
  await page.getByLabel('Email').fill(journeyAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(journeyAdmin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard\?a=1$/)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  // The palette leads to the administration's pages, also below the menu's, and to a user by their email.
  await page.keyboard.press('Control+k')
  // Pages of the current area come first: here the administration's.
  await expect(page.getByRole('option').first()).toHaveText('Admin Panel: Dashboard')
  const palette = page.getByRole('combobox', { name: 'Search or jump to' })
  await palette.fill('block lists')
  await page.getByRole('option', { name: 'Admin Panel: Settings: Block Lists' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/lists$/)
  await page.keyboard.press('Control+k')
  await palette.fill('incident')
  await page.getByRole('option', { name: 'Admin Panel: Unconfirmed Orders by Incident' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\/incidents$/)

  // A list by keyboard: into its search and out of it, to a row, in and back, to a dialog and back to what opened it.
  await goInside(page, '/admin/users?search=example')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/users\/\d+$/)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('example')
  await page.keyboard.press('Control+k')
  await palette.fill('demo@exam')
  await page.getByRole('option', { name: /^Open user/ }).click()
  await expect(page).toHaveURL(/\/admin\/users\/\d+$/)
  await goInside(page, '/admin/dashboard')

  // Through the user menu, and back through the sidebar of either area.
  await page.getByRole('button', { name: /^Account of/ }).click()
  for (const name of ['My Profile', 'Admin Settings', 'Logout'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
  await page.getByRole('menuitem', { name: 'User Dashboard' }).click()
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/dashboard$/)
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Admin Panel' })
    .click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.getByRole('link', { name: 'Back to User Panel' }).click()
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/dashboard$/)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  // The dashboard has the figures, waiting items, and the status of each part.
  for (const name of ['Get Started', 'Needs attention', 'System Status', 'Quick Actions'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('Total revenue (USD)')).toBeVisible()
  await expect(page.getByText(/Ledger balanced, checked/)).toBeVisible()
  await expect(page.getByText('Connect a provider')).toBeVisible()

  const failing = /\/api\/admin\/(stats|reports\/money)/
  await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  // Reported once, whatever failed; the other parts stay.
  await expect(page.getByText('Failed to load dashboard data. Please try again.')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'System Status' })).toBeVisible()
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Total revenue (USD)')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  // The entries are longer than the screen: what is above them keeps its height.
  await expect.poll(async () => (await sheet.getByRole('link').first().boundingBox())?.y).toBeGreaterThan(5)
  await sheet.getByRole('link', { name: 'Dashboard' }).click()
  await expect(sheet).toHaveCount(0)
})

test('staff see what they may open, and lose it with their role: a customer who opens it is redirected to the dashboard', async ({
  page,
}) => {
  const staff = await makeStaff(['orders'])
  await signInAs(page, staff)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await untilItStands(page)
  expect(await linesOf(page)).not.toContain('Users')
  // Figures need a permission; nothing that would be refused is requested, or shown as an error.
  await expect(page.getByText('Total users')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your activity today' })).toBeVisible()
  await expect(page.getByText('$')).toHaveCount(0)
  await expect(page.getByText('Failed to load')).toHaveCount(0)
  // A link to a page without permission leads to the reason, without a retry.
  await page.goto('/admin/providers')
  await expect(page.getByText(/^You don't have access to this\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)

  await callAs(await getAdmin(), `/api/admin/users/${staff.user.id}`, 'PUT', { role: 'user' })
  await page.reload()
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/dashboard$/)
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
})
