import { readFile } from 'node:fs/promises'

import { dark, expectAccessible, overlay } from './axe.ts'
import { goInside } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, type SandboxFacts, test } from './journey.ts'
import {
  callAs,
  findService,
  getDemo,
  logIn,
  makeCustomer,
  password,
  type Person,
  signInAs,
} from './journey-users.ts'
import { setSpeed } from './set-speed.ts'

// Longer than most: one list in every state, wide and narrow, on one product.

type Listed = { id: number; link: string; status: string; can_refill: boolean }

/** The contract's shape. */
async function listOf(person: Person, query = ''): Promise<Listed[]> {
  return ((await callAs(person, `/api/orders?limit=200${query}`)) as { orders: Listed[] }).orders
}

type Wanted = { status: string; count: number; type?: string }

/**
 * Orders of a customer for separate links, with statuses from the provider. Returns the ids, for each wanted status.
 */
async function placeAt(
  person: Person,
  sandbox: SandboxFacts,
  wanted: readonly Wanted[],
): Promise<number[][]> {
  // On a busy machine they would be delivered before their status is set.
  await setSpeed(sandbox, 0)
  const statuses = new Map<string, string>()
  const ids: number[][] = []
  for (const { status, count, type } of wanted) {
    const links = Array.from(
      { length: count },
      (_, n) => `https://instagram.com/p/${status}${n}${Date.now()}`,
    )
    const placed: number[] = []
    for (const link of links) placed.push(await place(person, link, type))
    for (const link of links) statuses.set(link, status)
    ids.push(placed)
  }
  for (const [link, status] of statuses) {
    const there = async () => {
      const calls = await fetch(`${sandbox.provider.url}/sandbox/calls?action=add`)
      const all = (await calls.json()) as { link: string; order: number }[] // the sandbox's shape
      return all.find((call) => call.link === link)?.order
    }
    await expect.poll(there, { timeout: 60_000 }).toBeDefined()
    await fetch(`${sandbox.provider.url}/sandbox/orders/${await there()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status, ...(status === 'Partial' && { remains: 1 }) }),
    })
  }
  const awaited = async () =>
    (await listOf(person)).filter(({ link, status }) => statuses.get(link)?.toUpperCase() !== status).length
  await expect.poll(awaited, { timeout: 60_000 }).toBe(0)
  await setSpeed(sandbox, 1)
  return ids
}

async function place(person: Person, link: string, type: string | undefined): Promise<number> {
  const refills = (one: object) => 'refill' in one && one.refill === true
  const service = await findService(
    (one) => one.min > 1 && one.min <= 500 && (type !== undefined || (one.rate < 5 && refills(one))),
    0,
    type,
  )
  const texts = type === 'Custom Comments' ? { comments: lines(service.min) } : { quantity: service.min }
  const body = { service_id: service.id, link, ...texts }
  const placed = (await callAs(person, '/api/orders/create', 'POST', body)) as { order: { id: number } } // the contract's shape
  return placed.order.id
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, at) => `Comment ${at + 1}`).join('\n')
}

test('a returning customer orders again with two clicks: from the row, and from the page of the order', async ({
  page,
  sandbox,
}) => {
  const person = await makeCustomer({ balance: 500 })
  const wanted = { status: 'Completed', count: 1, type: 'Custom Comments' }
  const [[id = 0] = []] = await placeAt(person, sandbox, [wanted])
  const [before] = await listOf(person)
  await signInAs(page, person)
  await page.goto('/orders')
  // One.
  await page.getByRole('link', { name: `Order ${id} Again` }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(before?.link ?? '')
  await expect(page.getByRole('textbox', { name: /comments/i })).toHaveValue(/^Comment 1\nComment 2/)
  // A reload fills in the same.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(before?.link ?? '')
  await page.getByRole('textbox', { name: 'Link' }).fill(`${before?.link}again`)
  // Two.
  await page.getByRole('button', { name: /^Place Order/ }).click()
  await expect(page.getByText('Order placed')).toBeVisible()
  expect((await listOf(person)).map(({ link }) => link)).toEqual([`${before?.link}again`, before?.link])

  await goInside(page, `/orders/${id}`)
  await page.getByRole('link', { name: 'Order Again' }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(before?.link ?? '')
  await page.getByRole('button', { name: /^Place Order/ }).click()
  await expect(page.getByText('Order placed')).toBeVisible()

  // Outdated values are not used.
  await page.route('**/api/services/*', (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, code: 'service_not_found', message: 'Service not found', requestId: '1' },
    }),
  )
  await goInside(page, `/orders/${id}`)
  await page.getByRole('link', { name: 'Order Again' }).click()
  await expect(
    page.getByText('This service is no longer available. Please choose another one.'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(before?.link ?? '')
  await goInside(page, '/new-order?again=999999')
  await expect(page.getByText("Order 999999 isn't in your account").first()).toBeVisible()
})

test('several are selected by keyboard, their ids copied, and refills requested where possible', async ({
  page,
  context,
  sandbox,
  baseURL,
}) => {
  const person = await makeCustomer({ balance: 500 })
  const [done = [], , canceled = []] = await placeAt(person, sandbox, [
    { status: 'Completed', count: 2 },
    { status: 'Partial', count: 1 },
    { status: 'Canceled', count: 1 },
  ])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, person)
  await page.goto('/orders?status=completed,CANCELED')
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+Space')
  await page.getByRole('button', { name: 'Copy IDs', exact: true }).click()
  const newestFirst = [...canceled, ...done.toReversed()]
  await expect(page.getByText('3 order IDs copied').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(newestFirst.join(','))
  await page.getByRole('button', { name: 'Copy IDs, one per line' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(newestFirst.join('\n'))
  // Without clipboard access, they are shown for copying by hand.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: 'Copy IDs', exact: true }).click()
  const byHand = page.getByRole('dialog', { name: 'Copy the IDs manually' })
  await expect(byHand.getByRole('textbox')).toHaveValue(newestFirst.join(','))
  await page.keyboard.press('Escape')

  // A session that ends in the middle loses neither the filter nor the selection.
  await page.route('**/api/events', (route) => route.abort())
  // Held until the session has ended: the page itself loads the list as well.
  const letGo = [await hold(page, '**/api/orders?*'), await hold(page, '**/api/orders/*/status*')]
  await page.getByRole('button', { name: 'Refresh Status' }).click()
  const headers = { authorization: `Bearer ${person.token}` }
  await fetch(`${baseURL}/api/auth/logout`, { method: 'POST', headers })
  for (const go of letGo) go()
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.getByLabel('Email').fill(person.user.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/orders\?status=completed/)
  await expect(page.getByRole('checkbox', { name: /^Select order/i }).first()).toBeChecked()

  const asked = async () =>
    (await fetch(`${sandbox.provider.url}/sandbox/calls?action=refill`)).json() as Promise<unknown[]> // the sandbox's shape
  const before = (await asked()).length
  await page.getByRole('button', { name: 'Request Refill for 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a refill for 2 orders?' })
  await expect(dialog).toContainText('Not available for 1 order:')
  await expect(dialog).toContainText('canceled, refunded or failed')
  await expectAccessible(page, 'refills', dark, overlay)
  // A refill of one of them was requested elsewhere meanwhile: it is not requested again, and this is reported.
  const elsewhere = await logIn(person.user.email, password)
  await callAs(elsewhere, `/api/orders/${done[0]}/refill`, 'POST')
  await dialog.getByRole('button', { name: 'Request Refill' }).click()
  await expect(dialog).toContainText('Refill requested for 1 order.')
  await expect(dialog).toContainText('Not requested for 1 order:')
  await expect.poll(async () => (await asked()).length).toBe(before + 2)
})

test('more statuses are behind More, several at once, and the file has what the list shows; a click anywhere on a row opens its order, and Back returns to the list as it was left, also on a phone', async ({
  page,
}) => {
  const demo = await getDemo()
  const wanted = await listOf(demo, '&status=partial,refunded')
  await signInAs(page, demo)
  await page.goto('/orders')
  await page.getByRole('button', { name: /^More/ }).click()
  const partial = page.getByRole('menuitemcheckbox', { name: /^PARTIAL/ })
  await expect(partial).toContainText(String((await listOf(demo, '&status=partial')).length))
  await partial.click()
  // Clicking the next before the first answer makes Back skip both at once.
  await expect(page).toHaveURL('/orders?status=partial')
  await page.getByRole('menuitemcheckbox', { name: /^REFUNDED/ }).click()
  await expect(page).toHaveURL('/orders?status=partial%2Crefunded')
  await expect(page.getByRole('button', { name: /^More PARTIAL \+1/ })).toBeVisible()
  await expectAccessible(page, 'the menu of more statuses', dark, overlay)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row')).toHaveCount(1 + Math.min(10, wanted.length))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(
    text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0])),
  ).toEqual(wanted.map(({ id }) => id))
  await page.goBack()
  await expect(page).toHaveURL('/orders?status=partial')
  await page.goBack()
  await expect(page.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
  await expect(page.getByRole('row')).toHaveCount(1 + Math.min(25, (await listOf(demo)).length))

  await goInside(page, '/orders?status=completed')
  await page.getByRole('row').nth(1).click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  await page.getByRole('link', { name: 'Back to Order History' }).click()
  await expect(page).toHaveURL(/\/orders\?status=completed$/)

  await goInside(page, '/dashboard')
  await page.getByRole('table').getByRole('row').nth(1).click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)

  // On a phone it is the same.
  await page.setViewportSize({ width: 390, height: 800 })
  await goInside(page, '/orders')
  await page
    .getByRole('row')
    .nth(1)
    .click({ position: { x: 200, y: 6 } })
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  await page.goBack()
  // Its rows open the order until selection mode is on.
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page
    .getByRole('checkbox', { name: /^Select order/i })
    .first()
    .check()
  await expect(page.getByText('1 selected').last()).toBeVisible()
  await expectAccessible(page, 'choosing on a phone', dark)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})
