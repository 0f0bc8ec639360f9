import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { DecideDialog } from './decide-dialog.tsx'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

test('nothing is decided before staff choose what happens: sending again is not preselected', async () => {
  const sent = vi.fn<(path: string, init: { body: string }) => Promise<Response>>(async () =>
    Response.json({ success: false, code: 'internal_error', message: 'x', requestId: 'r' }, { status: 500 }),
  )
  vi.stubGlobal('fetch', sent)
  takeAway = await showPart(
    <DecideDialog title="Resolve 2 Orders" ids={[1, 2]} onClose={() => {}} onDone={async () => {}} />,
  )
  await page.getByRole('textbox', { name: 'Reason' }).fill('the outage of today')
  const look = page.getByRole('button', { name: 'Preview' })
  await expect.element(look).toBeDisabled()

  await page.getByRole('radio', { name: 'Not accepted: send again' }).click()
  await look.click()
  await expect.poll(() => sent.mock.calls.length).toBe(1)
  expect(JSON.parse(sent.mock.calls[0]?.[1].body ?? '')).toMatchObject({
    dry_run: true,
    items: [
      { id: 1, decision: 'not_taken' },
      { id: 2, decision: 'not_taken' },
    ],
  })
})
