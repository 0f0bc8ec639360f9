import type { Page } from '@playwright/test'

import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import {
  callAs,
  getAdmin,
  logIn,
  makeCustomer,
  password,
  type Person,
  signInAs,
  turnOnTwoFactor,
} from './journey-users.ts'

// Longer than most: few long journeys, each through everything that staff do to one user.

const rowOf = (page: Page, text: string) => page.getByRole('table').getByRole('row').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click()

/** The email's link, as the sandbox's mailbox shows it. */
async function invitationTo(email: string): Promise<string> {
  const { sandbox_mailbox: mailbox } = (await callAs(await getAdmin(), '/api/config')) as {
    sandbox_mailbox: string
  } // the contract's shape
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const emails = (await (await fetch(`${mailbox}/sandbox/emails`)).json()) as {
          to: string[]
          text: string
        }[] // the mailbox's own shape
        const text = emails.findLast(({ to }) => to.includes(email))?.text ?? ''
        link = /\/invitation\/\S+/.exec(text)?.[0]
        return link
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
  return link ?? ''
}

test('a user is found, gets money with a reason, is blocked and deleted, each after a confirmation; all transactions are found, paged and opened', async ({
  page,
}) => {
  const person = await makeCustomer({ balance: 10, name: 'Zoë Journey' })
  await turnOnTwoFactor(person)
  await signInAs(page, await getAdmin())
  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(person.user.email)
  await expect(page).toHaveURL(/search=journey/)
  const row = rowOf(page, person.user.email)
  await expect(row).toContainText('$10.00')
  await expect(page.getByRole('columnheader')).toHaveText([
    /.*/,
    'ID',
    'Name',
    'Email',
    'Balance',
    'Spent',
    'Last seen',
    'Role',
    'Status',
    'Actions',
  ])

  // Money: the result is previewed, and it needs a reason; a step is a cent.
  await row.getByRole('button', { name: 'Edit Zoë Journey' }).click()
  await expect(dialog(page).getByLabel('Email')).not.toBeEditable()
  const balance = dialog(page).getByLabel('Balance')
  await balance.focus()
  await page.keyboard.press('ArrowUp')
  await expect(balance).toHaveValue('10.01')
  await balance.fill('12.5')
  await expect(dialog(page).getByText('From $10.00 to $12.50: +$2.50')).toBeVisible()
  await save(page)
  await expect(dialog(page).getByText('Please give a reason')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Goodwill')
  await save(page)
  await expect(page.getByText('User updated successfully!')).toBeVisible()
  await expect(row).toContainText('$12.50')

  // Blocking is confirmed, word for word, and ends the session.
  await row.getByRole('button', { name: 'Edit Zoë Journey' }).click()
  await dialog(page).getByLabel('Status').selectOption('blocked')
  await save(page)
  await expect(question(page)).toContainText('Are you sure you want to block this user?')
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await expect(row).toContainText('Blocked')
  await expect
    .poll(
      () =>
        callAs(person, '/api/user/profile').then(
          () => 'in',
          () => 'out',
        ),
      { timeout: 10_000 },
    )
    .toBe('out')
  await page.getByRole('button', { name: 'Blocked', exact: true }).click()
  await expect(page).toHaveURL(/show=blocked/)
  await expect(row).toBeVisible()

  // A user who lost the second factor: with a reason, which is in the audit log.
  await row.getByRole('link', { name: 'Zoë Journey' }).click()
  await page.getByRole('button', { name: 'Reset Two-Factor' }).click()
  await dialog(page).getByRole('button', { name: 'Turn It Off' }).click()
  await expect(dialog(page).getByText('Please give a reason')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Lost the phone')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Two-factor authentication is off for Zoë Journey')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset Two-Factor' })).toBeHidden()
  await page.goBack()

  // Multiple selection: X selects, by keyboard only.
  await row.getByRole('checkbox').focus()
  await page.keyboard.press('x')
  await expect(row).toHaveAttribute('aria-selected', 'true')

  await row.getByRole('button', { name: 'Delete Zoë Journey' }).click()
  await expect(question(page)).toContainText('They still have a balance of $12.50')
  // The balance changed: nothing is deleted before staff have seen that.
  const more = { balance: 13, expected_balance: 12.5, reason: 'Meanwhile' }
  await callAs(await getAdmin(), `/api/admin/users/${person.user.id}`, 'PUT', more)
  await question(page).getByRole('button', { name: 'Delete User' }).click()
  await expect(question(page)).toContainText('Failed to delete user: This account has a balance of $13.00')
  await expect(question(page)).toContainText('They still have a balance of $13.00')
  await question(page).getByRole('button', { name: 'Delete User' }).click()
  await expect(page.getByText('User Zoë Journey has been deleted successfully.')).toBeVisible()
  await expect(row).toBeHidden()

  const payer = await makeCustomer({ name: 'Payer Journey' })
  await fillLedger(payer)
  await goInside(page, '/admin/transactions')
  await page.getByRole('searchbox').fill(payer.user.email)
  const rows = page.getByRole('table').getByRole('row')
  await expect(page).toHaveURL(/search=journey/)
  await expect(rows.filter({ hasText: 'Payer Journey' })).toHaveCount(10)
  // They are also the newest of all: the results have two pages.
  await expect(page.getByRole('link', { name: /^Page \d+$/ })).toHaveCount(2)
  // Page numbers are wide enough for a finger on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const number = page.getByRole('link', { name: 'Page 2' })
  expect((await number.boundingBox())?.width).toBeGreaterThan(24)
  await page.setViewportSize({ width: 1360, height: 844 })
  await number.click()
  await expect(rows).toHaveCount(3)
  const sizes = page.getByLabel('Rows per page')
  await sizes.selectOption('20')
  await expect(rows).toHaveCount(13)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await downloading).suggestedFilename()).toBe('transactions.csv')

  // The row opens it, by a click anywhere on it, and by keyboard.
  await page.setViewportSize({ width: 390, height: 844 })
  await rows.nth(1).getByText('Payer Journey').click()
  await expect(dialog(page)).toContainText('Transaction Details')
  await expect(dialog(page)).toContainText('Step 12')
  // On the smallest phone, too, the whole amount is visible.
  await page.setViewportSize({ width: 320, height: 844 })
  await expect(dialog(page).getByText('+$1,223.12345678')).toBeVisible()
  const facts = dialog(page).locator('dl')
  await expect.poll(() => facts.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
})

