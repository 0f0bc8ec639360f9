import type { Page } from '@playwright/test'

import { dark, expectAccessible, overlay } from './axe.ts'
import { goInside } from './every-page.ts'
import { expect, type SandboxFacts, test } from './journey.ts'
import { callAs, findAffordable, findService, getAdmin, makeCustomer, signInAs } from './journey-users.ts'
import { setSpeed } from './set-speed.ts'

// Longer than most: one form, from its first letter to the order, for each type of service.

const link = (page: Page) => page.getByRole('textbox', { name: 'Link' })
const quantity = (page: Page) => page.getByRole('textbox', { name: 'Quantity' })

async function takenFor(sandbox: SandboxFacts, wanted: string): Promise<number> {
  const response = await fetch(`${sandbox.provider.url}/sandbox/calls?action=add`)
  const calls = (await response.json()) as { link: string }[] // the sandbox's journal
  return calls.filter(({ link }) => link === wanted).length
}

test('names are separated by commas or lines, counted while typing, arrive line by line, and a double press places one order; a label says what a field means for the type of the service; a link of another platform, or of an open order, is placed after a confirmation, and the receipt says for what and what is left; the selected service is in the URL, and is restored by a reload and by Back, and the rest of the form is not', async ({
  page,
  sandbox,
}) => {
  const named = await findService(({ min }) => min <= 500, 0, 'Mentions Custom List')
  const person = await makeCustomer({ balance: 50 })
  await signInAs(page, person)
  await page.goto(`/new-order?service=${named.id}`)
  const target = `https://instagram.com/p/names-${Date.now()}`
  await link(page).fill(target)
  const names = Array.from({ length: named.min + 2 }, (_, at) => `name${at}`)
  const [first = '', second = '', ...others] = names
  const box = page.getByRole('textbox', { name: 'Usernames to mention, separated by commas or lines' })
  await box.fill(`${first}, ${second}\n${others.join(' ,')},\n`)
  await expect(page.getByText(`${names.length} entries`)).toBeVisible()
  await Promise.all([page.keyboard.press('Control+Enter'), page.keyboard.press('Control+Enter')])
  await expect(page.getByText('Order placed')).toBeVisible()
  await expect
    .poll(async () => {
      const response = await fetch(`${sandbox.provider.url}/sandbox/calls?action=add`)
      const calls = (await response.json()) as { link: string; usernames?: string }[] // the sandbox's journal
      return calls.find((call) => call.link === target)?.usernames?.split('\n')
    })
    .toEqual(names)
  const { counts } = (await callAs(person, '/api/orders')) as { counts: { all: number } } // the contract's shape
  expect(counts.all).toBe(1)

  for (const [type, label] of [
    ['Mentions User Followers', 'Link of the account whose followers are mentioned'],
    ['Comment Likes', "Username of the comment's owner"],
    ['SEO', 'Keywords, separated by commas or lines'],
  ] as const) {
    const { id } = await findService(() => true, 0, type)
    await goInside(page, `/new-order?service=${id}`)
    await expect(page.getByRole('textbox', { name: label })).toBeVisible()
  }

  const service = await findAffordable(0)
  await goInside(page, `/new-order?service=${service.id}`)
  await expect(page.getByRole('region', { name: service.name })).toBeVisible()
  await link(page).pressSequentially('https://www.tiktok.com/@someone')
  const reason = 'This looks like a TikTok link, but the service is for Instagram.'
  await expect(page.getByText(reason).filter({ visible: true })).toBeVisible()
  const anyway = page.getByRole('button', { name: 'Place Anyway' })
  await expect(anyway).toHaveAccessibleDescription(reason)
  await link(page).fill('https://instagram.com/someone')
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()

  // Nothing is delivered meanwhile.
  const open = `https://www.instagram.com/p/open-${Date.now()}/`
  await setSpeed(sandbox, 0)
  try {
    const body = { service_id: service.id, link: open, quantity: service.min }
    const { order } = (await callAs(person, '/api/orders/create', 'POST', body)) as { order: { id: number } } // the contract's shape
    const typed = open.replace('https://www.', 'http://').slice(0, -1)
    await link(page).fill(typed)
    await expect(anyway).toHaveAccessibleDescription(
      `You already have an open order for this link: ${order.id}, ${service.name}.`,
    )
    await anyway.click()
    const receipt = page.getByRole('region', { name: 'Order placed' })
    await expect(receipt.getByText(typed)).toBeVisible()
    await expect(receipt.locator('time')).toBeVisible()
    const { user } = (await callAs(person, '/api/user/profile')) as { user: { balance: number } } // the contract's shape
    await expect(receipt.getByText('Balance after').locator('..')).toContainText(
      `$${user.balance.toFixed(2)}`.slice(0, 5),
    )
  } finally {
    await setSpeed(sandbox, 1)
  }

  const { id } = await findAffordable(4)
  await goInside(page, '/dashboard')
  await goInside(page, '/new-order')
  const picker = page.getByRole('combobox', { name: 'Service' })
  await picker.fill(String(id))
  const found = page.getByRole('listbox').getByRole('option').first()
  // The list that was open before is rendered again when typing pauses.
  await expect(found).toContainText(new RegExp(`^${id}(?!\\d)`))
  await found.click()
  await expect(page).toHaveURL(`/new-order?service=${id}`)
  await link(page).fill('https://instagram.com/kept')
  await quantity(page).fill('1500')
  const isThere = async () => {
    await expect(picker).toHaveValue(new RegExp(`^${id} · `))
    await expect(link(page)).toHaveValue('')
    await expect(quantity(page)).not.toHaveValue(/^1,?500$/)
  }
  await page.reload()
  await isThere()
  await link(page).fill('https://instagram.com/kept')
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Dashboard' })
    .click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goBack()
  await expect(page).toHaveURL(`/new-order?service=${id}`)
  await isThere()
})

