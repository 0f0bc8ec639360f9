import type { Page } from '@playwright/test'

import { expectAccessible, looks } from './axe.ts'
import { overflowOf } from './every-page.ts'
import { hold } from './hold.ts'
import { expect, type SandboxFacts, test } from './journey.ts'
import { callAs, findService, makeCustomer, type Person, signInAs } from './journey-users.ts'

// Longer than most: one box, from its first letter to the orders, with every possible failure.

const box = (page: Page) => page.getByRole('textbox', { name: 'Orders, one per line' })
const summary = (page: Page) => page.getByRole('region', { name: 'Mass order summary' })
const figure = (page: Page, name: string) =>
  summary(page).locator('dl > div').filter({ hasText: name }).locator('dd')
const place = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true })

const pick = () =>
  findService(
    ({ platform, min, max, rate }) => platform === 'Instagram' && min <= 100 && max >= 1000 && rate < 5,
  )

async function takenBy(sandbox: SandboxFacts, mark: string): Promise<string[]> {
  const response = await fetch(`${sandbox.provider.url}/sandbox/calls?action=add`)
  const calls = (await response.json()) as { link: string }[] // the sandbox's journal
  return calls.map(({ link }) => link).filter((link) => link.includes(mark))
}

/** A rate has 4 decimals at most, and always shows cents. */
function sayDollars(amount: number): string {
  return `$${amount.toFixed(4).replace(/0{1,2}$/, '')}`
}

async function countOrders(person: Person): Promise<number> {
  const { counts } = (await callAs(person, '/api/orders')) as { counts: { all: number } } // the contract's shape
  return counts.all
}

test('fifty lines with three wrong ones: each is checked while typing, 47 are placed once, and the three are fixed', async ({
  page,
  sandbox,
}) => {
  const service = await pick()
  const talked = await findService(() => true, 0, 'Custom Comments')
  const person = await makeCustomer({ balance: 500 })
  await signInAs(page, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { level: 1, name: 'Mass Order' })).toBeVisible()

  // Empty: it says so instead of being disabled.
  await place(page, 'Place Orders').click()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveAccessibleDescription('Enter a line: service ID | link | quantity')

  const mark = `mass-${Date.now()}`
  const separators = [' | ', '\t', ';', ' ', ',']
  const lines = Array.from({ length: 50 }, (_, at) =>
    [service.id, `https://instagram.com/${mark}-${at}`, 1000].join(separators[at % separators.length]),
  )
  lines[9] = `${service.id} | https://instagram.com/${mark}-9 | ${service.max + 1}`
  lines[19] = `99999999 | https://instagram.com/${mark}-19 | 1000`
  lines[29] = `${talked.id} | https://instagram.com/${mark}-29 | 1000`
  await box(page).fill(lines.join('\n'))
  await expect(figure(page, 'Ready')).toHaveText('47')
  await expect(figure(page, 'To fix')).toHaveText('3')
  await page.getByRole('group', { name: 'Filter lines' }).getByRole('button', { name: 'To fix' }).click()
  const rows = page.getByRole('region', { name: 'Your orders' }).getByRole('listitem')
  await expect(rows).toHaveText([
    /^10Quantity must be between/,
    /^20Service 99999999 isn't available/,
    /^30Please order this service on its own/,
  ])
  const price = sayDollars(service.rate * 47)
  await expect(summary(page)).toContainText(price)
  await expect(figure(page, 'Balance after')).toHaveText(sayDollars(500 - service.rate * 47))
  await expectAccessible(page, 'mass order', looks[1])
  await expect.poll(() => overflowOf(page)).toBe(0)
  await page.setViewportSize({ width: 1360, height: 844 })
  await page.getByRole('button', { name: 'Go to line 20' }).click()
  await expect(box(page)).toBeFocused()
  const chosen = () =>
    box(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    )
  await expect.poll(chosen).toBe(lines[19])

  // No letter is lost while typing without a pause, and the input survives a reload.
  await box(page).press('Control+End')
  const typed = `\n${service.id} | https://instagram.com/${mark}-typed-without-a-pause | 1000`
  await page.keyboard.type(typed, { delay: 0 })
  await expect(box(page)).toHaveValue(lines.join('\n') + typed)
  await expect(figure(page, 'Ready')).toHaveText('48')
  await page.reload()
  await expect(box(page)).toHaveValue(lines.join('\n') + typed)
  await expect(page.getByText('Draft restored')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(box(page)).toHaveValue('')
  await box(page).fill(lines.join('\n'))
  await expect(figure(page, 'Ready')).toHaveText('47')
  await box(page).press('Control+Enter')
  await expect(page.getByRole('region', { name: '47 orders placed' })).toContainText(price)
  await expect(page.getByRole('link', { name: /^Order \d+$/ })).toHaveCount(47)
  await expectAccessible(page, 'results of a mass order', looks[1])
  await expect.poll(() => overflowOf(page)).toBe(0)

  // On a phone: the three wait in the box, also after a reload, without those already placed.
  const letGo = await hold(page, '**/api/services/index*')
  await page.reload()
  await expect(box(page)).toHaveValue([lines[9], lines[19], lines[29]].join('\n'))
  // A loading state is shown while services load, and no longer.
  await place(page, 'Place Orders').click()
  await expect(box(page)).toHaveAccessibleDescription(/still loading/)
  letGo()
  await expect(box(page)).not.toHaveAccessibleDescription(/still loading/)
  await place(page, 'Place Orders').click()
  await expect(box(page)).toHaveAccessibleDescription(/^Fix line 1 first: Quantity must be between/)
  await expect.poll(chosen).toBe(lines[9])
  await box(page).fill(`${service.id} | https://instagram.com/${mark}-9 | 1k\n${lines[19]}`)
  await place(page, 'Place 1 Order').click()
  await expect(page.getByRole('region', { name: '1 order placed' })).toBeVisible()
  await page.getByRole('button', { name: 'Fix 1 Remaining Line' }).click()
  await expect(box(page)).toHaveValue(lines[19] ?? '')
  expect(await countOrders(person)).toBe(48)
  await expect.poll(async () => (await takenBy(sandbox, mark)).length, { timeout: 60_000 }).toBe(48)
  expect(new Set(await takenBy(sandbox, mark)).size).toBe(48)
})

