import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { Kept } from '#web/ui/gallery/shown.tsx'
import { RelativeTime } from './relative-time.tsx'

let takeAway = () => {}
afterEach(() => {
  vi.useRealTimers()
  takeAway()
})

test('a time after the page was rendered is never shown as in the future', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T10:00:00Z'))
  takeAway = await showPart(
    <Kept initial={new Date('2026-11-22T09:55:00Z')}>
      {(date, setDate) => (
        <>
          <button type="button" onClick={() => setDate(new Date())}>
            Read anew
          </button>
          <p>
            Counted <RelativeTime date={date} />
          </p>
        </>
      )}
    </Kept>,
  )
  await expect.element(page.getByText('5 min. ago')).toBeVisible()
  vi.setSystemTime(new Date('2026-11-22T10:00:20Z'))
  await userEvent.click(page.getByRole('button', { name: 'Read anew' }))
  await expect.element(page.getByText('just now')).toBeVisible()
})

test('a time that rounds to a whole hour or day is shown as one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T10:00:00Z'))
  takeAway = await showPart(
    <>
      <p>
        Paid <RelativeTime date={new Date('2026-11-22T09:00:15Z')} />
      </p>
      <p>
        Placed <RelativeTime date={new Date('2026-11-21T10:20:00Z')} />
      </p>
    </>,
  )
  await expect.element(page.getByText('1 hr. ago')).toBeVisible()
  await expect.element(page.getByText('yesterday')).toBeVisible()
})
