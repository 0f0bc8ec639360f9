import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { money, ZERO } from '#contract/base/money.ts'
import type { AdminDeposit } from '#contract/payments/admin-deposits.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { DecideDeposit } from './decide-deposit.tsx'

const deposit = {
  id: 12,
  status: 'review',
  amount: money(2_000_000_000n),
  fee: ZERO,
  bonus: ZERO,
  arrived: money(3_000_000_000n),
  user_email: 'linh@example.com',
  review_code: 'underpaid',
  refused_at: null,
} as unknown as AdminDeposit // as much of one as the form shows

let takeAway = () => {}
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

test("a colleague's decision meanwhile is reported, and stays reported when the form resets", async () => {
  const details = { reason: 'deposit_moved', status: 'completed' }
  const refusal = { success: false, code: 'state_conflict', message: 'x', details, requestId: 'r' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 409 }))
  takeAway = await showPart(<DecideDeposit deposit={deposit} steps={[]} />)
  const box = page.getByRole('textbox', { name: 'Amount to credit (USD)' })
  await expect.element(box).toHaveValue('30.00')
  await page.getByRole('textbox', { name: 'Reason' }).fill('asked them')
  await page.getByRole('button', { name: 'Credit Deposit' }).click()
  // Errors in toasts are repeated for screen readers.
  const told = page.getByText(/^This deposit has changed since you opened it: it is now completed/).first()
  await expect.element(told).toBeVisible()
  expect(told.element().closest('form')).toBeNull()
})

test('the credit with its bonus is shown while typing; without a reason nothing is sent, and the amount stays', async () => {
  const sent = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', sent)
  const half = { ...deposit, arrived: money(10_000_000_000n) }
  takeAway = await showPart(
    <DecideDeposit deposit={half} steps={[{ from: money(10_000_000_000n), percent: 5 }]} />,
  )
  const box = page.getByRole('textbox', { name: 'Amount to credit (USD)' })
  await expect.element(box).toHaveValue('100.00')
  await expect
    .element(page.getByText(/gets \$100\.00 plus a bonus of \$5\.00: \$105\.00 in total/))
    .toBeVisible()
  await box.fill('50')
  await page.getByRole('button', { name: 'Credit Deposit' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
  await expect.element(box).toHaveValue('50')
  await expect.element(page.getByText(/gets \$50\.00 /)).toBeVisible()
  expect(sent).not.toHaveBeenCalled()
})
