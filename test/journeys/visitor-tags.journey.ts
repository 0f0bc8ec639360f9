import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { callAs, getAdmin, makeCustomer, password } from './journey-users.ts'

const none = { ga4: null, plausible: null, meta: null, tawk: null, crisp: null }
const setTags = async (tags: object) =>
  callAs(await getAdmin(), '/api/admin/settings', 'PUT', { visitor_tags: { ...none, ...tags } })

const domain = 'shop.example.com'

// Pages are cached for seconds, and may be stale: the next journey opens none with the script.
test.afterEach(async ({ request }) => {
  await setTags({})
  for (const path of ['/', '/terms', '/contact'])
    await expect.poll(async () => (await request.get(path)).text(), path).not.toContain(domain)
})

/** Whether another company's script runs in the page's document. */
const isTagged = (page: Page) => page.evaluate(() => 'script' in document.documentElement.dataset)

test('analytics run for visitors, are gone before one signs in, and never run beside a session', async ({
  context,
  page,
}) => {
  const asked: string[] = []
  // Replaces the company's script: it only records that it ran.
  await context.route('https://plausible.io/**', (route) => {
    asked.push(new URL(route.request().frame().url()).pathname)
    return route.fulfill({
      contentType: 'text/javascript',
      body: `document.documentElement.dataset.script = document.currentScript.dataset.domain`,
    })
  })
  const { user } = await makeCustomer()
  await setTags({ plausible: domain })
  const front = async () => (await page.request.get('/')).text()
  await expect.poll(front).toContain(domain)
  await page.goto('/')
  await expect.poll(() => isTagged(page)).toBe(true)
  // Another tab, which stays open.
  const other = await context.newPage()
  await other.goto('/terms')
  await expect.poll(() => isTagged(other)).toBe(true)

  // A hydrated page, whose links to other pages don't load a new document.
  await page.goto('/contact')
  await expect.poll(() => isTagged(page)).toBe(true)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  expect(await isTagged(page)).toBe(false)
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain('/login')

  asked.length = 0
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  // A session in one tab ends the script in the other.
  await expect.poll(() => isTagged(other)).toBe(false)
  for (const path of ['/', '/contact']) {
    await page.goto(path)
    expect(await isTagged(page)).toBe(false)
  }
  expect(asked).toEqual([])
})
