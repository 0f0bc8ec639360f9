import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AdminService } from '#contract/catalogue/admin-services.ts'
import { money } from '#contract/base/money.ts'
import type { AdminUser } from '#contract/users/admin-users.ts'
import { ServiceForm } from '#web/admin/services/service-form.tsx'
import { showPart } from '#web/testing/show-part.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { UserPermissions } from '#web/admin/users/user/user-permissions.tsx'

const staff = { id: 7, name: 'Ada', email: 'ada@example.com', role: 'admin', permissions: null, balance: 0 }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
const at = new Date('2026-11-22T10:00:00.000Z')

const user: AdminUser = {
  id: 12,
  name: 'Linh',
  username: 'someone',
  email: 'linh@example.com',
  balance: money(50_031_000_000n),
  spent: money(0n),
  seen_at: null,
  role: 'user',
  status: 'active',
  permissions: null,
  refund_limit: null,
  is_invited: false,
  has_two_factor: false,
  orders: 0,
  open_orders: 0,
  created_at: at,
}

const service: AdminService = {
  id: 3,
  name: 'Followers',
  name_original: 'Followers',
  description: 'Fast',
  category: { id: 1, name: 'Instagram Followers' },
  platform: 'Instagram',
  rate: money(125_000_000n),
  min: 100,
  max: 10_000,
  type: 'Default',
  refill: false,
  cancel: true,
  dripfeed: false,
  average_time: null,
  original_rate: null,
  markup_percentage: null,
  provider: null,
  is_active: true,
  below_cost: false,
  by_hand: true,
  supplies: 0,
  note: null,
  updated_at: at,
}

let takeAway = () => {}
let sent: unknown[]
beforeEach(() => {
  sent = []
  localStorage.setItem('session', JSON.stringify({ token, user: staff }))
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Promise.resolve(Response.json({ success: false, code: 'internal_error' }, { status: 500 }))
  })
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.removeItem('session')
})

type Shown = { isOpen: boolean; onClose: () => void; isReloaded: boolean }

let reload = () => {}

/** A button that opens a dialog; `reload` simulates a reload of the list behind it. */
function Opened({ children }: { children: (shown: Shown) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isReloaded, setIsReloaded] = useState(false)
  useEffect(() => {
    reload = () => flushSync(() => setIsReloaded(true))
  }, [])
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Edit</Button>
      {children({ isOpen, onClose: () => setIsOpen(false), isReloaded })}
    </>
  )
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const users = (
  <Opened>
    {({ isOpen, onClose, isReloaded }) => (
      <EditUserDialog
        user={isOpen ? { ...user, ...(isReloaded && { balance: money(40_000_000_000n) }) } : undefined}
        onClose={onClose}
        onSaved={async () => {}}
        onFailed={async () => {}}
      />
    )}
  </Opened>
)

test("a canceled balance edit doesn't come back, and only the changed name is sent", async () => {
  takeAway = await showPart(users)
  await press('Edit')
  await box('Balance').fill('9')
  await box('Reason').fill('a mistake')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('mistake')

  await press('Edit')
  await expect.element(box('Balance')).toHaveValue('500.31')
  await box('Name').fill('Linh Tran')
  await press('Save Changes')
  await expect.poll(() => sent).toEqual([{ name: 'Linh Tran' }])
})

test('a balance that changes while the dialog is open is neither sent nor treated as the shown one', async () => {
  takeAway = await showPart(users)
  await press('Edit')
  await box('Name').fill('Linh Tran')
  reload()
  await press('Save Changes')
  await expect.poll(() => sent).toEqual([{ name: 'Linh Tran' }])
  await box('Balance').fill('9')
  await box('Reason').fill('on purpose')
  await press('Save Changes')
  await expect
    .poll(() => sent.at(-1))
    .toEqual({ name: 'Linh Tran', balance: 9, expected_balance: 500.31, reason: 'on purpose' })
})

test('an unconfirmed block is still a change, confirmed and sent the next time', async () => {
  takeAway = await showPart(users)
  await press('Edit')
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('blocked')
  const question = page.getByRole('alertdialog')
  await press('Save Changes')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await press('Save Changes')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => sent).toEqual([{ status: 'blocked' }])
})

test("a canceled custom rate doesn't come back, and a colleague's newer one is not overwritten", async () => {
  takeAway = await showPart(
    <Opened>
      {({ isOpen, onClose, isReloaded }) => (
        <Dialog isOpen={isOpen} onOpenChange={onClose} title="Edit Service">
          <ServiceForm
            service={{ ...service, ...(isReloaded && { rate: money(250_000_000n) }) }}
            categories={[]}
            onDone={() => {}}
          />
        </Dialog>
      )}
    </Opened>,
  )
  await press('Edit')
  await box('Rate').fill('0.5')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  await press('Edit')
  await expect.element(box('Rate')).toHaveValue('1.25')
  await box('Max').fill('20000')
  await page.getByRole('checkbox', { name: 'Cancel' }).click()
  reload()
  await press('Save')
  await expect.poll(() => sent).toEqual([{ max: 20_000, cancel: false }])
})

test('unchanged permissions are not sent', async () => {
  const colleague = { ...user, role: 'admin', permissions: ['orders'] } as const satisfies AdminUser
  const named = { ...colleague, permissions: [...colleague.permissions] }
  takeAway = await showPart(<UserPermissions user={named} onDone={async () => {}} />)
  await expect
    .element(page.getByRole('button', { name: 'Save Changes' }))
    .toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: 'Providers' }).click()
  await press('Save Changes')
  await expect.poll(() => sent).toEqual([{ permissions: ['orders', 'providers'] }])
})
