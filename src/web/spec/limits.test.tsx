import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listAdminServices } from '#contract/catalogue/admin-services.ts'
import { listAdminTransactions } from '#contract/ledger/admin-transactions.ts'
import { getDashboard } from '#contract/reports/dashboard.ts'
import { getPaymentStatus } from '#contract/payments/payments.ts'
import { setNewPassword } from '#contract/users/resets.ts'
import { listUsers, updateUser } from '#contract/users/admin-users.ts'
import { bootScript } from '#web/app/document/boot-script.ts'
import { call } from '#web/platform/api/call.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { type Answer, answerCalls, queryOf, refuse } from '#web/testing/answer-calls.ts'
import { attach, expectShown, fill, missingOf, openHere, press } from '#web/testing/expect-screens.ts'
import { aCustomer, catalogue, importable, oneOrder } from '#web/testing/shop.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const realTimeout = globalThis.setTimeout
const pause = (milliseconds: number) => new Promise((resolve) => realTimeout(resolve, milliseconds))

/** Only the given time passes: Vitest's own waiting would advance it. */
async function until(isSo: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 200 && !isSo(); tries += 1) await pause(25)
  return isSo()
}

/** To a tenth of a second: it has not happened before, but has after. */
async function happensAfter(milliseconds: number, hasHappened: () => boolean): Promise<boolean> {
  await vi.advanceTimersByTimeAsync(milliseconds - 100)
  await pause(100)
  const wasTooEarly = hasHappened()
  await vi.advanceTimersByTimeAsync(200)
  return (await until(hasHappened)) && !wasTooEarly
}

function pressNow(name: string): void {
  page
    .getByRole('button', { name, exact: true })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

const arrowUp = () => new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })
const isGone = (text: string) => () => page.getByText(text, { exact: true }).elements().length === 0

test('page sizes: 10 orders, 10 transactions, 15 services, 10 rows for staff, 5 notifications in the bell', async () => {
  for (const [at, viewer, path, limit] of [
    ['/orders', 'customer', '/api/orders', '10'],
    ['/transactions', 'customer', '/api/user/transactions', '10'],
    ['/dashboard', 'customer', '/api/notifications', '5'],
    ['/admin/services', 'staff', '/api/admin/services', '15'],
    ['/admin/transactions', 'staff', '/api/admin/transactions', '10'],
  ] as const) {
    await openHere({ at, viewer })
    await expect.poll(() => queryOf(path)?.['limit'], { message: at }).toBe(limit)
  }
})

test('staff choose between pages of 10, 15, 20 and 50 services, and of 5, 10, 20 and 50 transactions', async () => {
  const offered = () =>
    [...page.getByRole('combobox', { name: 'Rows per page' }).element().children].map(
      ({ textContent }) => textContent,
    )
  const one = { pagination: { totalItems: 1, totalPages: 1 } }
  for (const [at, list, sizes] of [
    ['/admin/services', listAdminServices, ['10', '15', '20', '50']],
    ['/admin/transactions', listAdminTransactions, ['5', '10', '20', '50']],
  ] as const) {
    await openHere({ at, viewer: 'staff', answers: [[list, one]] })
    await expectShown({ combobox: ['Rows per page'] })
    expect(offered()).toEqual(sizes)
  }
})

test('the amounts to choose from are 10, 25, 50, 100, 200 and 500, with 5% from 100 and 10% from 500', async () => {
  await openHere({ at: '/add-funds', viewer: 'customer' })
  const presets = page.getByRole('group', { name: 'Suggested amounts' })
  await expect.element(presets).toBeVisible()
  const said = presets
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)
  expect(said).toEqual(['$10', '$25', '$50', '$100+ $5.00', '$200+ $10.00', '$500+ $50.00'])
})

test('without a service at most 1,000,000 can be ordered', async () => {
  await openHere({ at: '/new-order', viewer: 'customer', answers: catalogue })
  await fill('Quantity', '999999')
  const box = page.getByRole('textbox', { name: 'Quantity' })
  for (let times = 0; times < 2; times += 1) {
    box.element().dispatchEvent(arrowUp())
    await pause(200)
    expect(box.element()).toHaveValue('1000000')
  }
})

test('the markup of an import is 30 until another is typed', async () => {
  await openHere({
    at: '/admin/services/import',
    viewer: 'staff',
    answers: importable,
    first: () => press('button', 'Fetch Services'),
  })
  await expect.element(page.getByRole('textbox', { name: /^Markup/ })).toHaveValue('30')
})

test('a call times out after 60 s', async () => {
  const given = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', answerCalls([]))
  await call(getDashboard)
  expect(given.mock.calls).toEqual([[60_000]])
})

test('a failed call is retried after 2 s', async () => {
  vi.useFakeTimers()
  const send = vi.fn<typeof fetch>(answerCalls([[getDashboard, refuse(503)]]))
  vi.stubGlobal('fetch', send)
  void call(getDashboard).catch(() => {})
  expect(await happensAfter(2_000, () => send.mock.calls.length === 2)).toBe(true)
})

test('a payment that was checked by hand can be checked again after 10 s', async () => {
  const answers: Answer[] = [[getPaymentStatus, { status: 'pending', stage: 'waiting' }]]
  await openHere({ at: '/add-funds/success?order_id=abc', viewer: 'customer', answers })
  await expectShown({ button: ['Check Payment Status'] })
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  pressNow('Check Payment Status')
  const button = page.getByRole('button', { name: 'Check Payment Status' })
  expect(await until(() => button.element().hasAttribute('aria-disabled'))).toBe(true)
  expect(await happensAfter(10_000, () => !button.element().hasAttribute('aria-disabled'))).toBe(true)
})