test('a price that changed meanwhile is shown old and new, confirmed again, and charged once; a customer with a custom rate sees it, is charged it, and sees a changed one before paying', async ({
  page,
  sandbox,
}) => {
  const service = await findAffordable(1)
  const admin = await getAdmin()
  const person = await makeCustomer({ balance: 50 })
  await signInAs(page, person)
  await page.goto(`/new-order?service=${service.id}`)
  const target = `https://instagram.com/price-${Date.now()}`
  await link(page).fill(target)
  await quantity(page).fill('1000')
  await expect(page.getByRole('button', { name: /^Place Order/ })).toBeEnabled()
  const dearer = Math.round((service.rate + 1) * 10_000) / 10_000
  await callAs(admin, `/api/admin/services/${service.id}`, 'PUT', { rate: dearer })
  try {
    await page.keyboard.press('Control+Enter')
    await expect(
      page.getByText('The price of this service has changed. Please check it and try again.').first(),
    ).toBeVisible()
    expect(await takenFor(sandbox, target)).toBe(0)
    await expect(link(page)).toHaveValue(target)
    await page.getByRole('button', { name: /^Place Order/ }).click()
    await expect(page.getByText('Order placed')).toBeVisible()
    await expect.poll(() => takenFor(sandbox, target)).toBe(1)
    const { user } = (await callAs(person, '/api/user/profile')) as { user: { balance: number } } // the contract's shape
    expect(user.balance).toBeCloseTo(50 - dearer, 7)
  } finally {
    await callAs(admin, `/api/admin/services/${service.id}`, 'PUT', { rate: service.rate })
  }

  const theirs = await findAffordable(5)
  const setRate = (rate: number) =>
    callAs(admin, `/api/admin/users/${person.user.id}`, 'PUT', { rates: { [theirs.id]: rate } })
  await setRate(4.4321)
  await goInside(page, `/new-order?service=${theirs.id}`)
  await expect(page.getByRole('region', { name: theirs.name })).toContainText('$4.4321')
  await link(page).fill('https://instagram.com/own.rate')
  await quantity(page).fill('2000')
  await expect(page.getByText('$8.86420000').first()).toBeVisible()
  await setRate(4.5)
  const place = page.getByRole('button', { name: 'Place Order' }).first()
  await place.click()
  await expect(page.getByText('$9.00000000').first()).toBeVisible()
  await place.click()
  await expect(page.getByText('Order placed')).toBeVisible()
  await expect(page.getByText(`$${(41 - dearer).toFixed(4).slice(0, 5)}`).first()).toBeVisible()
})

