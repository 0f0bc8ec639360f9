import { dark, expectAccessible } from './axe.ts'
import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getAdmin, makeCustomer, signInAs } from './journey-users.ts'

test('a new customer is led to the first order; then it is in progress, partial, completed, and can be ordered again, all live', async ({
  page,
  sandbox,
}) => {
  const person = await makeCustomer({ name: 'Newcomer' })
  const admin = await getAdmin()
  const service = await findService(({ min, max, rate }) => min <= 100 && max >= 1_000 && rate < 5)
  await signInAs(page, person)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByText('No orders found. Start by placing a new order!')).toBeVisible()
  const steps = main.getByRole('list').filter({ hasText: 'Orders are paid from your balance.' })
  await expect(steps.getByRole('link', { name: 'Add Funds' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Needs your attention' })).toHaveCount(0)
  const given = { balance: 20, expected_balance: 0, reason: 'For a journey' }
  await callAs(admin, `/api/admin/users/${person.user.id}`, 'PUT', given)
  await expect(steps.getByRole('link', { name: 'New Order' })).toBeVisible()

  // Delivery is stopped, so that the progress doesn't change.
  const speed = (factor: number) =>
    fetch(`${sandbox.provider.url}/sandbox/speed`, { method: 'POST', body: JSON.stringify({ factor }) })
  await speed(0)
  try {
    const order = { service_id: service.id, link: 'https://example.com/first', quantity: 1_000 }
    const placed = await callAs(person, '/api/orders/create', 'POST', order)
    const { id } = (placed as { order: { id: number } }).order // the contract's shape
    await expect(main.getByRole('progressbar', { name: `Progress of order ${id}` })).toBeVisible()
    await expect(main.getByText('Orders are paid from your balance.')).toHaveCount(0)
    await expect(main.getByRole('heading', { name: 'Spending, 30 days' })).toBeVisible()
    await expect(main.getByRole('slider', { name: /Spent on orders by day, in UTC/ })).toBeVisible()
    // Too few samples.
    await expect(main.getByText(/^Your balance will last/)).toHaveCount(0)
    // Staff decide about orders that the provider accepted, not about those being sent.
    const dispatch = async () => {
      const answer = await callAs(admin, `/api/admin/orders/${id}`)
      return (answer as { order: { dispatch: { state: string } } }).order.dispatch.state // the contract's shape
    }
    await expect.poll(dispatch).toBe('accepted')
    const part = { remains: 400, reason: 'For a journey' }
    await callAs(admin, `/api/admin/orders/${id}/set-partial`, 'POST', part)
    await expect(main.getByRole('progressbar')).toHaveCount(0)
    await expect(main.getByText(`Order ${id} was partly delivered: 600 of 1,000.`)).toBeVisible()
  } finally {
    await speed(1)
  }

  const question = { subject: 'Where is it?', category: 'Order Issue', message: 'M' }
  const asked = await callAs(person, '/api/tickets', 'POST', question)
  const { id: ticket } = (asked as { ticket: { id: number } }).ticket // the contract's shape
  await callAs(admin, `/api/admin/tickets/${ticket}/messages`, 'POST', { message: 'Processing' })
  await expect(main.getByText('Support answered “Where is it?”.')).toBeVisible()
  const payment = { amount: 50, payment_method: 'cryptomus' }
  const opened = await callAs(person, '/api/payment/create', 'POST', payment)
  await goInside(page, '/dashboard')
  await expect(main.getByText("We haven't received your payment of $50.00 yet.")).toBeVisible()
  await expect(main.getByRole('link', { name: 'Continue Payment' })).toHaveAttribute(
    'href',
    (opened as { payment_url: string }).payment_url, // the contract's shape
  )
  await expectAccessible(page, 'what needs attention', dark)

  await main.getByRole('link', { name: /^Order .* again$/ }).click()
  await expect(page).toHaveURL(/\/new-order\?again=\d+/)
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue('https://example.com/first')
  await page.goBack()
  await main.getByRole('link', { name: 'View Reply: Where is it?' }).click()
  await expect(page.getByText('Processing')).toBeVisible()
})

test('deposits have their history, an open one can be continued, and the bonus is a step away', async ({
  page,
  sandbox,
}) => {
  const person = await makeCustomer()
  await signInAs(page, person)
  await page.goto('/add-funds')
  await expect(page.getByText('No deposits yet.')).toBeVisible()
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.pressSequentially('88')
  await expect(page.getByText('Add $12 more to get a 5% bonus.')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Progress to the next bonus' })).toHaveAttribute(
    'aria-valuetext',
    '$88.00 of $100',
  )
  await page.getByRole('button', { name: 'Change to $100' }).click()
  await expect(amount).toHaveValue('100')
  await expect(page.getByText('Add $400 more to get a 10% bonus.')).toBeVisible()
  await amount.fill('500')
  await expect(page.getByText('You get the highest bonus, 10%.')).toBeVisible()

  // Started here, continued from here, and credited while the page is open.
  const opened = (await callAs(person, '/api/payment/create', 'POST', {
    amount: 100,
    payment_method: 'cryptomus',
  })) as { payment_url: string; order_id: string } // the contract's shape
  await goInside(page, '/add-funds')
  const note = page.getByRole('region', { name: 'Unfinished payment' })
  await expect(note.getByRole('link', { name: 'Continue Payment' })).toHaveAttribute(
    'href',
    opened.payment_url,
  )
  const history = page.getByRole('table', { name: 'Deposits' })
  await expect(history.getByRole('row').nth(1)).toContainText('Unpaid')
  const paid = { method: 'POST', body: JSON.stringify({ status: 'paid' }) }
  await fetch(`${sandbox.gateway.url}/sandbox/invoices/${opened.order_id}`, paid)
  await expect(history.getByRole('row').nth(1)).toContainText('Credited')
  await expect(history.getByRole('row').nth(1)).toContainText('+$5.00')
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Quick stats' })).toContainText('$105.00')

  await page.setViewportSize({ width: 390, height: 844 })
  await history.getByRole('link', { name: /^Receipt/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible()
})
