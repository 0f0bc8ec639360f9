import type { Page } from '@playwright/test'

import { makePicture } from '#test/make-files.ts'

import { dark, expectAccessible } from './axe.ts'
import { goInside } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import {
  callAs,
  findService,
  getAdmin,
  logIn,
  makeCustomer,
  password,
  signInAs,
  turnOnTwoFactor,
} from './journey-users.ts'

// Longer than most: few long journeys, with one way back to the original settings.

type Known = { settings: Record<string, unknown> }

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const saved = (page: Page) => page.getByText('Saved. Changes appear on every page within a second.').last()
/** Nothing is unsaved or being saved: a toast of an earlier part may still be there. */
const untilSaved = (page: Page) => expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name }).click()

/** A page as the server answers it now: cached ones are seconds old. */
const readText = async (page: Page, path: string) => (await page.request.get(path)).text()

type Made = { key: string }
type Found = { users: { id: number }[] }

/** Whatever a journey changed is restored for the next one. */
test.afterEach(async () => {
  const admin = await getAdmin()
  await callAs(admin, '/api/admin/settings', 'PUT', {
    brand: { name: 'Tally & Reach' },
    look: { accent: null },
    limits: { deposit_min: 1, deposit_max: 10_000, deposit_presets: [10, 25, 50, 100, 200, 500] },
    registration: { is_open: true },
    maintenance: { is_on: false, message: null },
    blocked: { links: [], categories: [] },
  })
  await callAs(admin, '/api/admin/settings/logo', 'DELETE')
})

