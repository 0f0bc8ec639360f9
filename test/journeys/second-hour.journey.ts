import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getAdmin, makeCustomer, signInAs } from './journey-users.ts'

type Placed = { order: { id: number } }

test('the first unknown order, a partial refund, a deposit in review, a ticket and the day’s report, and it all adds up', async ({
  page,
  product,
  sandbox,
}) => {
  test.setTimeout(240_000)
  const admin = await getAdmin()
  const customer = await makeCustomer({ name: 'Second', balance: 50 })
  const service = await findService(({ min, rate }) => min * rate < 4_000)
  const place = async (at: number) => {
    const body = { service_id: service.id, link: `https://example.com/second/${at}`, quantity: service.min }
    return ((await callAs(customer, '/api/orders/create', 'POST', body)) as Placed).order.id // the contract's shape
  }
  await signInAs(page, admin)

  // The provider accepts the order but answers with an HTML page: the outcome is unknown.
  await fetch(`${sandbox.provider.url}/sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ action: 'add', kind: 'html', taken: true }),
  })
  const unknown = await place(1)
  const exists = page.getByRole('button', { name: 'Assign Provider Order ID' })
  await expect(async () => {
    await page.goto(`/admin/orders/${unknown}`)
    await expect(exists).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await page.getByText('Raw request and response').click()
  await expect(page.getByText('Response, HTTP 200')).toBeVisible()
  const calls = (await (await fetch(`${sandbox.provider.url}/sandbox/calls?action=add`)).json()) as {
    link: string
    order: number
  }[] // the sandbox's shape
  const there = calls.find(({ link }) => link.endsWith('/second/1'))?.order
  await exists.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel("Provider's order ID").fill(String(there))
  await dialog.getByLabel('Reason').fill('It is on their list')
  await dialog.getByRole('button', { name: 'Assign Provider Order ID' }).click()
  await expect(page.getByText('Done. Added to the audit log.')).toBeVisible()
  // The order then shows the possible actions.
  await expect(dialog).toHaveCount(0)
  await expect(exists).toHaveCount(0)

  // A part of the price is refunded, and the customer is notified.
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByRole('radio', { name: 'Amount' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.0001')
  await expect(
    dialog.getByText(`$0.0001 is refunded to ${customer.user.email}. The order continues.`),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('It was late')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Refunded $0.0001')).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await callAs(customer, '/api/notifications')))
    .toContain('order_refunded_in_part')

  // Half of an invoice is paid before it ends.
  const deposit = (await callAs(customer, '/api/payment/create', 'POST', {
    amount: 20,
    payment_method: 'cryptomus',
  })) as { payment_url: string } // the contract's shape
  for (const pressed of ['pay_little', 'cancel'])
    await fetch(deposit.payment_url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `do=${pressed}`,
    })
  const row = page.getByRole('row', { name: new RegExp(customer.user.email) })
  await expect(async () => {
    await goInside(page, '/admin/deposits')
    await expect(row).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await row.click()
  await dialog.getByLabel('Reason').fill('It arrived')
  await dialog.getByRole('button', { name: 'Credit Deposit' }).click()
  await expect(dialog.getByText('Completed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /deposit$/i })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(row).toHaveCount(0)
  const notifications = (await callAs(customer, '/api/notifications')) as { message: string }[] // the contract's shape
  expect(notifications.map(({ message }) => message).join('\n')).toContain('$10.00')

  const opened = (await callAs(customer, '/api/tickets', 'POST', {
    subject: 'Thank you',
    category: 'Other',
    message: 'All is well now.',
    orderId: unknown,
  })) as { ticket: { id: number } } // the contract's shape
  await goInside(page, '/admin/tickets')
  await page.getByRole('link', { name: new RegExp(`ticket ${opened.ticket.id}: Thank you$`) }).click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Gladly.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Gladly.' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark Resolved' }).click()
  await expect(page.getByText('This ticket is closed.', { exact: false })).toBeVisible()

  await goInside(page, '/admin/reports')
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await expect(page.getByRole('table').first()).toBeVisible()

  const audit = spawnSync(process.execPath, [join(process.cwd(), 'scripts/audit.ts')], {
    env: { ...process.env, DATABASE_URL: product.databaseUrl, DATA_DIR: product.dataDir },
    encoding: 'utf8',
  })
  expect(audit.stdout).toMatch(/All \d+ checks passed\./)
  expect(audit.status).toBe(0)
})
