import { expect, test } from './journey.ts'
import { findService, makeCustomer, signInAs } from './journey-users.ts'

test('an expired setup link says so before anything is filled in, on a page without menus, and so does an invitation', async ({
  page,
  request,
}) => {
  const answer = await page.goto(`/setup/${'a'.repeat(43)}`)
  const html = (await answer?.text()) ?? ''
  expect(html).toContain('This link has expired')
  const invitation = await (await request.get('/invitation/1-1-a')).text()
  for (const bare of [html, invitation])
    expect(bare).not.toMatch(/href="\/(?:pricing|faq|contact|terms)|<footer/)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Login' }).last()).toBeVisible()
})

test('canceling names the order and the refund, and then confirms it', async ({ page }) => {
  const person = await makeCustomer({ balance: 50 })
  const service = await findService(({ min, rate }) => min > 1 && min <= 500 && rate < 5)
  await signInAs(page, person)
  // It is sent meanwhile, which is another case.
  await page.route('**/api/events', (route) => route.abort())
  await page.route('**/api/orders/*/cancel*', (route) =>
    route.fulfill({ json: { success: true, message: '' } }),
  )
  await page.goto(`/new-order?service=${service.id}`)
  await page.getByRole('textbox', { name: 'Link' }).fill(`https://example.com/cancel-${Date.now()}`)
  await page.getByRole('button', { name: /^Place/ }).click()
  const price = await page
    .getByRole('region', { name: 'Order placed' })
    .getByText(/^\$\d/)
    .last()
    .textContent()
  let isCanceled = false
  await page.route(/\/api\/orders\/\d+(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    const { order } = (await response.json()) as { order: { price: number } } // the contract's shape
    const change = isCanceled
      ? { status: 'CANCELED', refunded: order.price }
      : { status: 'PENDING', can_cancel: true }
    await route.fulfill({ response, json: { success: true, order: { ...order, ...change } } })
  })
  await page.getByRole('link', { name: 'View Order Details' }).click()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const id = /\d+$/.exec(page.url())?.[0] ?? 'no order'
  const dialog = page.getByRole('alertdialog')
  const amount = (price ?? '').replace(/0{1,6}$/, '')
  await expect(dialog).toContainText(`Cancel order ${id}?`)
  await expect(dialog).toContainText(amount)
  isCanceled = true
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByRole('status').filter({ hasText: `Order ${id} was canceled` })).toContainText(amount)
})
