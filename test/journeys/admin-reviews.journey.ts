import { dark, expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getAdmin, logIn, makeCustomer, password, signInAs } from './journey-users.ts'

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
  await page.getByRole('link', { name: 'Canned Replies' }).click()
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
  await expectAccessible(page, 'canned replies', dark)
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
  await expect(page.getByText('Ben posted while you were writing.', { exact: false })).toBeVisible()
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
  await expectAccessible(page, 'a ticket', dark)
  const seen = JSON.stringify(await callAs(customer, `/api/tickets/${id}`))
  expect([seen.includes('I am on it.'), seen.includes('Only for us')]).toEqual([true, false])
})
