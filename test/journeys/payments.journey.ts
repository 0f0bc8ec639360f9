import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { callAs, makeCustomer, signInAs } from './people.ts'

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`)
}

test('presets show their bonus, the card is not available, and the limits are said', async ({ page }) => {
  await signInAs(page, await makeCustomer())
  await page.goto('/add-funds')
  for (const name of [
    /^\$10$/,
    /^\$25$/,
    /^\$50$/,
    /^\$100.*\$5\.00/,
    /^\$200.*\$10\.00/,
    /^\$500.*\$50\.00/,
  ])
    await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page.getByRole('radio', { name: /VISA\/MasterCard/ })).toBeDisabled()
  await expect(page.getByRole('radio', { name: /Payeer/ })).toBeEnabled()
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.pressSequentially('12a.3.4x5', { delay: 0 })
  await expect(amount).toHaveValue('12.345')
  await amount.fill('')
  await amount.pressSequentially('2,500.00', { delay: 0 })
  await expect(amount).toHaveValue('2,500.00')
  await expect(page.getByRole('button', { name: 'Pay $2,500.00' })).toBeVisible()
  await amount.fill('1.000')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('“1.000” can mean $1.00 or $1,000.00. Type 1 or 1000.')).toBeVisible()
  await amount.fill('0.5')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('The minimum amount is $1.00').first()).toBeVisible()
  await amount.fill('10001')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('The maximum amount is $10,000.00').first()).toBeVisible()
})

test('a gateway that is down is said, and the form keeps what was typed', async ({ page, sandbox }) => {
  await signInAs(page, await makeCustomer())
  await page.goto('/add-funds')
  await page.getByRole('textbox', { name: 'Amount' }).fill('42')
  await post(`${sandbox.gateway.url}/sandbox/faults`, {
    action: 'payment',
    kind: 'error_500_before',
    times: 20,
  })
  try {
    await page.getByRole('button', { name: /^Pay \$42/ }).click()
    await expect(page.getByText(/^Payment error: .*Please try again\.$/).first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('42')
  } finally {
    await fetch(`${sandbox.gateway.url}/sandbox/faults`, { method: 'DELETE' })
  }
  await page.getByRole('button', { name: /^Pay \$42/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${sandbox.gateway.url}/pay/`))
  await expect(page.getByRole('button', { name: 'Pay $42.00' })).toBeVisible()
})

test('a payment that is open waits, throttles its checks, and turns to success by itself', async ({
  page,
  sandbox,
}) => {
  await signInAs(page, await makeCustomer())
  await page.goto('/add-funds')
  await page.getByRole('button', { name: /^\$500/ }).click()
  await page.getByRole('button', { name: /^Pay \$500/ }).click()
  const letGo = await hold(page, '**/api/payment/status/**')
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page.getByRole('heading', { name: 'Verifying payment status...' })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible()
  for (const [name, path] of [
    ['Return to Add Funds', '/add-funds'],
    ['Go to Dashboard', '/dashboard'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
  const check = page.getByRole('button', { name: /Check Payment Status/ })
  // Once more where this machine was so slow that the first press was none too soon.
  await expect(async () => {
    await check.click()
    await expect(page.getByText('Please wait at least 10 seconds between checks').first()).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  const reference = new URL(page.url()).searchParams.get('order_id')
  await post(`${sandbox.gateway.url}/sandbox/invoices/${reference}`, { status: 'paid' })
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('$550.00')
})

test('a canceled payment says so and credits nothing; paid late it still counts', async ({
  page,
  sandbox,
}) => {
  await signInAs(page, await makeCustomer())
  await page.goto('/add-funds')
  await page.getByRole('button', { name: /^\$10$/ }).click()
  await page.getByRole('button', { name: /^Pay \$10/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('$0.00')
  const reference = new URL(page.url()).searchParams.get('order_id')
  await post(`${sandbox.gateway.url}/sandbox/invoices/${reference}`, { status: 'paid' })
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('$10.00')
})

test('what becomes of a payment after its page has asked, and before that hears of it, is said all the same', async ({
  page,
  sandbox,
}) => {
  const person = await makeCustomer()
  await signInAs(page, person)
  await page.goto('/add-funds')
  await page.getByRole('button', { name: /^\$10$/ }).click()
  await page.getByRole('button', { name: /^Pay \$10/ }).click()
  const back = page.getByRole('link', { name: 'Back to the shop' })
  const reference = new URL((await back.getAttribute('href')) ?? '').searchParams.get('order_id')
  const letGo = await hold(page, '**/api/events')
  await back.click()
  await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible()
  await post(`${sandbox.gateway.url}/sandbox/invoices/${reference}`, { status: 'cancel' })
  const status = async () => callAs(person, `/api/payment/status/${reference}`)
  await expect.poll(status).toMatchObject({ status: 'canceled' })
  letGo()
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible()
})