test('a lost answer is requested again with the same key, also after a reload, and nothing is placed twice', async ({
  page,
}) => {
  const service = await pick()
  const person = await makeCustomer({ balance: 1 })
  await signInAs(page, person)
  await page.goto('/mass-order')
  const few = service.min
  const dear = Math.min(service.max, Math.ceil(2000 / service.rate))
  const lines = [few, few, dear].map(
    (quantity, at) => `${service.id} | @lost${Date.now()}${at} | ${quantity}`,
  )

  // More than the balance: a link to add funds, and back to the box.
  await box(page).fill(lines.join('\n'))
  await expect(page.getByRole('link', { name: /^Add \$/ }).filter({ visible: true })).toHaveAttribute(
    'href',
    /^\/add-funds\?amount=\d+.*return=%2Fmass-order$/,
  )
  await box(page).fill(lines.slice(0, 2).join('\n'))

  // The orders arrive, but the answer doesn't.
  await page.route('**/api/orders/mass', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await place(page, 'Place 2 Orders').click()
  const unknown = page.getByRole('alert').filter({ hasText: 'We got no response for 2 orders' })
  await expect(unknown).toBeVisible()
  await expect(box(page)).not.toBeEditable()
  await page.reload()
  await expect(unknown).toBeVisible()
  await expect(box(page)).not.toBeEditable()
  await page.unroute('**/api/orders/mass')
  // A refusal for this request says nothing about earlier ones.
  await page.route('**/api/orders/mass', (route) =>
    route.fulfill({ status: 403, json: { success: false, code: 'of_a_later_version', message: 'Not now' } }),
  )
  await place(page, 'Check Again').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not now' })).toBeVisible()
  await expect(box(page)).not.toBeEditable()
  await page.unroute('**/api/orders/mass')
  await place(page, 'Check Again').click()
  await expect(page.getByRole('region', { name: '2 orders placed' })).toBeVisible()
  expect(await countOrders(person)).toBe(2)
  await page.getByRole('button', { name: 'Place Another Mass Order' }).click()
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toBeEditable()
})
