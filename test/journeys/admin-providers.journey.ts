import type { Page } from '@playwright/test'

import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'

import { expectAccessible, looks } from './axe.ts'
import { overflowOf, goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import {
  callAs,
  getAdmin,
  makeCustomer,
  type OfferedService,
  type Person,
  signInAs,
} from './journey-users.ts'

const offered = ['Ruby Followers', 'Ruby Likes', 'Ruby Views', 'Ruby Shares'].map((name, at) => ({
  service: at + 1,
  name,
  type: 'Default',
  category: 'Ruby',
  rate: '0.90',
  min: '10',
  max: '10000',
}))

let panel: SandboxProvider
test.beforeAll(async () => {
  panel = await startSandboxProvider({ catalogue: offered })
})
test.afterAll(() => panel.stop())

/** As the import wizard does. */
async function importAll(admin: Person, provider: string): Promise<OfferedService[]> {
  const body = { provider, serviceIds: [1, 2, 3, 4], markupPercentage: 30, platform: 'Instagram' }
  await callAs(admin, '/api/admin/services/import', 'POST', body)
  const services = (await callAs(admin, '/api/services')) as OfferedService[] // the contract's shape
  return services.filter(({ name }) => name.startsWith('Ruby'))
}

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name }) })

test('a provider is added, tested, raises its price, and is on sale again with one click: none is sold at a loss', async ({
  page,
}) => {
  test.slow()
  const admin = await getAdmin()
  await signInAs(page, admin)
  await page.goto('/admin/providers/999999')
  await expect(page.getByText("This provider doesn't exist or was deleted.")).toBeVisible()

  await goInside(page, '/admin/providers')

  // Added with a test before it is saved; a refused key is reported, and nothing is stored.
  await page.getByRole('button', { name: 'Add Provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Provider' })
  await dialog.getByLabel('Name', { exact: true }).fill('Ruby Panel')
  await dialog.getByLabel('API address').fill(`${panel.url}/api/v2`)
  await dialog.getByLabel('API key', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(dialog.getByText(/^The key was rejected/)).toBeVisible()
  await dialog.getByLabel('API key', { exact: true }).fill(panel.key)
  await dialog.getByRole('button', { name: 'Test Again' }).click()
  await expect(dialog.getByText('The key is accepted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Ruby Panel', level: 1 })).toBeVisible()
  const address = new URL(page.url()).pathname

  // The test result is there, also later. The key is nowhere.
  await expect(page.getByText('4 services offered, all of known types.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('The key is accepted.')).toBeVisible()
  expect(await page.content()).not.toContain(panel.key)

  const [service] = (await importAll(admin, 'ruby-panel')).filter(({ name }) => name === 'Ruby Followers')
  await page.getByRole('button', { name: 'Read Price List' }).click()
  await expect(page.getByText('Price list read: 0 changes')).toBeVisible()

  const customer = await makeCustomer({ balance: 10 })
  // Its price rises above ours.
  await control(panel.url, 'services/1', { rate: '1.50' })
  await page.getByRole('button', { name: 'Read Price List' }).click()
  const held = section(page, 'Services below cost')
  await expect(held.getByRole('row', { name: /Ruby Followers/ })).toContainText('$1.50')
  await expect(held.getByRole('row', { name: /Ruby Followers/ })).toContainText('$1.17')
  await expect(held.getByRole('row', { name: /Ruby Followers/ })).toContainText('$1.95')
  const order = { service_id: service?.id, link: 'https://example.com/ruby', quantity: 100 }
  await expect(callAs(customer, '/api/orders/create', 'POST', order)).rejects.toThrow('service_unavailable')

  // Staff are notified, with a link here.
  await goInside(page, '/admin/dashboard')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: /Ruby Panel raised its prices/ }).click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(held).toBeVisible()
  await expectAccessible(page, 'a provider with held services', looks[1])
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0)

  // One tap on a phone, and it is on sale again at the new price.
  await held.getByRole('button', { name: 'Reprice 1 Service' }).click()
  await expect(page.getByText('1 price recalculated')).toBeVisible()
  await expect(held).toHaveCount(0)
  await callAs(customer, '/api/orders/create', 'POST', order)

  await page.setViewportSize({ width: 1360, height: 844 })
  const log = section(page, 'Changes')
  await expect(log.getByRole('row', { name: /Ruby Followers/ })).toContainText('0.9 → 1.5')

  // Paused and resumed, followed from now on.
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused by staff', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('OK', { exact: true })).toBeVisible()
  await page.getByLabel('When prices change').selectOption({ label: 'Apply your markup' })
  await page.getByLabel('Low balance alert').fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'All Providers' }).click()
  await expect(page.getByRole('row', { name: /Ruby Panel/ })).toContainText('OK')
  await page.getByRole('link', { name: 'Ruby Panel', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))

  // Only the sandbox is made faulty, and normal again; late answers about refills delay nobody here.
  const misbehaving = section(page, 'Simulate faults')
  await expect(page.getByRole('heading', { name: 'Ruby Panel', level: 1 })).toBeVisible()
  await expect(misbehaving).toHaveCount(0)
  await page.getByRole('link', { name: 'All Providers' }).click()
  await page.getByRole('link', { name: 'Sandbox', exact: true }).click()
  await misbehaving.getByLabel('Affected calls', { exact: true }).selectOption({ label: 'refill status' })
  await misbehaving.getByLabel('How often').selectOption({ label: 'Until reset' })
  await misbehaving.getByRole('button', { name: 'Accepts, responds late' }).click()
  const waiting = misbehaving.getByText(/^Accepts, responds late: refill status, [\d,]+ calls$/)
  await expect(waiting).toBeVisible()
  await misbehaving.getByRole('button', { name: 'Reset to Normal' }).click()
  await expect(waiting).toHaveCount(0)
  await goInside(page, address)

  // With services that use it, it is switched off and not deleted, so that the next journey has the same
  // catalogue.
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.getByText('Services or orders still use this provider. Turn it off instead.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Keep Provider' }).click()
  await page.getByRole('button', { name: 'Turn Off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn Off' }).click()
  await expect(page.getByText('Turned off', { exact: true })).toBeVisible()
})
