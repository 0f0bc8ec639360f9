import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { money } from '#contract/base/money.ts'
import type { ApiAccess, ApiKey } from '#contract/users/api-keys.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { ApiKeyList } from './api-key-list.tsx'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

const bot: ApiKey = {
  id: '00000000-0000-4000-8000-000000000001',
  prefix: 'tr_7_abcd',
  name: 'Bot',
  scopes: ['read'],
  allowed_addresses: ['192.0.2.7/32'],
  daily_limit: money(500_000_000n),
  spent_today: money(125_000_000n),
  errors: null,
  is_test: false,
  expires_at: new Date('2099-01-01T00:00:00.000Z'),
  is_expired: false,
  created_at: new Date(),
  last_used_at: null,
}
const old: ApiKey = {
  ...bot,
  id: '00000000-0000-4000-8000-000000000002',
  prefix: 'tr_7_wxyz',
  expires_at: new Date(0),
  is_expired: true,
}
const wire = {
  success: true,
  keys: [],
  allowed_addresses: [],
  daily_limit: null,
  spent_today: 0,
  default_errors: 'code' as const,
}

function Shown({ keys }: { keys: ApiKey[] }) {
  const [access, setAccess] = useState<ApiAccess>({
    keys,
    allowed_addresses: [],
    daily_limit: null,
    spent_today: money(0n),
    default_errors: 'code',
    needs_confirmed_email: false,
  })
  return <ApiKeyList access={access} onChange={setAccess} />
}

async function show(keys = [bot, old]) {
  const sent = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>(async (_path, init) =>
    Response.json(
      { ...wire, needs_confirmed_email: false, ...(init?.method === 'POST' && { key: 'tr_7_secret' }) },
      { status: init?.method === 'POST' ? 201 : 200 },
    ),
  )
  vi.stubGlobal('fetch', sent)
  takeAway = await showPart(<Shown keys={keys} />)
  return () =>
    sent.mock.calls.map(([path, init]) => [
      init?.method,
      new URL(path, 'http://a').pathname,
      JSON.parse(String(init?.body)),
    ])
}

test('a key shows its scopes, its spending and where from; an expired one can only be revoked', async () => {
  await show()
  const [first, second] = [page.getByRole('listitem').nth(0), page.getByRole('listitem').nth(1)]
  for (const text of ['Bot', 'Read only', '$1.25 of $5.00', '192.0.2.7'])
    await expect.element(first.getByText(text, { exact: true })).toBeVisible()
  await expect.element(second.getByText('Expired')).toBeVisible()
  expect(second.getByRole('button').elements()).toHaveLength(1)
})

test('a new key is sent as entered, and shown once', async () => {
  const sent = await show()
  await page.getByRole('button', { name: 'Create Another Key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Panel')
  await page.getByRole('combobox', { name: 'Scopes' }).selectOptions('Read only')
  await page.getByRole('textbox', { name: 'Daily limit (USD)' }).fill('12.5')
  await page.getByLabelText('Expires').fill('2099-12-31')
  await page.getByRole('combobox', { name: 'Errors in /api/v2' }).selectOptions('Sentences')
  await page.getByRole('textbox', { name: 'Allowed addresses' }).fill('192.0.2.7, 10.0.0.0/8')
  await page.getByRole('button', { name: 'Create Key' }).click()
  await expect.element(page.getByText('tr_7_secret')).toBeVisible()
  expect(sent()).toEqual([
    [
      'POST',
      '/api/user/api-keys',
      {
        name: 'Panel',
        scopes: ['read'],
        allowed_addresses: ['192.0.2.7', '10.0.0.0/8'],
        daily_limit: 12.5,
        errors: 'text',
        expires_at: expect.stringMatching(/^2100-01-01T00:00:00/),
      },
    ],
  ])
})

test('a test key is chosen when it is created, and marked in the list', async () => {
  const sent = await show()
  await page.getByRole('button', { name: 'Create Another Key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Sandbox')
  await page.getByRole('combobox', { name: 'Type' }).selectOptions('Test key')
  await page.getByRole('button', { name: 'Create Key' }).click()
  await expect.element(page.getByText('tr_7_secret')).toBeVisible()
  expect(sent()).toMatchObject([['POST', '/api/user/api-keys', { name: 'Sandbox', is_test: true }]])
  takeAway()
  const keys = [{ ...bot, is_test: true }]
  const access = { ...wire, keys, spent_today: money(0n), needs_confirmed_email: false }
  takeAway = await showPart(<ApiKeyList access={access} onChange={() => {}} />)
  await expect.element(page.getByRole('listitem').getByText('Test key')).toBeVisible()
  expect(page.getByRole('listitem').getByText('Ordered today').elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Rotate Bot (tr_7_abcd…)' }).click()
  await expect.element(page.getByText(/The current one stops working immediately/)).toBeVisible()
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  await expect
    .poll(() => sent().at(-1))
    .toEqual(['POST', `/api/user/api-keys/${bot.id}/rotate`, { overlap_hours: 0 }])
})

test('an edited key is sent with its scopes, and without an unchanged expiry', async () => {
  const sent = await show()
  await page.getByRole('button', { name: 'Edit Bot (tr_7_abcd…)' }).click()
  await expect.element(page.getByLabelText('Expires')).toHaveValue('2098-12-31')
  const errors = page.getByRole('combobox', { name: 'Errors in /api/v2' })
  await expect.element(errors).toHaveDisplayValue('Default: Codes')
  await page.getByRole('textbox', { name: 'Name' }).fill('Bot 2')
  await expect.element(page.getByRole('combobox', { name: 'Scopes' })).toHaveValue('read')
  await page.getByRole('combobox', { name: 'Scopes' }).selectOptions('Read and order')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByText('No API keys yet')).toBeVisible()
  const scopes = ['read', 'order']
  const body = { name: 'Bot 2', scopes, allowed_addresses: ['192.0.2.7'], daily_limit: 5, errors: null }
  expect(sent()).toEqual([['PUT', `/api/user/api-keys/${bot.id}`, body]])
})

test('a rotated key is kept for a day unless another time is chosen, and its replacement is shown once', async () => {
  const sent = await show()
  await page.getByRole('button', { name: 'Rotate Bot (tr_7_abcd…)' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Keep the current key for' })).toHaveValue('24')
  await page.getByRole('combobox', { name: 'Keep the current key for' }).selectOptions('1 hour')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await expect.element(page.getByText('tr_7_secret')).toBeVisible()
  expect(sent()).toEqual([['POST', `/api/user/api-keys/${bot.id}/rotate`, { overlap_hours: 1 }]])
})

test('a key that credits payments has no orders, and an edit leaves its scope as it is', async () => {
  const sent = await show([{ ...bot, scopes: ['payments'] }])
  expect(page.getByRole('link', { name: /^Orders by/ }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Edit Bot (tr_7_abcd…)' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByText('No API keys yet')).toBeVisible()
  expect(sent()).toEqual([
    ['PUT', `/api/user/api-keys/${bot.id}`, expect.objectContaining({ scopes: ['payments'] })],
  ])
})
