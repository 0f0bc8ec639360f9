import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { toast } from './toasts.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

/** Without a place to break. */
const address = `${'longname'.repeat(8)}@example.com`

test('a word goes by itself, an error stays until it is closed, on a phone whatever it says, and F6 leads to it', async () => {
  await page.viewport(320, 720)
  takeAway = await showPart(<p>A page</p>)
  await expect.element(page.getByText('A page')).toBeVisible()
  toast('success', 'Saved')
  toast('error', `It was not sent to ${address}`)
  await expect.element(page.getByText('Saved').first()).toBeVisible()
  // None goes while the window is not looked at, and tests in other windows take the focus.
  window.dispatchEvent(new FocusEvent('focus'))
  await expect.element(page.getByText('Saved')).not.toBeInTheDocument()
  await userEvent.keyboard('{F6}')
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toHaveFocus()
  const close = page.getByRole('button', { name: 'Close' })
  await expect.element(close).toBeVisible()
  expect(close.element().getBoundingClientRect().right).toBeLessThanOrEqual(320)
  const words = close.element().previousElementSibling
  expect(words?.scrollWidth).toBeLessThanOrEqual(words?.clientWidth ?? 0)
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(page.getByText('It was not sent')).not.toBeInTheDocument()
})
