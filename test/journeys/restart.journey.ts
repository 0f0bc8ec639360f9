import { expect, test } from './journey.ts'
import { callAs, findService, makeCustomer, signInAs } from './journey-users.ts'

test('an open page keeps what is typed while the product restarts, and its form is sent afterwards', async ({
  page,
  product,
}) => {
  const person = await makeCustomer({ balance: 50 })
  const service = await findService(({ min, rate }) => min > 1 && min <= 500 && rate < 5)
  await signInAs(page, person)
  await page.goto(`/new-order?service=${service.id}`)
  const link = page.getByRole('textbox', { name: 'Link' })
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await link.fill('https://example.com/half')
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url())
  })

  await product.restart(async () => {
    // The open page notices that the server is away, and still accepts input.
    await link.fill('https://example.com/half-typed')
    await quantity.fill('700')
    await expect(link).toHaveValue('https://example.com/half-typed')
  })
  await expect(link).toHaveValue('https://example.com/half-typed')
  await expect(quantity).toHaveValue('700')
  await page.getByRole('button', { name: /^Place Order/ }).click()
  await expect(page.getByText('Order placed')).toBeVisible()
  expect(loads).toEqual([])
  const { orders } = (await callAs(person, '/api/orders')) as { orders: { link: string; quantity: number }[] } // the contract's shape
  expect(orders).toMatchObject([{ link: 'https://example.com/half-typed', quantity: 700 }])
})
