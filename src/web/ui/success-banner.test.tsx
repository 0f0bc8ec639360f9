import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#web/gallery/show-part.tsx'
import { Kept } from '#web/gallery/shown.tsx'
import { SuccessBanner } from './success-banner.tsx'

let takeAway = () => {}
afterEach(() => {
  vi.useRealTimers()
  takeAway()
})

const told = (reader: 'customer' | 'staff') => (
  <Kept<string | undefined> initial={`Told ${reader}`}>
    {(message, setMessage) => (
      <SuccessBanner reader={reader} message={message} onClose={() => setMessage(undefined)} />
    )}
  </Kept>
)

test('what was done stands before staff for 3 s, and before customers for 5 s', async () => {
  // No time passes but what is said.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  takeAway = await showPart(
    <>
      {told('staff')}
      {told('customer')}
    </>,
  )
  const [staff, customer] = [page.getByText('Told staff'), page.getByText('Told customer')]
  await expect.element(staff).toBeVisible()
  await vi.advanceTimersByTimeAsync(2_900)
  await expect.element(staff).toBeVisible()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(staff).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(1_800)
  await expect.element(customer).toBeVisible()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(customer).not.toBeInTheDocument()
})
