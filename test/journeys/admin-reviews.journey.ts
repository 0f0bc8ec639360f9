import { expectAccessible, looks } from './axe.ts'
import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getAdmin, logIn, makeCustomer, password, signInAs } from './journey-users.ts'

test('staff credit an underpaid deposit and answer a ticket', async ({ page }) => {
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

  const admin = await getAdmin()
  await expect
    .poll(async () => JSON.stringify(await callAs(admin, '/api/admin/deposits?attention=true')), {
      timeout: 60_000,
    })
    .toContain(customer.user.email)
  await signInAs(page, admin)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /deposits? needs? a decision/ }).click()
  await expect(page.getByRole('heading', { name: 'Deposits', level: 1 })).toBeVisible()
  await page.getByRole('row', { name: new RegExp(customer.user.email) }).click()

  const dialog = page.getByRole('dialog', { name: /^Deposit \d+$/ })
  await expect(dialog.getByText('Less was paid than invoiced')).toBeVisible()
  await expect(dialog.getByLabel('Amount to credit (USD)')).toHaveValue('100.00')
  await expect(dialog.getByText(/gets \$100\.00 plus a bonus of \$5\.00: \$105\.00 in total/)).toBeVisible()
  // Without a note nothing moves, and the input stays.
  await dialog.getByLabel('Amount to credit (USD)').fill('50')
  await dialog.getByRole('button', { name: 'Credit Deposit' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(dialog.getByLabel('Amount to credit (USD)')).toHaveValue('50')
  await expect(dialog.getByText(/gets \$50\.00 /)).toBeVisible()
  // The amount is not stored: the field's value is credited.
  await page.reload()
  await expect(dialog.getByLabel('Amount to credit (USD)')).toHaveValue('100.00')
  await dialog.getByLabel('Reason').fill('It arrived')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Completed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /deposit$/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: new RegExp(customer.user.email) })).toHaveCount(0)
  const { user } = (await callAs(customer, '/api/user/profile')) as { user: { balance: number } }
  expect(user.balance).toBe(105)

  await page.setViewportSize({ width: 390, height: 844 })
  await goInside(page, '/admin/tickets')
  await page.getByRole('link', { name: /I paid half$/ }).click()
  await expect(page.getByRole('heading', { name: /^I paid half/, level: 1 })).toBeVisible()
  await expect(page.getByText('Sorry for that.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Credited what came.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Credited what came.' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark Resolved' }).click()
  await expect(page.getByText('This ticket is closed. The customer can open a new one.')).toBeVisible()
  const notifications = (await callAs(customer, '/api/notifications')) as { message: string }[]
  expect(notifications.map(({ message }) => message).join('\n')).toContain('$100.00')
})

test("two members of staff share the tickets: one takes it, adds a note, sees the other's answer, and refunds the order next to it", async ({
  page,
  browser,
}) => {
  const admin = await getAdmin()
  const customer = await makeCustomer({ name: 'Zoë', balance: 20 })
  const service = await findService(({ rate, min }) => rate * min < 5_000)
  const ordered = (await callAs(customer, '/api/orders/create', 'POST', {
    service_id: service.id,
    link: 'https://www.instagram.com/zoe',
    quantity: service.min,
  })) as { order: { id: number; price: number } } // the contract's shape
  const { id: orderId } = ordered.order
  const opened = (await callAs(customer, '/api/tickets', 'POST', {
    subject: 'Slow order',
    category: 'Order Issue',
    message: 'Nothing comes.',
    orderId,
  })) as { ticket: { id: number } } // the contract's shape
  const { id } = opened.ticket

  await signInAs(page, admin)
  await page.goto('/admin/tickets?show=unassigned')
  await page.getByRole('link', { name: 'Canned replies' }).click()
  await page.getByRole('button', { name: 'Add Reply' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Canned Reply' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByLabel('Title').fill('Greeting')
  await dialog.getByLabel('Text').fill('Dear {customer}, we look at order {order}. {me}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Greeting/ })).toBeVisible()
  // While it closes, the dialog still handles the keys.
  await expect(dialog).toHaveCount(0)
  // J selects it, and Enter opens it.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Canned Reply' })
  await expect(edit.getByLabel('Title')).toHaveValue('Greeting')
  await page.keyboard.press('Escape')
  await expect(edit).toHaveCount(0)
  for (const look of looks) await expectAccessible(page, 'canned replies', look)
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.getByRole('link', { name: 'Back to Tickets' }).click()
  await page.getByRole('button', { name: 'Unassigned' }).click()
  await page.getByRole('link', { name: new RegExp(`ticket ${id}: Slow order$`) }).click()
  await page.getByRole('button', { name: 'Assign to Me' }).click()
  await expect(page.getByText('Assigned to you')).toBeVisible()
  await page.getByRole('tab', { name: 'Internal note' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Only for us')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Only for us' })).toBeVisible()

  // Another member of staff opens it and starts to type.
  const colleague = await makeCustomer({ name: 'Ben' })
  await callAs(admin, `/api/admin/users/${colleague.user.id}`, 'PUT', { role: 'admin' })
  const other = await browser.newPage()
  await signInAs(other, await logIn(colleague.user.email, password))
  await other.goto(`/admin/tickets/${id}`)
  await other.getByRole('textbox', { name: 'Your reply' }).fill('I am on it.')
  await expect(page.getByText('Ben is answering')).toBeVisible()
  await page.getByRole('tab', { name: 'Reply' }).click()
  await page.getByLabel('Canned reply').selectOption({ label: 'Greeting' })
  await page.getByRole('button', { name: 'Insert' }).click()
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  const filled = `Dear Zoë, we look at order ${orderId}. ${admin.user.name}`
  await expect(reply).toHaveValue(filled)
  await other.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'I am on it.' })).toBeVisible()
  await expect(page.getByText('Ben has written since you began.', { exact: false })).toBeVisible()
  await expect(reply).toHaveValue(filled)
  await other.close()
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: filled })).toBeVisible()
  await expect(reply).toHaveValue('')

  // The order's actions are next to it, with the same confirmations as in the review queue.
  const named = page.getByRole('heading', { name: `Order ${orderId}` })
  const beside = page.locator('section').filter({ has: named })
  await beside.getByRole('button', { name: 'Refund', exact: true }).click()
  const act = page.getByRole('dialog', { name: 'Refund' })
  await act.getByLabel('Reason').fill('It was slow')
  await act.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(beside.getByText('Refunded', { exact: true }).first()).toBeVisible()
  for (const look of looks) await expectAccessible(page, 'a ticket', look)
  const seen = JSON.stringify(await callAs(customer, `/api/tickets/${id}`))
  expect([seen.includes('I am on it.'), seen.includes('Only for us')]).toEqual([true, false])
})
