import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { provider } from '#contract/providers/providers.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { AddProvider } from '#web/admin/providers/add-provider.tsx'
import { ChargeHold } from './charge-hold.tsx'
import { CurrencyForm } from './currency-form.tsx'

const at = '2026-11-22T10:00:00.000Z'
const wire = {
  id: 3,
  slug: 'panel',
  name: 'Panel',
  api_url: 'https://panel.example/api/v2',
  has_key: true,
  currency: 'USD',
  usd_per_unit: '1',
  rate_per: 1000,
  is_enabled: true,
  is_sandbox: false,
  balance: null,
  balance_usd: null,
  balance_low: null,
  is_balance_low: false,
  balance_checked_at: null,
  balance_currency: null,
  is_currency_settled: true,
  calls_at_once: 6,
  calls_per_second: 20,
  first_orders: 5,
  first_cost: 20,
  charge_hold: null,
  held_back: 0,
  health: { state: 'healthy', stopped_by: null, last_error: null, paused_until: null, refuses_us: null },
  reading: { state: 'healthy', last_error: null, paused_until: null },
  sync_policy: 'hold',
  sync_hours: 6,
  sync: { due_at: at, synced_at: null, trouble: null },
  calls: { count: 0, failures: 0, average_ms: null, slowest_ms: null },
  services: 2,
  below_cost: 0,
  waiting: 0,
  examined_at: null,
  created_at: at,
} as const
const repricing = {
  services: 2,
  raised: 2,
  lowered: 0,
  by_hand: 0,
  at_cost: 0,
  off_sale: 0,
  examples: [],
  seal: 's',
}

let takeAway = () => {}
let sent: unknown[]
let answer: object
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(answer)
  })
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

test("terms that were previewed but not confirmed are previewed again, and don't count as saved", async () => {
  answer = { success: true, provider: wire, repricing }
  takeAway = await showPart(<CurrencyForm provider={z.decode(provider, wire)} />)
  await page.getByRole('combobox', { name: 'Rate unit' }).selectOptions('1')
  const show = page.getByRole('button', { name: 'Preview Prices' })
  const question = page.getByRole('alertdialog')
  await show.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await show.click()
  await expect.element(question).toBeVisible()
  const asked = { rate_per: 1, dry_run: true }
  expect(sent).toEqual([asked, asked])
})

test('the connection test uses the number as the field is read', async () => {
  answer = { success: true, lines: [] }
  takeAway = await showPart(<AddProvider onClose={() => {}} />)
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  await box('API address').fill('https://panel.example/api/v2')
  await page.getByLabelText('API key').fill('k')
  await box('USD per unit').fill('1,25')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect.poll(() => sent).toMatchObject([{ usd_per_unit: '1.25' }])
  await box('USD per unit').fill('1,250')
  await page.getByRole('button', { name: 'Test Again', exact: true }).click()
  await expect.element(page.getByText(/^“1,250” can mean/)).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('orders that led to a hold are named by ids, which are not formatted as figures', async () => {
  const hold = {
    order_ids: [4711],
    service_id: 3,
    service: '1042',
    expected: '0.8',
    charged: '800',
    since: at,
  }
  const held = z.decode(provider, { ...wire, charge_hold: hold })
  takeAway = await showPart(held.charge_hold && <ChargeHold provider={held} hold={held.charge_hold} />)
  await expect.element(page.getByText('Order #4711', { exact: true })).toBeVisible()
})
