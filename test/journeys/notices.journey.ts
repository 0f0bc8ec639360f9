import { goInside } from './every-page.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, getDemo, makeCustomer, password, signInAs } from './people.ts'

const notOurs = { status: 500, body: 'not ours' }
const demo = () => getDemo()

test('what fails without a word of the server says the sentence of its place', async ({ page }) => {
  await page.route('**/api/auth/*', (route) => route.fulfill(notOurs))
  await page.goto('/register')
  await page.getByLabel('Name').fill('Ana')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).last().click()
  await expect(page.getByRole('alert')).toContainText('Registration failed. Please try again.')
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 201, json: {} }))
  await page.getByRole('button', { name: 'Register' }).last().click()
  await expect(page.getByRole('alert')).toContainText('Invalid user data in registration response')
  await page.goto('/login')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  const press = () => page.getByRole('button', { name: 'Login' }).click()
  await press()
  const told = page.getByRole('alert')
  await expect(told).toContainText('Login failed. Please check your credentials and try again.')
  for (const [answer, sentence] of [
    [{}, 'No token received'],
    [{ token: 'a.b.c' }, 'Invalid user data'],
    ['OK', 'Invalid server response'],
  ] as const) {
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: answer }))
    await press()
    await expect(told).toContainText(sentence)
  }
})

test('an order that fails says so, in the list, in its details and where it is placed', async ({ page }) => {
  await signInAs(page, await demo())
  const service = await findService(({ min, rate }) => min > 1 && min <= 500 && rate < 5)
  await page.goto(`/new-order?service=${service.id}`)
  await page.getByRole('textbox', { name: 'Link' }).fill('https://example.com/fails')
  const place = async (answer: object) => {
    await page.route('**/api/orders/create', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: /^Place/ }).click()
  }
  await place(notOurs)
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary.getByRole('alert')).toContainText('Failed to place order. Please try again later.')
  await place({ status: 201, json: {} })
  await expect(summary.getByRole('alert')).toContainText('Unknown error occurred')

  // Each of them can be refilled, and may have a status of a later version.
  await page.route(/\/api\/orders(?:\/\d+)?\?/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text
      .replaceAll('"can_refill":false', '"can_refill":true')
      .replaceAll('"refill":false', '"refill":true')
    const [first, second] = ['"status":"ON_HOLD"', '"status":"REFILL"']
    const shown = body.replace('"status":"COMPLETED"', first).replace('"status":"COMPLETED"', second)
    await route.fulfill({ response, body: shown })
  })
  await page.route('**/api/orders/*/refill*', (route) => route.fulfill(notOurs))
  await goInside(page, '/orders')
  await expect(page.getByRole('cell', { name: 'UNKNOWN' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'REFILLING' }).first()).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(11)
  await page
    .getByRole('button', { name: /^Refill Order/ })
    .first()
    .click()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText('Failed to request refill', { exact: true }).first()).toBeVisible()
  await page
    .getByRole('link', { name: /^View order/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Refill Order', exact: true }).click()
  await expect(toasts.getByText('Failed to refill order. Please try again later.').first()).toBeVisible()
  await page.route('**/api/orders/*/status*', (route) => route.fulfill(notOurs))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(
    toasts.getByText('Failed to refresh order status. Please try again later.').first(),
  ).toBeVisible()

  // What can not be loaded at all.
  await page.route('**/api/orders*', (route) => route.fulfill(notOurs))
  await page.route('**/api/orders/*', (route) => route.fulfill(notOurs))
  await page.route('**/api/user/dashboard', (route) => route.fulfill(notOurs))
  await page.route('**/api/services/index*', (route) => route.fulfill(notOurs))
  for (const [path, sentence] of [
    [new URL(page.url()).pathname, 'Unable to load order details. Please try again later.'],
    ['/orders', 'Unable to load orders. Please try again later.'],
    ['/dashboard', 'Unable to load recent orders. Please try again later.'],
    ['/new-order', 'Failed to load services. Please try again later.'],
  ] as const) {
    // Services that were fetched before would serve: the last page begins without them.
    if (path === '/new-order') await page.goto(path)
    else await goInside(page, path)
    if (path === '/new-order') await page.getByRole('combobox', { name: 'Service' }).click()
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  }
  await page.unrouteAll()
  await goInside(page, '/orders/999999')
  await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible()
})

test('what was done is told for 5 s, and longer under the focus', async ({ page }) => {
  const person = await demo()
  const { orders } = (await callAs(person, '/api/orders?status=COMPLETED&limit=1')) as {
    orders: { id: number }[]
  } // the contract's shape
  await signInAs(page, person)
  await page.clock.install()
  await page.route(/\/api\/orders\/\d+\?/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"can_refill":false', '"can_refill":true')
    await route.fulfill({ response, body: body.replace('"refill":false', '"refill":true') })
  })
  await page.route('**/api/orders/*/refill*', (route) =>
    route.fulfill({ json: { success: true, message: '' } }),
  )
  await page.goto(`/orders/${orders[0]?.id}`)
  await expect(page.getByRole('button', { name: 'Refill Order', exact: true })).toBeEnabled()
  // From here on no time passes but what is said.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Refill Order', exact: true }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Order refill requested successfully' })
  await expect(banner).toBeVisible()
  await page.clock.runFor(4_500)
  await expect(banner).toBeVisible()
  await banner.getByRole('button').focus()
  await page.clock.runFor(20_000)
  await expect(banner).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.clock.runFor(5_500)
  await expect(banner).toHaveCount(0)
})

test('a set-up link that is over says so before anything is filled in, on a page without menus, as does an invitation', async ({
  page,
  request,
}) => {
  const answer = await page.goto(`/setup/${'a'.repeat(43)}`)
  const html = (await answer?.text()) ?? ''
  expect(html).toContain('This link is over')
  const invitation = await (await request.get('/invitation/1-1-a')).text()
  for (const bare of [html, invitation])
    expect(bare).not.toMatch(/href="\/(?:pricing|faq|contact|terms)|<footer/)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Login' }).last()).toBeVisible()
})

test('canceling names the order and what comes back, and then that it is back', async ({ page }) => {
  const person = await makeCustomer({ balance: 50 })
  const service = await findService(({ min, rate }) => min > 1 && min <= 500 && rate < 5)
  await signInAs(page, person)
  // It is sent meanwhile, which is another story.
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
  await expect(page.getByRole('status').filter({ hasText: `Order ${id} is canceled` })).toContainText(amount)
})
