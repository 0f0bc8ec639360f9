import type { Page } from '@playwright/test'

import { expect, type SandboxFacts, test } from './journey.ts'
import { callAs, findService, getAdmin, makeCustomer, type OfferedService, signInAs } from './people.ts'

const link = (page: Page) => page.getByRole('textbox', { name: 'Link' })
const quantity = (page: Page) => page.getByRole('textbox', { name: 'Quantity' })

/** The nth that is affordable, has a minimum above one, and takes thousands. */
function pick(nth: number): Promise<OfferedService> {
  return findService(
    ({ platform, min, max, rate }) =>
      platform === 'Instagram' && min > 1 && min <= 500 && max >= 10_000 && rate > 0.1 && rate < 5,
    nth,
  )
}

async function takenFor(sandbox: SandboxFacts, wanted: string): Promise<number> {
  const response = await fetch(`${sandbox.provider.url}/sandbox/calls?action=add`)
  const calls = (await response.json()) as { link: string }[] // the sandbox's journal
  return calls.filter(({ link }) => link === wanted).length
}

test('an order is placed by keyboard alone, typing fast, and two presses place one', async ({
  page,
  sandbox,
}) => {
  const service = await pick(0)
  await signInAs(page, await makeCustomer({ balance: 50 }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'New Order' })).toBeVisible()
  await page.keyboard.type(String(service.id), { delay: 0 })
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await expect(link(page)).toBeFocused()
  const target = `https://instagram.com/keyboard-${Date.now()}`
  await page.keyboard.type(target, { delay: 0 })
  await page.keyboard.press('Tab')
  await expect(quantity(page)).toBeFocused()
  await expect(quantity(page)).toHaveValue(String(service.min))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1k', { delay: 0 })
  await page.keyboard.press('ArrowUp')
  await expect(quantity(page)).not.toHaveValue('1k')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1k')
  await Promise.all([page.keyboard.press('Control+Enter'), page.keyboard.press('Control+Enter')])
  await expect(page.getByText('Order placed')).toBeVisible()
  await expect(page.getByText('1,000', { exact: true })).toBeVisible()
  await expect.poll(() => takenFor(sandbox, target)).toBe(1)
  await page.getByRole('button', { name: 'Place Another Order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New Order' })).toBeVisible()
  expect(await takenFor(sandbox, target)).toBe(1)
})

test('names are separated by commas or lines, counted while they are typed, and arrive line by line', async ({
  page,
  sandbox,
}) => {
  const service = await findService(({ min }) => min <= 500, 0, 'Mentions Custom List')
  await signInAs(page, await makeCustomer({ balance: 50 }))
  await page.goto(`/new-order?service=${service.id}`)
  const target = `https://instagram.com/p/names-${Date.now()}`
  await link(page).fill(target)
  const names = Array.from({ length: service.min + 2 }, (_, at) => `name${at}`)
  const [first = '', second = '', ...others] = names
  const box = page.getByRole('textbox', { name: 'User names to mention, separated by commas or lines' })
  await box.fill(`${first}, ${second}\n${others.join(' ,')},\n`)
  await expect(page.getByText(`${names.length} entries`)).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Order placed')).toBeVisible()
  await expect
    .poll(async () => {
      const response = await fetch(`${sandbox.provider.url}/sandbox/calls?action=add`)
      const calls = (await response.json()) as { link: string; usernames?: string }[] // the sandbox's journal
      return calls.find((call) => call.link === target)?.usernames?.split('\n')
    })
    .toEqual(names)
})

test('a label says what a field means to the type of the service', async ({ page }) => {
  await signInAs(page, await makeCustomer({ balance: 5 }))
  for (const [type, label] of [
    ['Mentions User Followers', 'Link of the account whose followers are mentioned'],
    ['Comment Likes', "User name of the comment's owner"],
    ['SEO', 'Keywords, separated by commas or lines'],
  ] as const) {
    const service = await findService(() => true, 0, type)
    await page.goto(`/new-order?service=${service.id}`)
    await expect(page.getByRole('textbox', { name: label })).toBeVisible()
  }
})

test('a link of another platform warns, and bounds are said in the sentence of the spec', async ({
  page,
}) => {
  const service = await pick(0)
  await signInAs(page, await makeCustomer({ balance: 50 }))
  await page.goto(`/new-order?service=${service.id}`)
  await link(page).pressSequentially('https://www.tiktok.com/@someone')
  await expect(
    page.getByText('This looks like a TikTok link, and the service is for Instagram.'),
  ).toBeVisible()
  await quantity(page).fill('1')
  await quantity(page).blur()
  await expect(
    page.getByText(`Quantity must be between ${service.min} and ${service.max}`).first(),
  ).toBeVisible()
})

test('a price that changed meanwhile is shown old and new, asked again, and charged once', async ({
  page,
  sandbox,
}) => {
  const service = await pick(1)
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
})

test('too little balance offers what is missing, and the form is there again after paying', async ({
  page,
}) => {
  const service = await pick(2)
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
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await page.getByRole('link', { name: /order/i }).last().click()
  await expect(page).toHaveURL(/\/new-order/)
  await expect(link(page)).toHaveValue(target)
  await expect(quantity(page)).toHaveValue(/2,?000/)
})

test('a customer with a rate of their own sees it, is charged it, and learns of another one before paying', async ({
  page,
}) => {
  const service = await pick(5)
  const customer = await makeCustomer({ balance: 100 })
  const setRate = async (rate: number) =>
    callAs(await getAdmin(), `/api/admin/users/${customer.user.id}`, 'PUT', { rates: { [service.id]: rate } })
  await setRate(4.4321)
  await signInAs(page, customer)
  await page.goto(`/new-order?service=${service.id}`)
  await expect(page.getByRole('region', { name: service.name })).toContainText('$4.4321')
  await link(page).fill('https://instagram.com/own.rate')
  await quantity(page).fill('2000')
  await expect(page.getByText('$8.86420000').first()).toBeVisible()
  await setRate(4.5)
  const place = page.getByRole('button', { name: 'Place Order' }).first()
  await place.click()
  await expect(page.getByText('$9.00000000').first()).toBeVisible()
  await place.click()
  await expect(page.getByText('Order placed')).toBeVisible()
  await expect(page.getByText('$91.00').first()).toBeVisible()
})
