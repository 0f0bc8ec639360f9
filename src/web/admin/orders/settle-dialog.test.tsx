import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { SettleDialog } from './settle-dialog.tsx'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

const dialog = (
  <SettleDialog providerId={3} what={{ kind: 'canceled' }} onClose={() => {}} onDone={async () => {}} />
)

test('the affected orders are counted once, however long the typed reason', async () => {
  const seen = {
    success: true,
    dry_run: true,
    orders: 2,
    cost: 1,
    refunds: 3,
    refused: 4,
    limited: 3,
    left: 0,
  }
  const sent = vi.fn<(path: string) => Promise<Response>>(async () => Response.json(seen))
  vi.stubGlobal('fetch', sent)
  takeAway = await showPart(dialog)
  await expect.element(page.getByText(/^2 orders: \$3\.00 goes back to customers/)).toBeVisible()
  await expect.element(page.getByText('3 more orders exceed your refund limit for today')).toBeVisible()
  const counted = sent.mock.calls.length
  await page.getByRole('textbox', { name: 'Reason' }).fill('they gave it back')
  await expect.element(page.getByRole('button', { name: 'Resolve 2 Orders' })).toBeEnabled()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sent.mock.calls.length).toBe(counted)
})

test('if counting failed it says so, instead of still counting', async () => {
  const refusal = { success: false, code: 'internal_error', message: 'x', requestId: 'r' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 500 }))
  takeAway = await showPart(dialog)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText('Counting orders…')).not.toBeInTheDocument()
})
