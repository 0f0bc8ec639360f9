import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { money, ZERO } from '#contract/base/money.ts'
import type { Permission } from '#contract/base/permissions.ts'
import type { AdminUser } from '#contract/users/admin-users.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { UserPermissions } from './user-permissions.tsx'

const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
const clerk: AdminUser = {
  id: 12,
  name: 'Linh',
  username: 'linh',
  email: 'linh@example.com',
  balance: ZERO,
  spent: ZERO,
  seen_at: null,
  role: 'admin',
  status: 'active',
  permissions: ['orders', 'refund'],
  refund_limit: money(500_000_000n),
  is_invited: false,
  has_two_factor: false,
  orders: 0,
  open_orders: 0,
  created_at: new Date('2026-11-22T10:00:00.000Z'),
}

const wire = {
  ...clerk,
  balance: 0,
  spent: 0,
  refund_limit: null,
  phone: null,
  country: null,
  language: null,
  is_email_confirmed: true,
  pending_email: null,
  used_at: null,
  refunded_today: 0,
  terms: null,
}
/** The server's answer about the signed-in user. */
let reader: unknown
let takeAway = () => {}
let sent: unknown[]
let asked: string[]
beforeEach(() => {
  sent = []
  asked = []
  reader = { ...wire, id: 7, refund_limit: null }
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    asked.push(path)
    if (path === '/api/admin/users/7') return Promise.resolve(Response.json({ success: true, user: reader }))
    sent.push(JSON.parse(String(body)))
    return Promise.resolve(Response.json({ success: false, code: 'internal_error' }, { status: 500 }))
  })
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
  localStorage.removeItem('session')
})

function signIn(permissions: readonly Permission[] | null): void {
  const user = { id: 7, name: 'Ada', email: 'ada@example.com', role: 'admin', permissions, balance: 0 }
  localStorage.setItem('session', JSON.stringify({ token, user }))
}

const limit = () => page.getByRole('textbox', { name: 'Daily refund limit' })
const save = () => page.getByRole('button', { name: 'Save Changes' }).click()

test('owners set a limit of refunds, remove it by clearing the field, and see it only if refunds are ticked', async () => {
  signIn(null)
  takeAway = await showPart(<UserPermissions user={clerk} onDone={async () => {}} />)
  await expect.element(limit()).toHaveValue('5')
  await limit().fill('12.5')
  await save()
  await expect.poll(() => sent.at(-1)).toEqual({ refund_limit: 12.5 })
  await limit().fill('')
  await save()
  await expect.poll(() => sent.at(-1)).toEqual({ refund_limit: null })
  await page.getByRole('checkbox', { name: 'Refunds' }).click()
  await expect.element(limit()).not.toBeInTheDocument()
})

test("staff who aren't owners see the limit and can't change it", async () => {
  signIn(['orders', 'refund', 'users', 'staff'])
  takeAway = await showPart(<UserPermissions user={clerk} onDone={async () => {}} />)
  await expect.element(limit()).toHaveValue('5')
  await expect.element(limit()).toHaveAttribute('readonly')
  await expect
    .element(page.getByText('Set by the owner for all refunds together, per day (UTC).'))
    .toBeVisible()
})

const grantsRefunds = async (refund_limit: number | null) => {
  signIn(['orders', 'refund', 'users', 'staff'])
  reader = { ...wire, id: 7, refund_limit }
  const user = { ...clerk, permissions: ['orders' as const], refund_limit: null }
  takeAway = await showPart(<UserPermissions user={user} onDone={async () => {}} />)
  return page.getByRole('checkbox', { name: 'Refunds' })
}

test('staff with a daily limit of refunds can not let others refund, and read why', async () => {
  const refunds = await grantsRefunds(25)
  await expect.element(refunds).toBeDisabled()
  await expect
    .element(refunds)
    .toHaveAccessibleDescription("You have a daily refund limit, so you can't grant this.")
})

test('staff without one can', async () => {
  const refunds = await grantsRefunds(null)
  await expect.poll(() => asked).toContain('/api/admin/users/7')
  await expect.element(refunds).toBeEnabled()
})
