import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { toast } from './toast.tsx'

let takeAway = () => {}
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing().elements()) await userEvent.click(close)
  takeAway()
})

/** Without a place to break. */
const address = `${'longname'.repeat(8)}@example.com`

const place = () => page.getByRole('region', { name: 'Notifications' })
const closing = () => place().getByRole('button', { name: 'Close' })

async function show(): Promise<void> {
  takeAway = await showPart(<button type="button">Press</button>)
  await expect.element(page.getByText('Press')).toBeVisible()
}

test('a message disappears automatically, an error stays until it is closed; on a phone every message stays', async () => {
  await page.viewport(320, 720)
  await show()
  toast('success', 'Saved')
  toast('error', `It was not sent to ${address}`)
  await expect.element(page.getByText('Saved')).toBeVisible()
  await expect.element(page.getByText('Saved')).not.toBeInTheDocument()
  await expect.element(closing()).toBeVisible()
  expect(closing().element().getBoundingClientRect().right).toBeLessThanOrEqual(320)
  const words = closing().element().previousElementSibling
  expect(words?.scrollWidth).toBeLessThanOrEqual(words?.clientWidth ?? 0)
  await userEvent.click(closing())
  await expect.element(page.getByText('It was not sent')).not.toBeInTheDocument()
})

test('F6 focuses them, and closing the last one returns the focus', async () => {
  await show()
  toast('error', 'First')
  toast('error', 'Second')
  await expect.element(page.getByText('Second')).toBeVisible()
  const press = page.getByRole('button', { name: 'Press' })
  press.element().focus()
  await userEvent.keyboard('{F6}')
  await expect.element(place()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(press).toHaveFocus()
  await userEvent.keyboard('{F6}{Tab}{Enter}')
  await expect.element(page.getByText('Second')).not.toBeInTheDocument()
  await expect.element(place()).toHaveFocus()
  await userEvent.keyboard('{Tab}{Escape}')
  await expect.element(page.getByText('First')).not.toBeInTheDocument()
  await expect.element(press).toHaveFocus()
})

test('Escape on a toast closes only that one: the dialog below stays open and gets the focus back', async () => {
  const onOpenChange = vi.fn<(isOpen: boolean) => void>()
  takeAway = await showPart(
    <Dialog isOpen onOpenChange={onOpenChange} title="Refund">
      <button type="button">Press</button>
    </Dialog>,
  )
  const press = page.getByRole('button', { name: 'Press' })
  await expect.element(press).toBeVisible()
  toast('error', 'Refused')
  await expect.element(page.getByText('Refused')).toBeVisible()
  press.element().focus()
  await userEvent.keyboard('{F6}{Tab}{Escape}')
  await expect.element(page.getByText('Refused')).not.toBeInTheDocument()
  expect(onOpenChange).not.toHaveBeenCalled()
  await expect.element(press).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onOpenChange.mock.calls[0]?.[0]).toBe(false)
})

test('the live region exists before the toasts, and of five the oldest waits', async () => {
  await show()
  const [urgent, calm] = place().element().children
  expect([urgent, calm].map((one) => one?.getAttribute('aria-live'))).toEqual(['assertive', 'polite'])
  for (const message of ['1st', '2nd', '3rd', '4th']) toast('error', message)
  toast('info', 'A word')
  await expect.element(page.getByText('A word')).toBeVisible()
  expect(calm?.textContent).toBe('A word')
  expect(urgent?.textContent).toBe('4th3rd2nd1st')
  await expect.element(page.getByText('1st')).not.toBeVisible()
  await expect.element(page.getByText('2nd')).toBeVisible()
  await userEvent.click(closing().first())
  await expect.element(page.getByText('1st')).toBeVisible()
})

test('a message under the pointer or with the focus stays, and all of them while the page is hidden', async () => {
  await show()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const isHidden = vi.spyOn(document, 'hidden', 'get')
    const turn = (hidden: boolean) => {
      isHidden.mockReturnValue(hidden)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    toast('success', 'Saved')
    await expect.element(page.getByText('Saved')).toBeVisible()
    const pass = async (isGone: boolean) => {
      await new Promise(requestAnimationFrame)
      vi.advanceTimersByTime(3_000)
      await new Promise(requestAnimationFrame)
      expect(page.getByText('Saved').elements()).toHaveLength(isGone ? 0 : 1)
    }
    turn(true)
    await pass(false)
    turn(false)
    await userEvent.hover(page.getByText('Saved'))
    await pass(false)
    closing().element().focus()
    await userEvent.hover(page.getByText('Press'))
    await pass(false)
    closing().element().blur()
    await pass(true)
  } finally {
    vi.useRealTimers()
  }
})
