import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

import type { Page } from '@playwright/test'

import { codeOf, wrongCodeOf } from '#test/authenticator-codes.ts'

import { dark, expectAccessible, overlay } from './axe.ts'
import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, logIn, makeCustomer, password, type Person, signInAs } from './journey-users.ts'

// Longer than most: one account is changed in every way that its pages offer, on one product.

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const token = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session') ?? '{}') as { token: string }).token) // what the app stored

test('a key is shown once, orders with the example as it is, is replaced without a gap, and revoked; each tab has its URL, and the menus lead there; a new email waits for its confirmation; the profile is saved and shown everywhere, and what is refused stays in its field', async ({
  page,
}) => {
  const person = await makeCustomer({ name: 'Mai', balance: 50 })
  const service = await findService(({ min, max, rate }) => min <= 1000 && max >= 1000 && rate < 10)
  const { email } = person.user
  const wanted = email.replace('journey', 'moved')
  await signInAs(page, person)
  await page.goto('/settings/api')
  await expect(page.getByText('No API keys yet')).toBeVisible()
  const read = async () => {
    const shown = page.getByRole('dialog', { name: 'Your new API key' })
    const key = await shown.locator('code').innerText()
    // A single Escape, or a click on close, must not lose it.
    await page.keyboard.press('Escape')
    await expect(shown.getByText("You won't see this key again.")).toBeVisible()
    expect(await shown.locator('code').innerText()).toBe(key)
    await shown.getByRole('button', { name: "I've Stored It" }).click()
    await expect(shown).toHaveCount(0)
    return key
  }
  const make = async (button: string) => {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: 'Create API Key' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bot')
    await dialog.getByRole('button', { name: 'Create Key' }).click()
  }
  await make('Create API Key')
  const first = await read()
  expect(await page.content()).not.toContain(first)

  await page.getByRole('button', { name: 'JavaScript' }).click()
  const example = await page.locator('pre code').innerText()
  const code = example
    .replaceAll('YOUR_API_KEY', first)
    .replaceAll('12345', String(service.id))
    .replace('https://example.com/yourname', `https://www.${service.platform.toLowerCase()}.com/journey`)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    timeout: 50_000,
    env: { NO_COLOR: '1' },
  })
  expect(stdout).toMatch(/^Order \d+\nBalance \d+\.?\d*\n$/)

  // It is rotated; there is no third of that name, and the first is revoked.
  await page.getByRole('button', { name: /^Rotate Bot/ }).click()
  await page.getByRole('dialog', { name: 'Rotate Bot?' }).getByRole('button', { name: 'Rotate' }).click()
  const second = await read()
  await make('Create Another Key')
  await expect(page.getByText(/^You can have up to 2 active keys named “Bot”\./)).toBeVisible()
  await page.keyboard.press('Escape')
  const opens = async (key: string) =>
    (await page.request.get('/api/user/profile', { headers: { authorization: `Bearer ${key}` } })).ok()
  expect([await opens(first), await opens(second)]).toEqual([true, true])
  await page.getByRole('button', { name: `Revoke the key ${/^tr_\d+_.{4}/.exec(first)?.[0]}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('button', { name: /^Revoke the key/ })).toHaveCount(1)
  expect([await opens(first), await opens(second)]).toEqual([false, true])

  await box(page, 'Allowed addresses').fill('nowhere')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter addresses or networks such as')).toBeVisible()
  await box(page, 'Allowed addresses').fill('192.0.2.7\n10.0.0.0/8,')
  await box(page, 'Daily limit (USD)').fill('$12.50')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(box(page, 'Allowed addresses')).toHaveValue('192.0.2.7\n10.0.0.0/8')
  // The spending of the first key today counts.
  await expect(page.getByText(/^\$(?!0\.00 )[\d.]+ of \$12\.50$/)).toBeVisible()
  expect(await opens(second)).toBe(false)

  await goInside(page, '/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeFocused()
  await expect(tab(page, 'Profile')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Profile').focus()
  for (const [name, address] of [
    ['Security', /\/settings\/security$/],
    ['Notifications', /\/settings\/notifications$/],
    ['API', /\/settings\/api$/],
  ] as const) {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(tab(page, name)).toBeFocused()
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
  }
  await page.goBack()
  await expect(page.getByRole('switch', { name: 'Promotions' })).toBeVisible()
  await page.getByRole('button', { name: 'Account of Mai' }).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await expect(box(page, 'Name')).toHaveValue('Mai')
  await page.getByRole('button', { name: 'Account of Mai' }).click()
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit in Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)

  // An email change needs the password, and can be canceled.
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(box(page, 'Email')).toHaveValue(email)
  await expect(box(page, 'Current password')).toHaveCount(0)
  await box(page, 'Email').fill(wanted)
  await save.click()
  await expect(page.getByText('Please enter your current password')).toBeVisible()
  await box(page, 'Current password').fill('not the password')
  await save.click()
  await expect(page.getByText('Your current password is incorrect')).toBeVisible()
  await expect(box(page, 'Email')).toHaveValue(wanted)
  await box(page, 'Current password').fill(password)
  await save.click()
  await expect(page.getByText(`Waiting for confirmation: ${wanted}`)).toBeVisible()
  await expect(box(page, 'Current password')).toHaveCount(0)
  // The rest is changed meanwhile, and the email stays pending.
  await box(page, 'Phone').fill('12345')
  await save.click()
  await expect(page.getByText('Profile saved').first()).toBeVisible()
  expect(await callAs(person, '/api/user/profile')).toMatchObject({
    user: { email, pending_email: wanted, phone: '12345' },
  })
  await page.getByRole('button', { name: `Keep ${email}` }).click()
  await expect(page.getByText('Waiting for confirmation')).toHaveCount(0)
  await expect(box(page, 'Email')).toHaveValue(email)

  // Errors are at their fields, and the input stays.
  await box(page, 'Name').fill('')
  await box(page, 'Phone').fill('+1 555 0100')
  await page.getByRole('combobox', { name: 'Country' }).selectOption('India')
  await save.click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(box(page, 'Name')).toBeFocused()
  await box(page, 'Name').fill('Bo the Second')
  await expect(box(page, 'Phone')).toHaveValue('+1 555 0100')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('in')
  await save.click()
  await expect(page.getByRole('button', { name: 'Account of Bo the Second' })).toBeVisible()
  expect(await callAs(person, '/api/user/profile')).toMatchObject({
    user: { name: 'Bo the Second', phone: '+1 555 0100', country: 'in' },
  })
  await goInside(page, '/profile')
  await expect(page.getByText('India')).toBeVisible()
  // The page switches to another language at once.
  await goInside(page, '/settings')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Русский')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки аккаунта' })).toBeVisible()
  await expect(box(page, 'Имя')).toHaveValue('Bo the Second')
})

test('a new password keeps this device signed in and signs the others out; the list ends each of them; two-factor authentication is set up with its QR code, required at login, bypassed with a recovery code, and turned off', async ({
  page,
}) => {
  const person = await makeCustomer()
  const others = [await logIn(person.user.email, password), await logIn(person.user.email, password)]
  await signInAs(page, person)
  await page.goto('/settings/security')
  const sessions = page.getByRole('listitem').filter({ hasText: 'Signed in' })
  await expect(sessions).toHaveCount(3)
  await expect(sessions.first()).toContainText('This device')
  const isLive = async ({ token: own }: Person) =>
    (await page.request.get('/api/user/profile', { headers: { authorization: `Bearer ${own}` } })).ok()

  await sessions
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Keep Signed In' })).toBeFocused()
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await expect(sessions).toHaveCount(2)
  expect((await Promise.all(others.map(isLive))).filter(Boolean)).toHaveLength(1)
  await logIn(person.user.email, password)
  await page.reload()
  await expect(sessions).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign Out All Others' }).click()
  await question.getByRole('button', { name: 'Sign Out All Others' }).click()
  await expect(page.getByText("You're only signed in on this device.")).toBeVisible()
  expect(await Promise.all(others.map(isLive))).toEqual([false, false])

  const other = await logIn(person.user.email, password)
  const before = await token(page)
  const change = page.getByRole('button', { name: 'Change Password' })
  const checklist = page.getByRole('list', { name: 'Password requirements' })
  await box(page, 'Current password').fill('not the password')
  await box(page, 'New password').fill('Shorty7')
  await expect(checklist.getByRole('listitem')).toHaveText([
    'At least 8 characters (required), not met yet',
    'An uppercase letter (recommended), met',
    'A digit (recommended), met',
    'A special character (recommended), not met yet',
  ])
  await box(page, 'Confirm new password').fill('shorty7')
  await change.click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByText("New passwords don't match!")).toBeVisible()
  // Its length is the only requirement.
  const chosen = 'only small letters'
  await box(page, 'New password').fill(chosen)
  await box(page, 'Confirm new password').fill(chosen)
  await change.click()
  await expect(page.getByText('Your current password is incorrect')).toBeVisible()
  await box(page, 'Current password').fill(password)
  await change.click()
  await expect(page.getByText('Password changed. Other devices were signed out.').first()).toBeVisible()
  await expect(box(page, 'New password')).toHaveValue('')
  expect(await isLive(other)).toBe(false)
  const after = await token(page)
  expect(after).not.toBe(before)
  expect(await isLive({ ...person, token: after })).toBe(true)
  await page.reload()
  await expect(sessions).toHaveCount(1)

  await goInside(page, '/settings')
  await tab(page, 'Security').click()
  await page.getByRole('button', { name: 'Set Up', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const typed = dialog.getByRole('textbox', { name: 'Current password' })
  await typed.fill('not the password')
  await page.keyboard.press('Enter')
  await expect(typed).toHaveAccessibleDescription('Your current password is incorrect')
  await typed.fill(chosen)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await dialog.getByText(/^[A-Z2-7 ]{39}$/).innerText()).replaceAll(' ', '')
  await expectAccessible(page, 'setting up a second factor', dark, overlay)
  // Six digits are submitted when complete, with blanks too; a refused code is overwritten.
  const code = dialog.getByRole('textbox', { name: 'Code' })
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await code.fill(wrongCodeOf(secret))
  await expect(code).toHaveAccessibleDescription('This code is wrong or was already used')
  await expect(code).toBeFocused()
  const first = codeOf(secret)
  await page.keyboard.insertText(`${first.slice(0, 3)} ${first.slice(3)}`)
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = '', another = ''] = await codes.allInnerTexts()
  // They are shown only once: neither a stray click nor Back loses them.
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('alert')).toContainText("These codes won't be shown again.")
  await page.evaluate(() => history.back())
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(codes).toHaveCount(10)
  await expectAccessible(page, 'recovery codes', dark, overlay)
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await file).path(), 'utf8')).toContain(`\n${recovery}\n${another}\n`)
  await dialog.getByRole('button', { name: "I've Stored Them" }).click()
  await expect(page.getByText('10 left')).toBeVisible()

  await page.setViewportSize({ width: 1360, height: 844 })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  const enter = async () => {
    await goInside(page, '/login?from=/settings/security')
    await box(page, 'Email').fill(person.user.email)
    await box(page, 'Password').fill(chosen)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }
  await enter()
  const asked = page.getByRole('textbox', { name: 'Code' })
  await expect(asked).toBeFocused()
  await expectAccessible(page, "login's code", dark)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(asked).toHaveAccessibleDescription('Please enter the code')
  // Back: the input is still there.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(box(page, 'Password')).toHaveValue(chosen)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await asked.fill(first)
  await expect(asked).toHaveAccessibleDescription('This code is wrong or was already used')
  await asked.fill(codeOf(secret, 1))
  await expect(page).toHaveURL(/\/settings\/security$/)

  await page.setViewportSize({ width: 1360, height: 844 })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await enter()
  await page.getByRole('button', { name: 'Use a Recovery Code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('9 left')).toBeVisible()

  await page.getByRole('button', { name: 'New Recovery Codes' }).click()
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(chosen)
  await dialog.getByRole('button', { name: 'Use a Recovery Code' }).click()
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(another)
  await dialog.getByRole('button', { name: 'Create New Codes' }).click()
  await expect(codes).toHaveCount(10)
  const [made = ''] = await codes.allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await dialog.getByRole('button', { name: "I've Stored Them" }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Turn Off' }).click()
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(chosen)
  await dialog.getByRole('button', { name: 'Use a Recovery Code' }).click()
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(made)
  await dialog.getByRole('button', { name: 'Turn Off' }).click()
  await expect(page.getByText('Two-factor authentication is off').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set Up', exact: true })).toBeVisible()
})
