import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { makeCustomer, signInAs } from './journey-users.ts'

const lost = "Couldn't load part of this page"
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

test('a page whose script failed once opens after one whole load, silently', async ({ page }) => {
  const loads = await openDashboard(page)
  // The whole page's files are available again, as after an upgrade.
  await page.route('**/assets/support-page-*.js', (route) =>
    loads.length === 0 ? route.abort() : route.continue(),
  )
  await menuOf(page).getByRole('link', { name: 'Support' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support Center' })).toBeVisible()
  await expect(page.getByText(lost)).toBeHidden()
  expect(loads).toEqual(['/support'])
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