test('brand and limits are changed, and a visitor and a customer see it in their next request; of two editors, the second is notified, keeps the input, and chooses', async ({
  page,
  browser,
}) => {
  const customer = await makeCustomer()
  const admin = await getAdmin()
  await signInAs(page, admin)
  await page.goto('/admin/settings')
  await expect(page).toHaveURL(/\/admin\/settings\/brand$/)
  await page.getByLabel('Name', { exact: true }).fill('Journey House')
  await page.getByRole('switch', { name: 'Custom colour' }).focus()
  await page.keyboard.press('Space')
  const colour = page.getByRole('textbox', { name: 'Colour', exact: true })
  await colour.fill('#f0b429')
  await colour.press('Enter')
  await expect(page.getByText(/contrast of 1\.\d:1, but 4\.5:1 is needed/)).toBeVisible()
  await expect(colour).toBeFocused()
  await colour.fill('#8a1c4a')

  // Input stays from section to section, isn't left by mistake, and is discarded on leaving.
  await open(page, 'Limits')
  await page.getByLabel('Minimum deposit').fill('5')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  // The browser asks as well.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await open(page, 'Brand')
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('Journey House')
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('Journey House')
  await page.getByRole('switch', { name: 'Custom colour' }).focus()
  await page.keyboard.press('Space')
  await colour.fill('#8a1c4a')
  await save(page).click()
  await untilSaved(page)
  // Also on the page where it was changed.
  await expect(page.getByRole('link', { name: 'Journey House' }).first()).toBeVisible()
  await expect(page).toHaveTitle(/Journey House/)
  // Away from the button, which has another colour under the pointer.
  await page.mouse.move(0, 0)
  await expect(save(page)).toHaveCSS('background-color', 'rgb(138, 28, 74)')
  const picture = await makePicture('webp', { width: 300, height: 60 })
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'logo.webp', mimeType: 'image/webp', buffer: picture })
  await page.getByRole('button', { name: 'Use This Picture' }).click()
  await expect(page.getByRole('img', { name: 'Current logo' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Journey House' }).first()).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await expect.poll(() => readText(visitor, '/')).toContain('/api/brand/logo/')
  await visitor.goto('/')
  await expect(visitor.getByRole('img', { name: 'Journey House' }).first()).toBeVisible()
  await expect(visitor).toHaveTitle(/Journey House/)
  const link = visitor.getByRole('link', { name: 'Register' }).first()
  await expect(link).toHaveCSS('background-color', 'rgb(138, 28, 74)')
  await visitor.context().close()

  // That a customer's form keeps to them is tested with its parts.
  const config = () => callAs(customer, '/api/config')
  await expect.poll(config).toMatchObject({ limits: { deposit_min: 5 } })

  await open(page, 'Limits')
  await page.getByLabel('Minimum deposit').fill('7')
  const limits = { deposit_min: 2, deposit_max: 900, deposit_presets: [20] }
  await callAs(admin, '/api/admin/settings', 'PUT', { limits })
  await save(page).click()
  await expect(page.getByText('Someone else saved these settings while you were editing.')).toBeVisible()
  await expect(page.getByLabel('Minimum deposit')).toHaveValue('7')
  await page.getByRole('button', { name: 'Keep Mine' }).click()
  await save(page).click()
  await untilSaved(page)
  await expect(saved(page)).toBeVisible()
  const { settings } = (await callAs(admin, '/api/admin/settings')) as Known // the contract's shape
  expect(settings['limits']).toMatchObject({ deposit_min: 7, deposit_max: 10_000 })
  // The next is a separate toast.
  await expect(saved(page)).toHaveCount(0)

  // Input during a save is still unsaved, in this section and in another.
  const letGo = await hold(page, '**/api/admin/settings', 'PUT')
  const least = page.getByLabel('Minimum deposit')
  await least.fill('8')
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
  await save(page).click()
  // The value that is being saved until the answer comes.
  await least.fill('7')
  await open(page, 'Brand')
  const brand = page.getByLabel('Name', { exact: true })
  await brand.fill('Half Written')
  letGo()
  await answered
  await expect(saved(page)).toBeVisible()
  await open(page, 'Limits')
  await expect(least).toHaveValue('7')
  await save(page).click()
  await untilSaved(page)
  await open(page, 'Brand')
  await expect(brand).toHaveValue('Half Written')
})

test('registration and the whole site are switched off and on, and a blocked link is refused at its field', async ({
  page,
  browser,
}) => {
  const customer = await makeCustomer({ balance: 20 })
  const service = await findService(({ platform }) => platform === 'Instagram')
  await signInAs(page, await getAdmin())
  await page.goto('/admin/settings/access')
  await page.getByRole('switch', { name: 'Allow registration' }).uncheck()
  await page.getByRole('switch', { name: 'Maintenance mode' }).click()
  const question = page.getByRole('alertdialog', { name: 'Turn on maintenance mode?' })
  await question.getByRole('button', { name: 'Turn On Maintenance Mode' }).click()
  await page.getByRole('button', { name: 'Русский' }).click()
  await page.getByLabel('Message on every page').fill('Вернёмся в полдень')
  await save(page).click()
  await expect(saved(page)).toBeVisible()

  const own = await (await browser.newContext()).newPage()
  await signInAs(own, customer)
  await expect.poll(() => readText(own, '/ru')).toContain('Вернёмся в полдень')
  await own.goto(`/new-order?service=${service.id}`)
  await own.getByRole('textbox', { name: 'Link' }).fill('https://instagram.com/blocked.page/1')
  await own.getByRole('button', { name: 'Place Order' }).click()
  await expect(own.getByRole('alert')).toContainText('Вернёмся в полдень')

  await page.getByRole('switch', { name: 'Maintenance mode' }).uncheck()
  await save(page).click()
  await untilSaved(page)
  await open(page, 'Block Lists')
  await page.getByLabel('Blocked links').fill('instagram.com/blocked.page\n')
  await save(page).click()
  await untilSaved(page)
  const refused = "We don't accept orders for this link. Please use another one."
  // Within a second the list has reached all processes: until then such an order is placed.
  let tries = 0
  const tryOnce = () => {
    const link = `https://instagram.com/blocked.page/of-${(tries += 1)}`
    const order = { service_id: service.id, link, quantity: service.min }
    return callAs(customer, '/api/orders/create', 'POST', order).then(() => 'placed', String)
  }
  await expect.poll(tryOnce).toContain(refused)
  await expect(async () => {
    await own.getByRole('button', { name: 'Place Order' }).click()
    await expect(own.getByRole('textbox', { name: 'Link' })).toHaveAccessibleDescription(refused, {
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })
  await expect.poll(() => readText(own, '/register')).toContain('Registration is closed at the moment')
  await own.context().close()
})

// walked-pages.journey.ts tests that every section is readable.
test('two-factor authentication is required of staff by one who has it; the others must set it up before anything else', async ({
  page,
  browser,
}) => {
  const { user } = await makeCustomer({ name: 'Second admin' })
  await callAs(await getAdmin(), `/api/admin/users/${user.id}`, 'PUT', { role: 'admin' })
  const staff = await logIn(user.email, password)
  await signInAs(page, staff)
  await page.goto('/admin/settings/access')
  const wanted = page.getByRole('switch', { name: 'Require two-factor authentication for staff' })
  await wanted.check()
  await save(page).click()
  await expect(page.getByText('Please turn on your own two-factor authentication first')).toBeVisible()
  await turnOnTwoFactor(staff)
  try {
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    const other = await (await browser.newContext()).newPage()
    await signInAs(other, await getAdmin())
    await other.goto('/admin/users')
    await expect(other).toHaveURL(/\/settings\/security$/)
    await expect(other.getByText('Staff are required to use two-factor authentication.')).toBeVisible()
    await expect(other.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      'Two-factor authentication',
    )
    await other.context().close()
  } finally {
    await callAs(staff, '/api/admin/settings', 'PUT', { staff_sign_in: { two_factor: false } })
  }
})

test('the configuration is tested with one click; staff find a customer by their key, revoke it, and read the webhooks of gateways', async ({
  page,
}) => {
  await signInAs(page, await getAdmin())
  await page.goto('/admin/settings/methods')
  await page.getByRole('button', { name: 'Test Cryptomus' }).click()
  await expect(page.getByRole('status').getByText(/^Responds in \d+ ms/)).toBeVisible({
    timeout: 30_000,
  })
  await open(page, 'Email')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(page.getByText(/The mail server accepted an email to admin@example\.com/)).toBeVisible({
    timeout: 30_000,
  })

  // An email that its receiver's server refuses is listed there, sent again, and fails again.
  const email = `journey-${crypto.randomUUID()}@refused.example`
  await callAs(await getAdmin(), '/api/admin/users', 'POST', { name: 'Refused', email })
  const row = page.getByRole('row').filter({ hasText: email })
  const emails = page.getByRole('link', { name: /emails? failed today/ })
  // Asked of the API: each look at the dashboard is a whole page.
  const givenUp = async () => JSON.stringify(await callAs(await getAdmin(), '/api/admin/mail/given-up'))
  await expect.poll(givenUp, { timeout: 60_000 }).toContain(email)
  await expect(async () => {
    await goInside(page, '/admin/dashboard')
    await emails.click({ timeout: 3_000 })
    await expect(row).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await expect(row).toContainText(/it doesn't accept this recipient: 550 nobody by that name here/i)
  await expectAccessible(page, 'failed emails', dark)
  await row.getByRole('button', { name: `Send again to ${email}` }).click()
  await expect(page.getByText('1 email queued again').first()).toBeVisible()
  await expect.poll(givenUp, { timeout: 60_000 }).toContain(email)
  // Its link expired with the user: that is shown, and the button sends nothing.
  const { users } = (await callAs(await getAdmin(), `/api/admin/users?search=${email}`)) as Found
  await callAs(await getAdmin(), `/api/admin/users/${users[0]?.id}`, 'PUT', { status: 'blocked' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(row).toContainText('Its link no longer works')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send Again', exact: true }).click()
  await expect(page.getByText(/1 email wasn't sent\. Its link no longer works/).first()).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await goInside(page, '/admin/settings/mail')
  await expect(page.getByRole('main').getByRole('link', { name: 'Failed emails' })).toBeVisible()

  await open(page, 'Files')
  await page.getByRole('button', { name: 'Test Storage' }).click()
  await expect(page.getByText(/A test file was written to disk, read and deleted/)).toBeVisible({
    timeout: 30_000,
  })

  // Staff find a customer by their key, and revoke it.
  const customer = await makeCustomer()
  const { key } = (await callAs(customer, '/api/user/api-key', 'POST')) as Made // the contract's shape
  await goInside(page, '/admin/api')
  await page.getByRole('searchbox', { name: 'Customer' }).fill(customer.user.email)
  const ofKey = page.getByRole('row', { name: new RegExp(customer.user.email) })
  await expect(ofKey).toContainText(key.slice(0, 9))
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table').locator('..')).toHaveCSS('opacity', '1')
  await expectAccessible(page, 'keys', dark)
  await ofKey.getByRole('button', { name: /^Revoke/ }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Revoke this key?' })
  await expect(question).toContainText(customer.user.email)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('This customer has no API keys')).toBeVisible()
  await page.getByRole('tab', { name: 'Gateway Webhooks' }).click()
  await expect(page.getByText('Webhooks with a valid signature.')).toBeVisible()
})
