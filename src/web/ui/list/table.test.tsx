import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ChosenOrders } from '#web/ui/gallery/chosen-orders.tsx'
import { showPart } from '#web/testing/show-part.tsx'
import { setSingleKeys } from '#web/ui/keyboard/single-keys.ts'
import { Table } from './table.tsx'

let takeAway = () => {}
afterEach(() => {
  takeAway()
  setSingleKeys(true)
})

const pick = (id: number) => page.getByRole('checkbox', { name: `Select order ${id}` })
const all = page.getByRole('checkbox', { name: 'Select all rows' })

async function show(first: readonly number[] = []) {
  takeAway = await showPart(<ChosenOrders first={first} />)
  await expect.element(all).toBeVisible()
}

test('J and K go from row to row, X selects, and Enter opens the row', async () => {
  await show()
  await userEvent.keyboard('jjx')
  await expect.element(pick(8)).toHaveFocus()
  await expect.element(pick(8)).toBeChecked()
  await userEvent.keyboard('kx')
  await expect.element(pick(7)).toHaveFocus()
  await expect.element(page.getByRole('status').filter({ hasText: '2 selected' })).toBeInTheDocument()
  await userEvent.keyboard('jjjjjx')
  await expect.element(pick(9)).toBeChecked()
  let followed = ''
  document.addEventListener(
    'click',
    ({ target }) => (followed = (target as Element).closest('a')?.href ?? ''),
    { once: true },
  )
  await userEvent.keyboard('{Enter}')
  expect(followed).toContain('/orders/9')
})

test('with single-key shortcuts off letters do nothing, and the checkboxes still work', async () => {
  await show()
  setSingleKeys(false)
  await userEvent.keyboard('jx')
  await expect.element(pick(7)).not.toHaveFocus()
  await userEvent.keyboard('{Tab} ')
  for (const id of [7, 8, 9]) await expect.element(pick(id)).toBeChecked()
})

test('Shift-click selects the range, and the header shows whether none, some or all are selected', async () => {
  await show()
  await pick(7).click()
  await expect.element(all).toBePartiallyChecked()
  await pick(9).click({ modifiers: ['Shift'] })
  await expect.element(pick(8)).toBeChecked()
  await expect.element(all).toBeChecked()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(all).not.toBeChecked()
  await expect.element(page.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
})

test('a heading sorts by its column and says how it is sorted', async () => {
  const asked: unknown[] = []
  takeAway = await showPart(
    <Table
      caption="Prices"
      columns={[
        { key: 'price', heading: 'Price', cell: (price: number) => price, isSortable: true },
        { key: 'half', heading: 'Half', cell: (price: number) => price / 2 },
      ]}
      rows={[2, 4]}
      rowKey={(price) => price}
      sort={{ by: 'price', direction: 'ascending' }}
      onSort={(sort) => asked.push(sort)}
    />,
  )
  const heading = page.getByRole('columnheader', { name: 'Price' })
  const cells = page.getByRole('cell').elements()
  expect(cells.map((cell) => getComputedStyle(cell).paddingLeft).slice(0, 2)).toEqual(['20px', '12px'])
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.keyboard('{Tab}{Enter}')
  expect(asked).toEqual([{ by: 'price', direction: 'descending' }])
})

test('rows that are laid out as cards are rows of a table for screen readers', async () => {
  await page.viewport(390, 820)
  await show([7])
  await expect.element(page.getByRole('table', { name: 'Orders to choose from' })).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(4)
  expect(getComputedStyle(page.getByRole('row').elements()[1] as Element).display).toBe('grid')
  await expect
    .element(page.getByRole('row', { selected: true }).filter({ hasText: 'Followers' }))
    .toBeVisible()
  expect(page.getByRole('cell').elements()).toHaveLength(9)
  // In the card layout the checkboxes have no column heading: the one that selects all has a label.
  const words = page.getByText('Select all rows').element()
  expect(words.getBoundingClientRect().width).toBeGreaterThan(50)
  await page.viewport(1360, 820)
  expect(words.getBoundingClientRect().width).toBeLessThan(5)
})
