import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { Chart } from './chart.tsx'
import type { ChartSeries } from './chart-scale.ts'

let takeAway = () => {}
afterEach(() => takeAway())

const toValues = (sizes: readonly number[]) => sizes.map((size) => ({ size, text: `$${size}` }))
const places = ['Nov 1', 'Nov 2', 'Nov 3', 'Nov 4, today so far']
const revenue = {
  key: 'revenue',
  name: 'Revenue',
  values: toValues([10, 25, 40, 5]),
  before: toValues([7, 8, 9, 6]),
}
const margin = { key: 'margin', name: 'Margin', values: toValues([5, -3, 12, 1]) }
const before = { name: 'before', places: ['Oct 1', 'Oct 2', 'Oct 3', 'Oct 4'] }

const show = async (series: readonly ChartSeries[] = [revenue, margin]) => {
  takeAway = await showPart(
    <Chart
      caption="Money by day"
      placeHeading="Day"
      places={places}
      series={series}
      before={before}
      tickText={(size) => `$${size}`}
      isLastOpen
    />,
  )
}
const slider = page.getByRole('slider', { name: 'Money by day: Nov 1 to Nov 4, today so far' })
const valueText = () => slider.element().getAttribute('aria-valuetext')
const legend = page.getByRole('list')

test("the last point's value is shown above, and the arrow keys move from point to point", async () => {
  await show()
  expect(valueText()).toBe('Nov 4, today so far: Revenue $5, Margin $1, Revenue, before $6')
  await expect.element(legend).toHaveTextContent('Revenue$5Margin$1Revenue, before$6Oct 4')
  await userEvent.tab()
  for (let press = 0; press < 3 && document.activeElement !== slider.element(); press++) await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  expect(valueText()).toBe('Nov 3: Revenue $40, Margin $12, Revenue, before $9')
  await userEvent.keyboard('{Home}')
  await expect.element(legend).toHaveTextContent('Revenue$10Margin$5Revenue, before$7Oct 1')
  await userEvent.keyboard('{ArrowLeft}')
  expect(slider.element().getAttribute('aria-valuenow')).toBe('1')
  await userEvent.keyboard('{End}')
  expect(slider.element().getAttribute('aria-valuenow')).toBe('4')
  await userEvent.keyboard('{ArrowLeft}{Escape}')
  expect(valueText()).toContain('Nov 4')
})

test.each(['mouse', 'touch'])(
  'what is pointed at by %s is said; a mouse that leaves ends it',
  async (pointerType) => {
    await show()
    const { left, width, top } = slider.element().getBoundingClientRect()
    const at = (share: number) => ({
      clientX: left + width * share,
      clientY: top + 5,
      pointerType,
      bubbles: true,
    })
    slider.element().dispatchEvent(new PointerEvent('pointerdown', at(0.3)))
    await expect.poll(valueText).toContain('Nov 2: Revenue $25')
    slider.element().dispatchEvent(new PointerEvent('pointermove', at(0.6)))
    await expect.poll(valueText).toContain('Nov 3')
    slider.element().dispatchEvent(new PointerEvent('pointerout', at(1.2)))
    await expect.poll(valueText).toContain(pointerType === 'mouse' ? 'Nov 4' : 'Nov 3')
  },
)

test('a series can be left out and comes back; the last one stays', async () => {
  await show()
  const bars = () => document.querySelectorAll('figure svg rect').length
  const drawn = bars()
  await page.getByRole('button', { name: /^Revenue/ }).click()
  await expect
    .element(page.getByRole('button', { name: /^Revenue/ }))
    .toHaveAttribute('aria-pressed', 'false')
  expect(valueText()).toBe('Nov 4, today so far: Margin $1')
  await page.getByRole('button', { name: /^Margin/ }).click()
  expect(valueText()).toBe('Nov 4, today so far: Margin $1')
  await page.getByRole('button', { name: /^Revenue/ }).click()
  await expect.poll(bars).toBe(drawn)
})

test('the incomplete period is hatched, losses have their own colour, and the previous period is dashed', async () => {
  await show([{ ...revenue, values: toValues([10, -25, 40, 5]) }])
  const bars = [...document.querySelectorAll('figure svg > g > rect')]
  expect(bars.map((bar) => bar.getAttribute('fill')?.startsWith('url('))).toEqual([false, false, false, true])
  const inks = bars.map((bar) => getComputedStyle(bar).color)
  expect(inks[1]).not.toBe(inks[0])
  expect(inks[2]).toBe(inks[0])
  expect(document.querySelectorAll('figure svg line[stroke-dasharray="4 3"]').length).toBeGreaterThanOrEqual(
    3,
  )
})

test('lines also differ by their dashes, in the chart and its legend', async () => {
  const cost = { key: 'cost', name: 'Cost', values: toValues([4, 8, 6, 2]) }
  await show([revenue, margin, cost])
  const dashes = (within: string) => [
    ...new Set(
      [...document.querySelectorAll(`${within} line`)].map((line) => line.getAttribute('stroke-dasharray')),
    ),
  ]
  expect(dashes('figure ul')).toEqual([null, '7 3'])
  expect(dashes('figure [role="slider"] svg')).toEqual([null, '4 3', '1 4', '7 3'])
})

test('the decimal points of amounts in the table are aligned', async () => {
  const toMoney = (text: string, amount: bigint) => ({ size: Number(amount), text, amount })
  const values = [toMoney('$1.25', 125_000_000n), toMoney('$2.3456', 234_560_000n)]
  await show([{ key: 'spent', name: 'Spent', values, before: [] }])
  await page.getByText('Figures').click()
  const [longest, short] = ['$2.3456', '$1.25'].map((text) => {
    const cell = page.getByRole('cell', { name: text }).element()
    const range = document.createRange()
    range.setStart(cell.firstElementChild?.firstChild ?? cell, 2)
    range.setEnd(cell.firstElementChild?.firstChild ?? cell, 3)
    return range.getBoundingClientRect().right
  })
  expect(short).toBeCloseTo(longest ?? 0, 0)
})

test('every figure is in the table, the newest first', async () => {
  await show()
  await page.getByText('Figures').click()
  const rows = page.getByRole('table', { name: 'Money by day' }).getByRole('row')
  await expect.element(rows.nth(0)).toHaveTextContent('DayRevenueMarginRevenue, before')
  await expect.element(rows.nth(1)).toHaveTextContent('Nov 4, today so far$5$1$6')
  await expect.element(rows.nth(3)).toHaveTextContent('Nov 2$25$-3$8')
})
