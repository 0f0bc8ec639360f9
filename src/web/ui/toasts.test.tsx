import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/gallery/show-part.tsx'
import { toast } from './toasts.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

test('a word goes by itself, an error stays until it is closed, and F6 leads to it', async () => {
  takeAway = await showPart(<p>A page</p>)
  await expect.element(page.getByText('A page')).toBeVisible()
  toast('success', 'Saved')
  toast('error', 'It was not sent')
  await expect.element(page.getByText('Saved').first()).toBeVisible()
  await expect.element(page.getByText('Saved')).not.toBeInTheDocument()
  await expect.element(page.getByText('It was not sent').first()).toBeVisible()
  await userEvent.keyboard('{F6}')
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(page.getByText('It was not sent')).not.toBeInTheDocument()
})