test('an insufficient balance shows the missing amount, and the form is restored after paying', async ({
  page,
  sandbox,
}) => {
  const service = await findAffordable(2)
  await signInAs(page, await makeCustomer())
  await page.goto(`/new-order?service=${service.id}`)
  const target = 'https://instagram.com/comes-back'
  await link(page).fill(target)
  await quantity(page).fill('2000')
  await page
    .getByRole('link', { name: /^Add \$\d/ })
    .or(page.getByRole('button', { name: /^Add \$\d/ }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/add-funds\?/)
  await expect(page.getByRole('textbox', { name: 'Amount' })).not.toHaveValue('')
  await page.getByRole('textbox', { name: 'Amount' }).fill('25')
  await page.getByRole('button', { name: /^Pay \$25/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${sandbox.gateway.url}/pay/`))
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await page.getByRole('link', { name: /order/i }).last().click()
  await expect(page).toHaveURL(/\/new-order/)
  await expect(link(page)).toHaveValue(target)
  await expect(quantity(page)).toHaveValue(/2,?000/)
})

test('favourites and recently ordered services are at the top of the list, and a search keeps them there', async ({
  page,
}) => {
  const customer = await makeCustomer({ balance: 50 })
  const [starred, ordered, other] = [
    await findAffordable(1),
    await findAffordable(2),
    await findAffordable(3),
  ]
  const order = {
    service_id: ordered.id,
    link: `https://instagram.com/own-${Date.now()}`,
    quantity: ordered.min,
  }
  await callAs(customer, '/api/orders/create', 'POST', order)
  await callAs(customer, `/api/user/favourites/${starred.id}`, 'PUT')
  await signInAs(page, customer)
  await page.goto('/new-order')
  const box = page.getByRole('combobox', { name: 'Service' })
  const options = page.getByRole('listbox').getByRole('option')
  const idOf = async (at: number) => /\d+/.exec((await options.nth(at).textContent()) ?? '')?.[0]
  // Changes after the list was opened move nothing in it: they appear the next time.
  await expect(async () => {
    await box.press('Escape')
    await box.click()
    expect(await Promise.all([idOf(0), idOf(1)])).toEqual([String(starred.id), String(ordered.id)])
  }).toPass()
  await expect(options.nth(0)).toContainText('Favourite')
  for (const heading of ['Favourites', 'Recently ordered', 'All services'])
    await expect(page.getByRole('listbox').getByText(heading, { exact: true })).toBeVisible()
  await expectAccessible(page, 'own services on top', dark, overlay)

  // A search works as before, with them on top; a typed id comes before them.
  await box.pressSequentially('instagram', { delay: 0 })
  await expect(box).toHaveValue('instagram')
  await expect.poll(() => idOf(0)).toBe(String(starred.id))
  await box.fill(String(other.id))
  await expect.poll(() => idOf(0)).toBe(String(other.id))
  // The shortcut for a favourite moves nothing in the open list, and shows the next time.
  await box.press('ControlOrMeta+d')
  await expect(options.nth(0)).toContainText('Favourite')
  await box.press('Enter')
  const star = page.getByRole('button', { name: `Favourite: ${other.name}` })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await box.click()
  await box.fill('')
  await page.getByRole('button', { name: 'Favourites only' }).click()
  await expect(options).toHaveCount(1)
  await expect.poll(() => idOf(0)).toBe(String(starred.id))
  await box.press('Enter')
  await expect(page.getByRole('region', { name: starred.name })).toBeVisible()
})
