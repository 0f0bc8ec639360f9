import type { Page } from '@playwright/test'

import { dark, expectAccessible, overlay } from './axe.ts'
import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getAdmin, signInAs } from './journey-users.ts'

const wide = { width: 1360, height: 900 }
const narrow = { width: 390, height: 844 }

const rows = (page: Page) => page.getByRole('table', { name: 'Services' }).getByRole('row')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })

test('staff find, add, change and remove services, one by one, in bulk and on a phone; names are cleaned as previewed, and restored', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  const admin = await getAdmin()
  await signInAs(page, admin)
  await page.goto('/admin/services')
  await expect(rows(page)).toHaveCount(16)
  const sizes = page.getByRole('combobox', { name: 'Rows per page' })
  await sizes.selectOption('10')
  await expect(rows(page)).toHaveCount(11)
  await expect(page).toHaveURL(/limit=10/)
  await expect(
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Page \d/ }),
  ).toHaveCount(5)

  // Without required fields nothing is saved, and the input stays.
  await page.getByRole('button', { name: 'Add Manual Service' }).click()
  const form = page.getByRole('dialog', { name: 'Add Manual Service' })
  // The form is longer than the dialog: its buttons are visible, and the focus is in its first field.
  await expect(form.getByRole('button', { name: 'Add Service' })).toBeInViewport({ ratio: 1 })
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Journey Reviews')
  await form.getByRole('button', { name: 'Add Service' }).click()
  await expect(form.getByText('Please fill in all required fields with valid values')).toBeVisible()
  await form.getByRole('textbox', { name: 'Rate' }).fill('2.5')
  await form.getByRole('textbox', { name: 'Min' }).fill('10')
  await form.getByRole('textbox', { name: 'Max' }).fill('1000')
  await form.getByLabel('Platform').fill('Google')
  await form.getByRole('button', { name: 'Add Service' }).click()
  const added = page.getByText('Service "Journey Reviews" added successfully!')
  await expect(added).toBeVisible()
  await expect(added).toBeHidden()

  // By keyboard only: found, opened, changed, and back.
  await page.getByRole('searchbox', { name: 'Search services' }).fill('journey reviews')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('heading', { name: 'Services', level: 1 }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Service' })
  const rate = edit.getByRole('textbox', { name: 'Rate' })
  await expect(rate).toHaveValue('2.5')
  await rate.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3.25')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Service "Journey Reviews" updated successfully!')).toBeVisible()
  await expect(rowOf(page, 'Journey Reviews')).toContainText('$3.2500')
  await expect(page).not.toHaveURL(/open=/)

  // In bulk: selected by keyboard, previewed, then done.
  await page.getByRole('searchbox', { name: 'Search services' }).fill('instagram comment')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(3)
  await expect(rowOf(page, 'Journey Reviews')).toHaveCount(0)
  await page.getByRole('heading', { name: 'Services', level: 1 }).focus()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  // Even while a dialog hides the page from roles.
  const first = page.locator('tbody tr').first()
  const shown =
    (await first
      .getByText(/^\$[\d.]+$/)
      .first()
      .textContent()) ?? ''
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const bulk = page.getByRole('dialog', { name: 'Change Services' })
  await bulk.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Change rate by a percentage' })
  await bulk.getByRole('textbox', { name: 'Percentage' }).fill('100')
  await bulk.getByRole('button', { name: 'Preview' }).click()
  await expect(bulk.getByText('2 of 2 services will change')).toBeVisible()
  await expect(first).toContainText(shown)
  await expect(bulk.getByRole('cell', { name: shown, exact: true })).toBeVisible()
  await expectAccessible(page, 'a change of many', dark, overlay)
  await bulk.getByRole('button', { name: 'Change 2 Services' }).click()
  await expect(page.getByText('2 services changed')).toBeVisible()
  await expect(first).toContainText(`$${(Number(shown.slice(1)) * 2).toFixed(4)}`)

  // A service whose provider is switched off here is no longer sent there.
  await first.getByRole('link', { name: /^Providers of/ }).click()
  const supplies = page.getByRole('dialog', { name: 'Providers of this service', exact: true })
  await expect(supplies.getByText('Ready')).toBeVisible()
  await supplies.getByRole('switch', { name: /^Use / }).click()
  await expect(supplies.getByText('Off', { exact: true })).toBeVisible()
  await supplies.getByRole('switch', { name: /^Use / }).click()
  await expect(supplies.getByText('Ready')).toBeVisible()
  await page.goBack()
  await expect(supplies).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search services' }).fill('journey reviews')
  await expect(rows(page)).toHaveCount(2)
  // Of the two links to its dialog one has its name, and the other its action.
  for (const name of ['Journey Reviews', 'Edit Journey Reviews', 'Delete Journey Reviews'])
    await expect(rowOf(page, 'Journey Reviews').getByRole('link', { name, exact: true })).toHaveCount(1)
  await rowOf(page, 'Journey Reviews').getByRole('link', { name: 'Delete Journey Reviews' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete Service' }).click()
  await expect(page.getByText('Service "Journey Reviews" deleted successfully!')).toBeVisible()
  await expect(page.getByText('No services found')).toBeVisible()

  // On a phone each has two lines.
  const service = await findService(({ platform }) => platform === 'Instagram', 3)
  await page.setViewportSize(narrow)
  await goInside(page, `/admin/services?search=%23${service.id}`)
  await expect(rowOf(page, service.name)).toContainText(service.rate.toFixed(4))
  await page.getByRole('link', { name: service.name, exact: true }).first().click()
  // Actions that do not fit in a row are here.
  await expect(edit.getByRole('link', { name: 'Delete Service' })).toBeVisible()
  await edit.getByRole('link', { name: 'Providers of this service' }).click()
  await expect(page.getByRole('dialog', { name: 'Providers of this service' })).toContainText('Sandbox #')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)

  const cleaned = await findService(({ name }) => name.includes('Instagram'), 5)
  const rename = (name: string) => callAs(admin, `/api/admin/services/${cleaned.id}`, 'PUT', { name })
  await rename('Zorblax [BEST] Likes')
  try {
    await page.setViewportSize(wide)
    await goInside(page, '/admin/services/names')
    await page.getByRole('button', { name: 'Add Rule' }).click()
    const rule = page.getByRole('group', { name: 'Rule 1' })
    await rule.getByRole('textbox', { name: 'Find' }).fill('zorblax [best]')
    await rule.getByRole('textbox', { name: 'Replace with' }).fill('Plain')
    await page.getByRole('button', { name: 'Preview' }).click()
    const row = page.getByRole('row', { name: /Zorblax \[BEST\] Likes/ })
    await expect(row.getByRole('cell', { name: 'Plain Likes', exact: true })).toBeVisible()
    await expectAccessible(page, 'names before and after', dark)
    await page.getByRole('button', { name: 'Rename 1 Service' }).click()
    await expect(page.getByText('1 service renamed')).toBeVisible()
    expect(await nameOf(cleaned.id)).toBe('Plain Likes')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('1 name restored')).toBeVisible()
    await expect(rule).toBeHidden()
    expect(await nameOf(cleaned.id)).toBe('Zorblax [BEST] Likes')
  } finally {
    await rename(cleaned.name)
  }
})

async function nameOf(id: number): Promise<string> {
  const found = await callAs(await getAdmin(), `/api/services/${id}`)
  return (found as { name: string }).name // the contract's shape
}
