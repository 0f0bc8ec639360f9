import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { expect, test } from './journey.ts'
import { callAs, logIn, signInAs, toAddress } from './people.ts'

const themes = ['light', 'dark'] as const
const sizes = [
  { width: 1360, height: 820 },
  { width: 390, height: 844 },
] as const

/**
 * What the page shows now, what was opened included: every rule once in each width, each in another theme, and what a
 * theme alone can change, its contrasts, in the dark one where all of the page shows.
 */
async function expectAccessible(page: Page, name: string): Promise<void> {
  const [wide, narrow] = sizes
  await expectNoViolation(page, name, { viewport: wide, colorScheme: 'light' })
  await expectNoViolation(page, name, { viewport: wide, colorScheme: 'dark', rules: ['color-contrast'] })
  await expectNoViolation(page, name, { viewport: narrow, colorScheme: 'dark' })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow, { message: `${name} scrolls sideways at ${width}` }).toBeLessThanOrEqual(0)
  }
  expect(await page.getByRole('heading', { level: 1 }).count(), `h1 of ${name}`).toBe(1)
  await page.setViewportSize(sizes[0])
}

type Look = { viewport?: (typeof sizes)[number]; colorScheme: (typeof themes)[number]; rules?: string[] }

async function expectNoViolation(
  page: Page,
  name: string,
  { viewport, colorScheme, rules }: Look,
): Promise<void> {
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  expect(found, `${name}, ${colorScheme}, ${page.viewportSize()?.width}`).toEqual([])
}

const publicPages = [
  '/',
  '/login',
  '/register',
  '/setup/x',
  '/confirm-email/x',
  '/terms',
  '/privacy',
  '/refund',
  '/services',
  '/services/instagram',
  '/nothing-here',
]

for (const path of publicPages)
  test(`${path} is accessible in both themes and widths`, async ({ page }) => {
    await page.goto(await toAddress(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, path)
  })

const signedInPages = [
  '/dashboard',
  '/new-order',
  '/new-order?service=:service',
  '/orders',
  '/orders/40',
  '/orders/999999',
  '/transactions',
  '/transactions/statement',
  '/support',
  '/support?tab=new',
  '/support?tab=faqs',
  '/add-funds',
  '/add-funds/success?order_id=unknown',
  '/notifications',
  '/profile',
  '/settings',
  '/settings/security',
  '/settings/notifications',
  '/settings/api',
  '/services',
]

for (const path of signedInPages)
  test(`${path} is accessible for whoever is signed in`, async ({ page }) => {
    await signInAs(page, await logIn('demo@example.com', 'demo needs a password'))
    await page.goto(await toAddress(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('$')
    await expectAccessible(page, path)
  })

test('what opens is accessible: search, bell, menu, palette, shortcuts, ticket, sheet', async ({ page }) => {
  test.setTimeout(180_000)
  const demo = await logIn('demo@example.com', 'demo needs a password')
  await signInAs(page, demo)
  const check = async (name: string) => {
    for (const colorScheme of themes) await expectNoViolation(page, name, { colorScheme })
  }
  await page.goto('/new-order')
  await page.getByRole('combobox', { name: 'Service' }).pressSequentially('views')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await check('search')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /otification/ }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor()
  await check('bell')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Demo Customer/ }).click()
  await page.getByRole('menu').waitFor()
  await check('menu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await check('palette')
  // The way to the shortcuts for whoever has switched off those of one key.
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await check('shortcuts')
  await page.keyboard.press('Escape')
  const question = { subject: 'Where?', category: 'Other', message: 'Hello' }
  const { ticket } = (await callAs(demo, '/api/tickets', 'POST', question)) as { ticket: { id: number } } // the contract's shape
  await page.goto(`/support/tickets/${ticket.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Send Reply' }).waitFor()
  await check('ticket')
  await page.setViewportSize(sizes[1])
  await check('ticket on a phone')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').waitFor()
  await check('sheet')
})

test('the skip link leads past the menus, and navigation moves the focus to the heading', async ({
  page,
}) => {
  await signInAs(page, await logIn('demo@example.com', 'demo needs a password'))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await page.getByRole('navigation').getByRole('link', { name: 'Order History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeFocused()
})
