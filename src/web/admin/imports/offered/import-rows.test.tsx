import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import type { OfferedRow } from './filter-offered.ts'
import { ImportRows } from './import-rows.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

function row(service: string, code: 'heading' | null): OfferedRow {
  const name = `${code === null ? 'Service' : 'Heading'} ${service}`
  const offered = { service, name, category: 'Likes', type: 'Default', rate: '1', min: '1', max: '2' }
  const flags = { refill: false, cancel: false, dripfeed: false }
  const priced = { name: null, cost: null, rate: null, rate_now: null }
  const preview = { service, outcome: 'created', code, ...priced } as const
  return { ...offered, ...flags, platform: 'VK', folded: name, preview }
}
const few = [row('1', 'heading'), row('2', null), row('3', 'heading'), row('4', null), row('5', 'heading')]

function Rows({ rows = few }: { rows?: readonly OfferedRow[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <ImportRows rows={rows} isStale={false} chosen={chosen} onChosen={setChosen} />
      <output>Chosen: {[...chosen].toSorted().join(' ')}.</output>
    </>
  )
}

const press = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).click()
const pressWithShift = (name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}` }).click({ modifiers: ['Shift'] })
const chosen = page.getByText(/^Chosen: /)

test('a range may begin and end at a heading: it selects the clicked rows and the services between', async () => {
  takeAway = await showPart(<Rows />)
  await press('Heading 1')
  await pressWithShift('Service 4')
  await expect.element(chosen).toHaveTextContent('Chosen: 1 2 4.')
  await pressWithShift('Heading 5')
  await expect.element(chosen).toHaveTextContent('Chosen: 1 2 4 5.')
})

test('"select all" takes no heading, and clears those that were ticked by hand too', async () => {
  takeAway = await showPart(<Rows />)
  const all = page.getByRole('checkbox', { name: 'Select All 2 Services' })
  await press('Heading 3')
  await expect.element(all).toBePartiallyChecked()
  await all.click()
  await expect.element(chosen).toHaveTextContent('Chosen: 2 3 4.')
  await expect.element(all).toBeChecked()
  await all.click()
  await expect.element(chosen).toHaveTextContent('Chosen: .')
})

test('ten thousand services make the page no taller than a screen, and the last one can be reached', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => row(String(at + 1), null))
  takeAway = await showPart(<Rows rows={rows} />)
  await expect.element(page.getByRole('checkbox', { name: 'Select Service 1', exact: true })).toBeVisible()
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight)
  const box = page.getByRole('list', { name: "Provider's services" }).element().parentElement
  const last = page.getByRole('checkbox', { name: 'Select Service 10000' })
  // Rows are measured when they scroll into view.
  const reach = () => {
    box?.scrollTo(0, box.scrollHeight)
    return last.elements().length
  }
  await expect.poll(reach).toBe(1)
  await expect.element(last).toBeInViewport()
})