test('success messages are shown to staff for 3 s, and to customers for 5 s', async () => {
  const users: Answer = [listUsers, { users: [aCustomer] }]
  await openHere({ at: '/admin/users', viewer: 'staff', answers: [users, [updateUser, { user: aCustomer }]] })
  await press('button', 'Edit Minh')
  await fill('Name', 'Another')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  pressNow('Save Changes')
  expect(await until(() => missingOf({ text: ['User updated successfully!'] }).length === 0)).toBe(true)
  expect(await happensAfter(3_000, isGone('User updated successfully!'))).toBe(true)
  vi.useRealTimers()
  const order = oneOrder({ status: 'COMPLETED', refill: true, can_refill: true, refill_refusal: null })
  await openHere({ at: '/orders/31', viewer: 'customer', answers: order })
  await expectShown({ button: ['Refill Order'] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  pressNow('Refill Order')
  expect(await until(() => missingOf({ text: ['Order refill requested successfully'] }).length === 0)).toBe(
    true,
  )
  expect(await happensAfter(5_000, isGone('Order refill requested successfully'))).toBe(true)
})

test('a success message stays while it has the focus, and 5 s longer', async () => {
  const order = oneOrder({ status: 'COMPLETED', refill: true, can_refill: true, refill_refusal: null })
  await openHere({ at: '/orders/31', viewer: 'customer', answers: order })
  await expectShown({ button: ['Refill Order'] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  pressNow('Refill Order')
  const banner = page.getByRole('status').filter({ hasText: 'Order refill requested successfully' })
  const close = banner.getByRole('button')
  expect(await until(() => close.elements().length === 1)).toBe(true)
  const button = close.element() as HTMLElement // of its role
  button.focus()
  await vi.advanceTimersByTimeAsync(20_000)
  await pause(100)
  expect(close.elements()).toHaveLength(1)
  button.blur()
  await pause(100)
  expect(await happensAfter(5_000, () => close.elements().length === 0)).toBe(true)
})

test('a ticket takes 3 files of 2,097,152 bytes', async () => {
  const sized = (bytes: number, name: string) =>
    new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })
  await openHere({ at: '/support?tab=new', viewer: 'customer' })
  await attach(
    /^Attachments/,
    ['a', 'b', 'c'].map((name) => sized(2_097_152, `${name}.pdf`)),
  )
  await expectShown({ text: ['a.pdf', 'b.pdf', 'c.pdf'] })
  await attach(/^Attachments/, [sized(2_097_153, 'd.pdf')])
  await expect.poll(() => missingOf({ text: [/^Some files exceed|^You can upload/] })).toEqual([])
})

test('a password of 8 characters is long enough', async () => {
  await openHere({ at: '/reset-password/abc', answers: [[setNewPassword, {}]] })
  await fill('New password', 'kx82mvqp')
  await fill('Confirm new password', 'kx82mvqp')
  await press('button', 'Set New Password')
  await expect.poll(() => missingOf({ heading: ['Password Changed'] })).toEqual([])
})

test('the header is scrolled past 10 px and compact past 50, and the way to the top shows past 300', async () => {
  const script = document.createElement('script')
  script.textContent = bootScript
  document.head.append(script)
  await openHere({ at: '/contact' })
  await expectShown({ heading: ['Contact Us'] })
  document.body.style.minHeight = '3000px'
  const stateAt = async (top: number) => {
    scrollTo(0, top)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { scrolled, compact, far } = document.documentElement.dataset
    return [scrolled, compact, far].map((mark) => mark !== undefined)
  }
  expect(await stateAt(10)).toEqual([false, false, false])
  expect(await stateAt(11)).toEqual([true, false, false])
  expect(await stateAt(50)).toEqual([true, false, false])
  expect(await stateAt(51)).toEqual([true, true, false])
  expect(await stateAt(300)).toEqual([true, true, false])
  expect(await stateAt(301)).toEqual([true, true, true])
  document.body.style.minHeight = ''
})

test('the menu is a sidebar from 992 px on, and a sheet below', async () => {
  try {
    for (const [width, isBeside] of [
      [992, true],
      [991, false],
    ] as const) {
      await page.viewport(width, 820)
      await openHere({ at: '/profile', viewer: 'customer' })
      await expectShown({ heading: ['My Profile'] })
      expect(page.getByRole('link', { name: 'Order History' }).elements().length > 0).toBe(isBeside)
    }
  } finally {
    await page.viewport(1360, 820)
  }
})

test('after a new password the login page opens in 3 s', async () => {
  await openHere({ at: '/reset-password/abc', answers: [[setNewPassword, {}]] })
  await fill('New password', 'a long password')
  await fill('Confirm new password', 'a long password')
  await expectShown({ button: ['Set New Password'] })
  vi.useFakeTimers()
  pressNow('Set New Password')
  expect(await until(() => missingOf({ heading: ['Password Changed'] }).length === 0)).toBe(true)
  expect(await happensAfter(3_000, isGone('Password Changed'))).toBe(true)
})

const isToastGone = () =>
  page.getByRole('region', { name: 'Notifications' }).getByText('It is done', { exact: true }).elements()
    .length === 0

test('a toast disappears after 3 s', async () => {
  await openHere({ at: '/profile', viewer: 'customer' })
  await expectShown({ heading: ['My Profile'] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  toast('success', 'It is done')
  expect(await until(() => missingOf({ text: ['It is done'] }).length === 0)).toBe(true)
  expect(await happensAfter(3_000, isToastGone)).toBe(true)
})
