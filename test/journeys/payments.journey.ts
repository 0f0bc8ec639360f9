import { goInside } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { callAs, makeCustomer, signInAs } from './journey-users.ts'

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`)
}

test('an open payment waits, throttles its checks, and turns to success automatically; a canceled one says so and credits nothing, counts if it is paid late, and is shown as well where it ends before the event stream begins', async ({
  page,
  sandbox,
}) => {
  const person = await makeCustomer()
  await signInAs(page, person)
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
  // Again on a machine so slow that the first click wasn't too early.
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

  await goInside(page, '/add-funds')
  await page.getByRole('button', { name: /^\$10$/ }).click()
  await page.getByRole('button', { name: /^Pay \$10/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('$550.00')
  const canceled = new URL(page.url()).searchParams.get('order_id')
  await post(`${sandbox.gateway.url}/sandbox/invoices/${canceled}`, { status: 'paid' })
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('$560.00')

  // A session that ends between the page's request and its event stream.
  await goInside(page, '/add-funds')
  await page.getByRole('button', { name: /^\$10$/ }).click()
  await page.getByRole('button', { name: /^Pay \$10/ }).click()
  const back = page.getByRole('link', { name: 'Back to the shop' })
  const ended = new URL((await back.getAttribute('href')) ?? '').searchParams.get('order_id')
  const begin = await hold(page, '**/api/events')
  await back.click()
  await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible()
  await post(`${sandbox.gateway.url}/sandbox/invoices/${ended}`, { status: 'cancel' })
  const status = async () => callAs(person, `/api/payment/status/${ended}`)
  await expect.poll(status).toMatchObject({ status: 'canceled' })
  begin()
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible()
})
