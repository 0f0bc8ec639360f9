import { expect, test } from './journey.ts'
import { callAs, getAdmin, makeCustomer, signInAs } from './people.ts'

test('a deposit that was paid short is credited, and a ticket answered, by whoever is at the desk', async ({
  page,
}) => {
  const customer = await makeCustomer({ name: 'Short' })
  const deposit = (await callAs(customer, '/api/payment/create', 'POST', {
    amount: 200,
    payment_method: 'cryptomus',
  })) as { payment_url: string } // the contract's shape
  // Half of it, and then the invoice is closed.
  for (const pressed of ['pay_little', 'cancel'])
    await fetch(deposit.payment_url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `do=${pressed}`,
    })
  await callAs(customer, '/api/tickets', 'POST', {
    subject: 'I paid half',
    category: 'Payment Issue',
    message: 'Sorry for that.',
  })

  await signInAs(page, await getAdmin())
  await page.goto('/admin/dashboard')
  const waits = page.getByRole('link', { name: /deposits? needs? a decision/ })
  await expect(async () => {
    await page.reload()
    await expect(waits).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 40_000 })
  await waits.click()
  await expect(page.getByRole('heading', { name: 'Deposits', level: 1 })).toBeVisible()
  await page.getByRole('row', { name: new RegExp(customer.user.email) }).click()

  const dialog = page.getByRole('dialog', { name: /^Deposit \d+$/ })
  await expect(dialog.getByText('Less was paid than the invoice asks for')).toBeVisible()
  await expect(dialog.getByLabel('Amount to credit (USD)')).toHaveValue('100.00')
  await expect(dialog.getByText(/gets \$100\.00 and a bonus of \$5\.00: \$105\.00 in all/)).toBeVisible()
  // Without a word why nothing moves, and what was typed stays.
  await dialog.getByLabel('Amount to credit (USD)').fill('50')
  await dialog.getByRole('button', { name: 'Credit deposit' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(dialog.getByLabel('Amount to credit (USD)')).toHaveValue('50')
  await dialog.getByLabel('Amount to credit (USD)').fill('100')
  await dialog.getByLabel('Reason').fill('It arrived')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Completed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /deposit$/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: new RegExp(customer.user.email) })).toHaveCount(0)
  const { user } = (await callAs(customer, '/api/user/profile')) as { user: { balance: number } }
  expect(user.balance).toBe(105)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/tickets')
  await page.getByRole('link', { name: /I paid half$/ }).click()
  const ticket = page.getByRole('dialog', { name: 'I paid half' })
  await expect(ticket.getByText('Sorry for that.')).toBeVisible()
  await ticket.getByRole('textbox', { name: 'Your reply' }).fill('Credited what came.')
  await ticket.getByRole('button', { name: 'Send Reply' }).click()
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Credited what came.' })).toBeVisible()
  await ticket.getByRole('button', { name: 'Mark Resolved' }).click()
  await expect(ticket.getByText('This ticket is closed. The customer can open a new one.')).toBeVisible()
  const notifications = (await callAs(customer, '/api/notifications')) as { message: string }[]
  expect(notifications.map(({ message }) => message).join('\n')).toContain('$100.00')
})