test('an invited user sets their own password, and staff are demoted after a confirmation, except the last owner', async ({
  page,
  browser,
}) => {
  const email = `invited-${Date.now()}@example.com`
  await signInAs(page, await getAdmin())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Ann Invited')
  await dialog(page).getByLabel('Email', { exact: true }).fill(email)
  await dialog(page).getByLabel('Role').selectOption('admin')
  await dialog(page).getByLabel('Limited access').check()
  await dialog(page).getByRole('checkbox', { name: 'Support' }).check()
  await dialog(page).getByRole('button', { name: 'Send Invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()

  const guest = await browser.newPage()
  await guest.goto(await invitationTo(email))
  await expect(guest.getByText(`Set a password for your account ${email}.`)).toBeVisible()
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByLabel('Confirm password').fill('something else')
  await guest.getByRole('button', { name: 'Set Password and Sign In' }).click()
  await expect(guest.getByText('Passwords do not match')).toBeVisible()
  await guest.getByLabel('Confirm password').fill(password)
  await guest.getByRole('button', { name: 'Set Password and Sign In' }).click()
  // Staff start on their own pages.
  await expect(guest).toHaveURL(/\/admin\/dashboard$/)
  await guest.close()
  const ann = await logIn(email, password)

  // Their page: permissions, sessions, and signing them out.
  await goInside(page, `/admin/users/${ann.user.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann Invited')
  await expect(page.getByRole('checkbox', { name: 'Support' })).toBeChecked()
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await question(page).getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await expect(page.getByText('2 sessions signed out')).toBeVisible()
  await expect(page.getByText('No active sessions')).toBeVisible()
  await page.getByLabel('Discount').fill('7.5')
  await page.getByRole('button', { name: 'Save Discount' }).click()
  await expect(page.getByText('Discount saved')).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Role').selectOption('user')
  await save(page)
  await expect(question(page)).toContainText('Are you sure you want to demote this user from admin to user?')
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('User updated successfully!')).toBeVisible()

  const admin = await getAdmin()
  const { user } = admin
  // Users that other journeys made staff are demoted.
  const { users } = (await callAs(admin, '/api/admin/users?role=admin&limit=50')) as {
    users: { id: number }[]
  } // the contract's shape
  for (const other of users)
    if (other.id !== user.id) await callAs(admin, `/api/admin/users/${other.id}`, 'PUT', { role: 'user' })
  await goInside(page, `/admin/users/${user.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Role').selectOption('user')
  await save(page)
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await expect(question(page)).toContainText('You cannot demote the last admin in the system.')
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete' }).click()
  await question(page).getByRole('button', { name: 'Delete User' }).click()
  await expect(question(page)).toContainText('Cannot delete the last admin account.')
})

/** Twelve rows, of which the last has as many figures as an amount can have. */
async function fillLedger({ user }: Person): Promise<void> {
  const admin = await getAdmin()
  for (let step = 1; step <= 12; step += 1) {
    const balance = step === 12 ? 1_234.12345678 : step
    const body = { balance, expected_balance: step - 1, reason: `Step ${step}` }
    await callAs(admin, `/api/admin/users/${user.id}`, 'PUT', body)
  }
}
