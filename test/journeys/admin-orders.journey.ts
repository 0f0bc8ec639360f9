import { dark, expectAccessible, overlay } from './axe.ts'
import { goInside } from './every-page.ts'
import { expect, type SandboxFacts, test } from './journey.ts'
import { callAs, findService, getAdmin, makeCustomer, type Person, signInAs } from './journey-users.ts'

const ORDERS = 40

type AdminServices = { services: { provider: { service: string } | null }[] }
type Incidents = { incidents: { orders: number; order_ids: number[] }[] }
type Placed = { order: { id: number } }
type Orders = { orders: unknown[] }

async function fault(sandbox: SandboxFacts, times: number): Promise<void> {
  await fetch(`${sandbox.provider.url}/sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ action: 'add', kind: 'duplicate_id', times }),
  })
}

/** As if the provider had taken it, whatever it answered: its own id of it. */
async function takeThere(sandbox: SandboxFacts, service: string, link: string, quantity: number) {
  const fields = { key: sandbox.provider.key, action: 'add', service, link, quantity: String(quantity) }
  const response = await fetch(`${sandbox.provider.url}/api/v2`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return ((await response.json()) as { order: number }).order // the protocol's shape
}

async function countUnknown(admin: Person): Promise<number> {
  const { incidents } = (await callAs(admin, '/api/admin/orders/incidents')) as Incidents // the contract's shape
  return incidents.reduce((sum, { orders }) => sum + orders, 0)
}

/** The demo's orders in review, so that those of the outage are all there are. */
async function decideEarlier(admin: Person): Promise<void> {
  const { incidents } = (await callAs(admin, '/api/admin/orders/incidents')) as Incidents // the contract's shape
  for (const id of incidents.flatMap(({ order_ids: ids }) => ids))
    await callAs(admin, `/api/admin/orders/${id}/refund`, 'POST', { reason: 'Of the demo' })
}

/** Orders that are not sent yet, of any customer. */
async function countWaiting(admin: Person): Promise<number> {
  return ((await callAs(admin, '/api/admin/orders?dispatch=queued')) as Orders).orders.length // the contract's shape
}

test('an outage with 40 orders is resolved in under 10 clicks, and the money is correct', async ({
  page,
  sandbox,
}) => {
  test.setTimeout(240_000)
  const admin = await getAdmin()
  await decideEarlier(admin)
  const service = await findService(({ min, rate }) => min * rate < 4_000, 1)
  const listed = await callAs(admin, `/api/admin/services?search=%23${service.id}`)
  const there = (listed as AdminServices).services[0]?.provider?.service ?? '' // the contract's shape
  const person = await makeCustomer({ balance: 500 })
  const lineOf = (at: number) => ({
    service_id: service.id,
    link: `https://example.com/outage/${at}`,
    quantity: service.min,
  })
  // One is taken before: its id is the provider's answer to all others.
  await callAs(person, '/api/orders/create', 'POST', lineOf(0))
  await expect
    .poll(async () => JSON.stringify(await callAs(admin, `/api/admin/orders?user_id=${person.user.id}`)))
    .toContain('"accepted"')
  // An order that another journey left behind would be answered with one of the faults.
  await expect.poll(() => countWaiting(admin)).toBe(0)
  await fault(sandbox, ORDERS)
  const lines = Array.from({ length: ORDERS }, (_, at) => lineOf(at + 1))
  const answers = await Promise.all(lines.map((line) => callAs(person, '/api/orders/create', 'POST', line)))
  const placed = answers.map((answer) => (answer as Placed).order.id) // the contract's shape
  await expect.poll(() => countUnknown(admin), { timeout: 90_000 }).toBe(ORDERS)

  await signInAs(page, admin)
  // The menu and the dashboard open all orders; the review queue is a view of them.
  await page.goto('/admin/orders')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.nth(ORDERS + 1)).toBeVisible()
  await page.getByRole('button', { name: `Needs review ${ORDERS}` }).click()
  await expect(page).toHaveURL(/\/admin\/orders\?show=review$/)
  await expect(rows).toHaveCount(ORDERS + 1)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await file).suggestedFilename()).toMatch(/orders.*\.csv$/)
  let presses = 0
  const press = async (name: string, role: 'button' | 'link' | 'radio' = 'button') => {
    presses += 1
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  const taken = await Promise.all(
    [1, 2].map(async (at) => {
      const { link, quantity } = lineOf(at)
      return [await takeThere(sandbox, there, link, quantity), there, link, quantity].join('\t')
    }),
  )
  await press('Incidents', 'link')
  await press('Resolve')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^The provider's order list/ }).fill(taken.join('\n'))
  await press('Find Matches')
  await expect(dialog.getByText('2 matches')).toBeVisible()
  await press('Refund', 'radio')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The outage of today')
  await press('Preview')
  await expect(dialog.getByText(/^Found at the provider: 2/)).toBeVisible()
  await expect(dialog.getByText(/^Refunded: 38,/)).toBeVisible()
  await expectAccessible(page, 'an incident', dark, overlay)
  await press(`Resolve ${ORDERS} Orders`)
  // Each is decided separately: on a busy machine that takes a while.
  await expect(page.getByText('No unconfirmed orders')).toBeVisible({ timeout: 60_000 })
  expect(presses).toBeLessThan(10)
  expect(await countUnknown(admin)).toBe(0)

  // One of them with all its details: request, response, and who decided.
  const refunded = placed[9] ?? 0
  await goInside(page, `/admin/orders?search=%23${refunded}`)
  await page.getByRole('link', { name: `Open order ${refunded}` }).click()
  await expect(page.getByText('REFUNDED', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(new RegExp(`action=add&service=${there}&link=`))).toBeVisible()
  await expect(page.getByText('The outage of today')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(sandbox.provider.key)
})
