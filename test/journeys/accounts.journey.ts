import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, getAdmin, makeCustomer, password } from './journey-users.ts'

test('a user who is sent to login returns to the page they wanted, and stays signed in; so does one whose session the server ended, and a typed amount is not restored', async ({
  page,
}) => {
  const { user } = await makeCustomer()
  await page.goto('/orders?status=pending')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/orders\?status=pending$/)

  await goInside(page, '/add-funds')
  await page.getByRole('textbox', { name: 'Amount' }).pressSequentially('123.45')
  const admin = await getAdmin()
  await callAs(admin, `/api/admin/users/${user.id}`, 'PUT', { status: 'blocked' })
  await expect(page).toHaveURL(/\/login/)
  await callAs(admin, `/api/admin/users/${user.id}`, 'PUT', { status: 'active' })
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/add-funds/)
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Email')).toHaveValue(user.email)
})

test('an email in the sandbox, opened from its note, confirms the address', async ({ page }) => {
  const { user } = await makeCustomer()
  await page.goto('/terms')
  const mailbox = await page.getByRole('link', { name: 'Open Sandbox Mailbox' }).getAttribute('href')
  await page.goto(mailbox ?? 'no mailbox')
  const received = page.getByRole('article').filter({ hasText: user.email })
  await expect(async () => {
    await page.reload()
    await expect(received).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await received.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Confirm Email Address' }).click()
  await expect(page.getByText(`${user.email} is confirmed.`)).toBeVisible()
})
