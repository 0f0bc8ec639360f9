import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { money } from '#contract/base/money.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { BalanceNoticeForm } from './balance-notice-form.tsx'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

test('the amount is sent as typed, an empty field turns it off, and zero is refused before it is sent', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json(JSON.parse(String(init?.body)))
  })
  takeAway = await showPart(<BalanceNoticeForm below={money(1_250_000_000n)} />)
  const field = page.getByRole('textbox', { name: 'Notify me below (USD)' })
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect.element(field).toHaveValue('12.5')
  await field.fill('0')
  await save.click()
  await expect.element(page.getByText('Please enter an amount')).toBeVisible()
  await field.fill('25.75')
  await save.click()
  await expect.poll(() => sent).toEqual([{ below: 25.75 }])
  await field.fill('')
  await save.click()
  await expect.poll(() => sent).toEqual([{ below: 25.75 }, { below: null }])
})
