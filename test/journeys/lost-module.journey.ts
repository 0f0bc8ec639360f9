import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { makeCustomer, signInAs } from './journey-users.ts'

const module = '**/assets/support-page-*.js'
const lost = 'A part of this page could not be loaded'
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

/** Which pages are loaded as a whole from here on. */
async function openDashboard(page: Page): Promise<string[]> {
  await signInAs(page, await makeCustomer())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return loads
}

test('a page whose script fails to load is loaded as a whole once, reports it in its frame, and opens when the script is back', async ({
  page,
}) => {
  const loads = await openDashboard(page)
  await page.route(module, (route) => route.abort())
  await menuOf(page).getByRole('link', { name: 'Support' }).click()
  const told = page.getByRole('heading', { level: 1, name: lost })
  await expect.poll(() => loads).toEqual(['/support'])
  await expect(told).toBeVisible()
  await expect(page).toHaveURL(/\/support$/)
  // The rest of the app works, and another click on the failed page is answered at once.
  await menuOf(page).getByRole('link', { name: 'Order History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeVisible()
  await menuOf(page).getByRole('link', { name: 'Support' }).click()
  await expect(told).toBeVisible()
  expect(loads).toEqual(['/support'])

  await page.unroute(module)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support Center' })).toBeVisible()
  expect(loads).toEqual(['/support', '/support'])
})

test('a page whose script failed once opens after one whole load, silently', async ({ page }) => {
  const loads = await openDashboard(page)
  const words: string[] = []
  await page.exposeFunction('tell', (text: string) => words.push(text))
  await page.evaluate((text) => {
    const tell: unknown = Reflect.get(window, 'tell')
    new MutationObserver(() => {
      if (document.body.textContent.includes(text) && typeof tell === 'function') tell(text)
    }).observe(document.body, { childList: true, subtree: true })
  }, lost)
  // The whole page's files are available again, as after an upgrade.
  await page.route(module, (route) => (loads.length === 0 ? route.abort() : route.continue()))
  await menuOf(page).getByRole('link', { name: 'Support' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support Center' })).toBeVisible()
  expect(loads).toEqual(['/support'])
  expect(words).toEqual([])
})

test('a visitor who opens a page whose script fails sees it at its URL, in the frame', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('searchbox', { name: 'Search the questions' })).toBeVisible()
  await page.route('**/assets/contact-page-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: lost })).toBeVisible()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByRole('banner')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
})
