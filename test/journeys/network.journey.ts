import type { Page } from '@playwright/test'

import { countShifts, readShifts } from './count-shifts.ts'
import { goInside } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { makeCustomer, signInAs } from './journey-users.ts'

// Longer than most: each kind of network failure, on the pages that it affects.

const lost = "Couldn't load part of this page"
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

test('a part that fails to load offers a reload, and breaks nothing around it; pointing at a link fetches the code and the texts of its page; a click in the menu counts at once, a bar shows that the page is loading, and a failed one keeps its frame and can be retried; a search and a filter in quick succession lose neither', async ({
  page,
}) => {
  await signInAs(page, await makeCustomer({ name: 'Lost' }))
  await page.route('**/assets/user-menu-*.js', (route) => route.abort())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account of Lost' }).click()
  const told = page.getByRole('alert').filter({ hasText: lost })
  await expect(told).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Lost' })).toBeVisible()
  await page.unroute('**/assets/user-menu-*.js')
  await told.getByRole('button', { name: 'Reload Page' }).click()
  // The previous page has the same button.
  await expect(told).toHaveCount(0)
  await page.getByRole('button', { name: 'Account of Lost' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)

  const arrived: string[] = []
  page.on('requestfinished', (request) => arrived.push(new URL(request.url()).pathname))
  await mainMenu(page).getByRole('link', { name: 'Transactions' }).hover()
  for (const name of [/\/transactions-page-/, /\/en-shop-transactions-/])
    await expect.poll(() => arrived.filter((path) => name.test(path))).toHaveLength(1)
  await expect(page).toHaveURL(/\/dashboard$/)

  const letGo = await hold(page, '**/api/orders?*')
  const entry = mainMenu(page).getByRole('link', { name: 'Order History' })
  await entry.click()
  await expect(page.locator('[data-navigation-bar]')).toBeVisible()
  await expect(entry).toHaveClass(/bg-petrol-soft/)
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeVisible()
  await expect(page.locator('[data-navigation-bar]')).toHaveCount(0)

  await page.route('**/api/config?*', (route) => route.fulfill({ status: 500, body: 'not ours' }))
  await mainMenu(page).getByRole('link', { name: 'Add Funds' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Unable to load payment methods. Please try again later.',
  )
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(mainMenu(page)).toBeVisible()
  await page.unroute('**/api/config?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()

  // On a slow connection; Back restores both.
  await goInside(page, '/orders')
  const box = page.getByRole('searchbox', { name: 'Search orders' })
  await expect(box).toBeVisible()
  const answer = await hold(page, '**/api/orders?*')
  await box.pressSequentially('cats', { delay: 0 })
  await page.getByRole('button', { name: /^Pending/ }).click()
  await box.press('End')
  await box.pressSequentially(' and dogs', { delay: 0 })
  answer()
  await expect(page).toHaveURL(/status=pending/)
  await expect(page).toHaveURL(/search=cats\+and\+dogs/)
  await expect(box).toHaveValue('cats and dogs')
  await page.goBack()
  await expect(page).not.toHaveURL(/status=pending/)
  await expect(page.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-pressed', 'true')
})

test('a page whose script failed once opens after one whole load, silently; a browser that reports being offline still opens pages, and one that fails to load says so in its frame', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await signInAs(page, await makeCustomer())
  await page.goto('/dashboard')
  await mainMenu(page).getByRole('link', { name: 'Order History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeVisible()
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  // The whole page's files are available again, as after an upgrade.
  await page.route('**/assets/transactions-page-*.js', (route) =>
    loads.length === 0 ? route.abort() : route.continue(),
  )
  await mainMenu(page).getByRole('link', { name: 'Transactions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await expect(page.getByText(lost)).toBeHidden()
  expect(loads).toEqual(['/transactions'])
  await context.setOffline(true)
  await mainMenu(page).getByRole('link', { name: 'Support' }).click()
  const told = page.getByRole('alert').filter({ hasText: lost })
  await expect(told).toBeVisible()
  await expect(mainMenu(page)).toBeVisible()
  await context.setOffline(false)
  await told.getByRole('link', { name: 'Reload Page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support Center' })).toBeVisible()
})

test('on a hard load the frame and a skeleton as high as the screen are rendered from the stored session, and nothing moves when the server answers', async ({
  page,
}) => {
  await signInAs(page, await makeCustomer({ balance: 12.5 }))
  await countShifts(page)
  const { height } = page.viewportSize() ?? { height: 0 }
  // A list, and a form.
  for (const [path, parts, heading] of [
    ['/orders', 20, 'Order History'],
    ['/settings', 2, 'Account Settings'],
  ] as const) {
    const letGo = await hold(page, '**/api/**')
    await page.goto(path)
    await expect(mainMenu(page)).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('$12.50')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeAttached()
    await expect(page.locator('main [aria-busy=true] > *')).toHaveCount(parts)
    const readStatus = () =>
      Promise.all([mainMenu(page), page.getByRole('banner')].map((it) => it.boundingBox()))
    const before = await readStatus()
    const main = await page.getByRole('main').boundingBox()
    expect(Math.abs((main?.y ?? 0) + (main?.height ?? 0) - height)).toBeLessThan(20)
    letGo()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(await readStatus()).toEqual(before)
    const shifts = await readShifts(page)
    expect(shifts.sum, shifts.moved.join('\n')).toBeLessThanOrEqual(0.05)
    await page.unrouteAll()
  }
})

test('a search typed before hydration is executed, and another platform keeps it, and the focus', async ({
  page,
}) => {
  const letGo = await hold(page, '**/assets/*.js')
  await page.goto('/services', { waitUntil: 'commit' })
  const box = page.getByRole('searchbox', { name: 'Search services' })
  await box.pressSequentially('views', { delay: 0 })
  letGo()
  await expect(page).toHaveURL(/\/services\?search=views$/)
  const tiktok = page.getByRole('button', { name: 'TikTok', exact: true })
  await tiktok.click()
  await expect(page).toHaveURL(/\/services\/tiktok\?search=views$/)
  await expect(page.getByRole('heading', { level: 1, name: 'TikTok services' })).toBeVisible()
  await expect(box).toHaveValue('views')
  await expect(tiktok).toBeFocused()
})

test('a page whose script keeps failing says so at its URL, and opens when the script is back', async ({
  page,
}) => {
  await page.goto('/faq')
  await expect(page.getByRole('searchbox', { name: 'Search the questions' })).toBeVisible()
  await page.route('**/assets/contact-page-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page.getByText(lost)).toBeVisible()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByRole('banner')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Reload Page' }).click()
  await expect(page.getByText(lost)).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeEditable()
})
