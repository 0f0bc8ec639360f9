import { dark, expectAccessible, looks, overlay } from './axe.ts'
import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, getDemo, signInAs } from './journey-users.ts'

// Pages are tested in walked-pages.journey.ts.
test('the skip link leads past the menus, navigation moves the focus to the heading, and overlays are accessible: search, bell, menu, palette, shortcuts, ticket, sheet', async ({
  page,
}) => {
  const demo = await getDemo()
  await signInAs(page, demo)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await page.getByRole('navigation').getByRole('link', { name: 'Order History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeFocused()

  await goInside(page, '/new-order')
  const [, narrow] = looks
  const check = (name: string) => expectAccessible(page, name, dark, overlay)
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
  // Users who turned single-key shortcuts off find the list of shortcuts this way.
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
  await check('shortcuts')
  await page.keyboard.press('Escape')
  const question = { subject: 'Where?', category: 'Other', message: 'Hello' }
  const { ticket } = (await callAs(demo, '/api/tickets', 'POST', question)) as { ticket: { id: number } } // the contract's shape
  await goInside(page, `/support/tickets/${ticket.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Send Reply' }).waitFor()
  await expectAccessible(page, 'ticket on a phone', narrow, overlay)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, 'sheet', narrow, overlay)
})
