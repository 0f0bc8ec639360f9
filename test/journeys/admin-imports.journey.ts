import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

import { dark, expectAccessible, looks } from './axe.ts'
import { overflowOf, goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, getAdmin, signInAs } from './journey-users.ts'

/** A test panel that answers every request with its service list. */
let panel: Server
let panelUrl = ''
test.beforeAll(async () => {
  const offered = [1, 2].map((service) => ({
    service,
    name: `Quartz Views ${service}`,
    type: 'Default',
    category: 'Quartz',
    rate: '0.90',
    min: '10',
    max: '10000',
  }))
  panel = createServer(async (request, response) => {
    let asked = ''
    for await (const chunk of request) asked += String(chunk)
    const isBalance = new URLSearchParams(asked).get('action') === 'balance'
    response.end(JSON.stringify(isBalance ? { balance: '100', currency: 'USD' } : offered))
  })
  await once(panel.listen(0, '127.0.0.1'), 'listening')
  const address = panel.address()
  panelUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/list`
})
test.afterAll(() => panel.close())

test('services are filtered, selected and imported by keyboard, found again after leaving, and undone', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const admin = await getAdmin()
  await signInAs(page, admin)
  await page.goto('/admin/services/import')
  const provider = page.getByLabel('Provider', { exact: true })
  const fetchButton = page.getByRole('button', { name: 'Fetch Services' })
  await expect(provider).toHaveValue('smmdoge')
  await fetchButton.click()
  await expect(page.getByRole('alert')).toHaveText(
    'Cannot get services: SMMDoge has no API key yet. Please enter it first.',
  )
  await provider.selectOption('Sandbox')
  await fetchButton.click()
  const list = page.getByRole('list', { name: "Provider's services" })
  const rows = list.getByRole('listitem')
  // All of them are on sale already, so they would be skipped without overwriting.
  await expect(rows.first()).toContainText('Skipped', { timeout: 30_000 })
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1')
  const total = Number(await rows.first().getAttribute('aria-setsize'))
  expect(total).toBeGreaterThan(100)
  // Only rows in view are rendered.
  expect(await rows.count()).toBeLessThan(total)
  const importButton = page.getByRole('button', { name: 'Import Selected' })
  await page.getByLabel('Overwrite existing services').check()
  await expect(rows.first()).toContainText('Updated', { timeout: 30_000 })
  await page.getByLabel('Markup').fill('100')
  await expect(rows.first()).toContainText('50%', { timeout: 30_000 })
  await expect(rows.first()).toContainText(/now \$/)
  const [wide, phone] = looks
  await expectAccessible(page, 'the list', phone)
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: wide.width, height: 844 })

  await page.getByLabel('Search by ID, name or category').fill('tiktok')
  await expect(async () => {
    const found = Number(await rows.first().getAttribute('aria-setsize'))
    expect(found).toBeGreaterThan(2)
    expect(found).toBeLessThan(total)
  }).toPass()
  const found = Number(await rows.first().getAttribute('aria-setsize'))
  await page.getByRole('checkbox', { name: `Select All ${found} Services` }).click()
  await expect(page.getByText(`${found} services selected`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  // Moves the focus out of the checkbox, so that letters are shortcuts.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await expect(rows.nth(0).getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(rows.nth(1).getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('2 services selected', { exact: true })).toBeVisible()
  await importButton.press('Enter')

  await expect(page).toHaveURL(/\?import=\d+$/)
  await expect(page.getByRole('heading', { name: 'Imported from Sandbox' })).toBeVisible({ timeout: 60_000 })
  const updated = page.locator('dl > div').filter({ hasText: 'Updated' })
  await expect(updated).toContainText('2')
  await expectAccessible(page, 'the result', dark)

  // Left, and found again.
  await goInside(page, '/admin/dashboard')
  await goInside(page, '/admin/services/import')
  const last = page.getByRole('table', { name: 'Recent imports' }).getByRole('row').nth(1)
  await expect(last).toContainText('0 new, 2 updated, 0 skipped, 0 errors')
  await last.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('button', { name: 'Undo Import' }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo this import?' })
  await question.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('0 deleted, 0 hidden, 2 restored, 0 left')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Undo Import' })).toHaveCount(0)
  const { imports } = (await callAs(admin, '/api/admin/imports')) as { imports: { state: string }[] } // the contract's shape
  expect(imports[0]?.state).toBe('undone')

  // On a phone: Back keeps the selection of the first step.
  await page.setViewportSize({ width: 390, height: 844 })
  await goInside(page, '/admin/services/import')
  await provider.selectOption('Sandbox')
  await fetchButton.click()
  await expect(rows.first()).toContainText('Skipped', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(provider).toHaveValue('sandbox')

  // A URL without a provider is previewed without prices, and imported from once it has a name and a key.
  await provider.selectOption('Custom API URL')
  await page.getByLabel('API URL', { exact: true }).fill(panelUrl)
  await fetchButton.click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('not priced')
  await expect(page.getByText(`Fetched from ${panelUrl}`)).toBeVisible()
  const made = page.locator('section').filter({ hasText: 'Add this address as a provider first' })
  await expect(made).toBeVisible()
  await expectAccessible(page, 'an address that is no provider yet', phone)
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0)
  await made.getByLabel('Name').fill('Quartz Panel')
  await made.getByLabel('API key', { exact: true }).fill('a key of its own')
  await made.getByRole('button', { name: 'Add Provider' }).click()
  await expect(page.getByText('Provider Quartz Panel was added')).toBeVisible()
  await expect(made).toHaveCount(0)
  await expect(rows.first()).toContainText('New')
  await page.getByRole('checkbox', { name: 'Select All 2 Services' }).click()
  await importButton.click()
  await expect(page.getByRole('heading', { name: 'Imported from Quartz Panel' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.locator('dl > div').filter({ hasText: 'Imported' })).toContainText('2')

  // The next journey finds the demo unchanged.
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await question.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('2 deleted, 0 hidden, 0 restored, 0 left')).toBeVisible({ timeout: 30_000 })
  const { providers } = (await callAs(admin, '/api/admin/providers')) as {
    providers: { id: number; name: string }[]
  } // the contract's shape
  const quartz = providers.find(({ name }) => name === 'Quartz Panel')
  await callAs(admin, `/api/admin/providers/${quartz?.id}`, 'PUT', { is_enabled: false })
})
