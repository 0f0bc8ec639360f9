import { hold } from './hold.ts'
import { expect, test } from './journey.ts'
import { callAs, findService, makeCustomer, password, type Person, signInAs } from './journey-users.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a password gets into no URL: the form cannot be sent', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('someone@example.com')
    await page.getByLabel('Password', { exact: true }).fill('never in an address')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
    expect(page.url()).toMatch(/\/login$/)
    // And if it were: not in the URL.
    await expect(page.locator('form')).toHaveAttribute('method', 'post')
    await expect(page.getByLabel('Email')).toHaveValue('someone@example.com')
  })
})

test('a long text survives a reload, also one typed before hydration, and is announced as restored', async ({
  page,
}) => {
  const letGo = await hold(page, '**/assets/*.js')
  await page.goto('/contact', { waitUntil: 'commit' })
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Written early')
  letGo()
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('early')
  await expect(page.getByText('Draft restored')).toHaveCount(0)
  await page.reload()
  await expect(message).toHaveValue('Written early')
  await expect(page.getByText('Draft restored')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(message).toHaveValue('')
  await expect(message).toBeFocused()
  await page.reload()
  await expect(message).toBeVisible()
  await expect(page.getByText('Draft restored')).toHaveCount(0)
})

test('a session that the server ended leads to the login and back, and no input is lost; after a logout in another tab a started order is restored for its owner only', async ({
  context,
  page,
  baseURL,
}) => {
  const owner = await makeCustomer({ balance: 50 })
  const other = await makeCustomer({ balance: 5 })
  const service = await findService(({ min, rate }) => min > 1 && min <= 500 && rate < 5)
  const link = page.getByRole('textbox', { name: 'Link' })
  const logIn = async ({ user }: Person) => {
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`/new-order?service=${service.id}`)
  }
  await signInAs(page, owner)
  await page.goto(`/new-order?service=${service.id}`)
  const asked = page.waitForResponse(/\/api\/orders\/open\?/)
  await link.fill('https://example.com/in-the-middle')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('700')
  // Otherwise this page may be the one that finds the session ended, while the form is being filled in.
  await asked
  const headers = { authorization: `Bearer ${owner.token}` }
  // The next call that is answered, for open orders with the link, is answered with 401.
  const isOther = (url: URL) => url.pathname.startsWith('/api/') && url.pathname !== '/api/orders/open'
  await page.route(isOther, (route) =>
    'authorization' in route.request().headers() ? route.abort() : route.continue(),
  )
  await fetch(`${baseURL}/api/auth/logout`, { method: 'POST', headers })
  const begun = 'https://example.com/in-the-middle-of-it'
  await link.fill(begun)
  await expect(page).toHaveURL(/\/login\?from=%2Fnew-order/)
  await page.unroute(isOther)
  await logIn(owner)
  await expect(link).toHaveValue(begun)
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('700')

  const second = await context.newPage()
  for (const [person, kept] of [
    [owner, begun],
    [other, ''],
  ] as const) {
    await second.goto('/dashboard')
    await second.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    await logIn(person)
    await expect(link).toHaveValue(kept)
  }
})

test('an order whose answer was lost with its page is the same order when it is placed again', async ({
  page,
}) => {
  const person = await makeCustomer({ balance: 50 })
  const service = await findService(({ min, rate }) => min > 1 && min <= 500 && rate < 5)
  await signInAs(page, person)
  await page.goto(`/new-order?service=${service.id}`)
  const target = `https://example.com/lost-answer-${Date.now()}`
  await page.getByRole('textbox', { name: 'Link' }).fill(target)
  // The first answer only. The route stays: removing one while a page loads can leave a request without any answer, for
  // which the page waits 60 s, twice.
  let isLost = false
  await page.route('**/api/orders/create', async (route) => {
    if (isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await page.reload()
    await route.abort().catch(() => {})
  })
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: /^Place Order/ }).click()
  await loaded
  await page.getByRole('textbox', { name: 'Link' }).fill(target)
  // By then an order for this link may be reported: it is the same.
  await page.getByRole('button', { name: /^Place (?:Order|anyway)/ }).click()
  await expect(page.getByText('Order placed')).toBeVisible()
  const { orders } = (await callAs(person, '/api/orders')) as { orders: { link: string }[] } // the contract's shape
  expect(orders.filter(({ link }) => link === target)).toHaveLength(1)
})

test('when another tab signs in as another user, nothing of the first user stays', async ({ context }) => {
  const first = await makeCustomer({ balance: 12.34, name: 'First' })
  const second = await makeCustomer({ balance: 5, name: 'Second' })
  const page = await context.newPage()
  await signInAs(page, first)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, First' })).toBeVisible()
  const elsewhere = await context.newPage()
  await elsewhere.goto('/robots.txt')
  await elsewhere.evaluate((session) => localStorage.setItem('session', session), JSON.stringify(second))
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Second' })).toBeVisible()
  await expect(page.getByText('$12.34')).toHaveCount(0)
})

test('on plain HTTP in a private network orders are placed and ids are copied', async ({ page, baseURL }) => {
  const service = await findService(({ min, rate }) => min > 1 && min <= 500 && rate < 5)
  await signInAs(page, await makeCustomer({ balance: 50 }))
  // A name that the browser resolves to this machine without trusting it as localhost: see playwright.config.ts.
  const address = (baseURL ?? '').replace('127.0.0.1', 'panel.test')
  await page.goto(`${address}/new-order?service=${service.id}`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await page.getByRole('textbox', { name: 'Link' }).fill(`https://example.com/lan-${Date.now()}`)
  await page.getByRole('button', { name: /^Place Order/ }).click()
  await expect(page.getByText('Order placed')).toBeVisible()
  await page.getByRole('button', { name: 'Copy Order ID' }).click()
  await expect(page.getByText('Copied')).toBeAttached()
})
