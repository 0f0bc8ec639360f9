import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportOutcome, ImportReason } from '#contract/catalogue/imports.ts'
import type { ImportStart } from '#web/admin/imports/import-page.tsx'
import { showPart } from '#web/testing/show-part.tsx'
import { ImportList } from './import-list.tsx'

const start: ImportStart = {
  success: true,
  sources: [],
  next_cursor: null,
  can_add: true,
  platforms: [],
  has_translator: true,
  imports: [],
}

let takeAway = () => {}
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

test("problems of a list are shown above its options: repeated ids, and a median that can't be a rate", async () => {
  const at = '2026-11-22T10:00:00.000Z'
  const doubt = { kind: 'low', median: 0.0031 }
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: [], rates_doubt: doubt, cached_at: at }),
  )
  const repeated: ImportReason = { code: 'repeated_id', count: 2, services: ['12', '77'], words: [] }
  const unread: ImportReason = { code: 'no_rate', count: 1, services: ['9'], words: [] }
  takeAway = await showPart(
    <ImportList
      list={{ data: [], left_out: [repeated, unread], cached_at: new Date(at) }}
      origin={{ provider: 'panel', name: 'Panel', isUnknown: false }}
      start={start}
      onOrigin={() => {}}
      onBack={() => {}}
    />,
  )
  const low = page.getByText(/^The median cost is \$0\.0031 per 1,000/)
  await expect.element(low).toBeVisible()
  await expect.element(page.getByText(/^2 services are listed more than once.*: 12, 77$/)).toBeVisible()
  await expect.element(page.getByText(/· 1 row couldn't be read$/)).toBeVisible()
  const markup = page.getByRole('textbox', { name: 'Markup' }).element()
  expect(low.element().compareDocumentPosition(markup)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('importing nothing is refused next to the button', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [], rates_doubt: null }))
  takeAway = await showPart(
    <ImportList
      list={{ data: [], left_out: [], cached_at: new Date('2026-11-22T10:00:00.000Z') }}
      origin={{ provider: 'panel', name: 'Panel', isUnknown: false }}
      start={start}
      onOrigin={() => {}}
      onBack={() => {}}
    />,
  )
  const button = page.getByRole('button', { name: 'Import Selected' })
  await button.click()
  const alert = page.getByText('No services selected for import')
  await expect.element(alert).toBeInViewport()
  const [said, pressed] = [alert, button].map((one) => one.element().getBoundingClientRect())
  expect((pressed?.top ?? 0) - (said?.bottom ?? 0)).toBeLessThan(50)
  // In the bar that stays visible, regardless of the list's length.
  expect(button.element().parentElement?.contains(alert.element())).toBe(true)
})

test('the counts of the outcomes cover the services of the search', async () => {
  const at = '2026-11-22T10:00:00.000Z'
  const outcomes: Record<string, ImportOutcome> = {
    Likes: 'created',
    'Likes slow': 'updated',
    Views: 'updated',
  }
  const flags = { refill: false, cancel: false, dripfeed: false }
  const data = Object.keys(outcomes).map((name) => {
    const own = { service: name, name, category: 'All', type: 'Default', platform: 'VK' } as const
    return { ...own, ...flags, rate: '1', min: '1', max: '10' }
  })
  const previews = Object.entries(outcomes).map(([service, outcome]) => {
    return { service, outcome, code: null, name: null, cost: 1, rate: 1.3, rate_now: null }
  })
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: previews, rates_doubt: null, cached_at: at }),
  )
  takeAway = await showPart(
    <ImportList
      list={{ data, left_out: [], cached_at: new Date(at) }}
      origin={{ provider: 'panel', name: 'Panel', isUnknown: false }}
      start={start}
      onOrigin={() => {}}
      onBack={() => {}}
    />,
  )
  const buttons = page.getByRole('group', { name: 'Result' }).getByRole('button')
  const said = () => buttons.elements().map(({ textContent }) => textContent)
  await expect.poll(said).toEqual(['All3', 'New1', 'Updated2'])
  await page.getByRole('searchbox').fill('likes')
  await expect.poll(said).toEqual(['All2', 'New1', 'Updated1'])
  await page.getByRole('searchbox').fill('views')
  await expect.poll(said).toEqual(['All1', 'New0', 'Updated1'])
})
