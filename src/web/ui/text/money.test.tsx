import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Table } from '#web/ui/list/table.tsx'
import { showPart } from '#web/testing/show-part.tsx'
import { MoneyText } from './money.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

test('in a column of amounts the decimal points are aligned, and the longest reaches the edge', async () => {
  const amounts = [1_250_000_000n, -123_456_789_012n, 1n, 420_000n, 0n]
  takeAway = await showPart(
    <Table
      caption="Amounts"
      columns={[
        { key: 'plain', heading: 'Plain', align: 'end', amountOf: (amount) => amount },
        {
          key: 'signed',
          heading: 'Signed',
          align: 'end',
          amountOf: (amount) => amount,
          cell: (amount) => <MoneyText amount={amount} isSigned className="font-semibold" />,
        },
      ]}
      rows={amounts}
      rowKey={String}
    />,
  )
  const cells = page.getByRole('cell').elements()
  for (const column of [0, 1]) {
    const shown = cells.filter((_, index) => index % 2 === column)
    const points = shown.map(pointOf)
    expect(Math.max(...points) - Math.min(...points)).toBeLessThan(0.6)
    const edge = (shown[2] as Element).getBoundingClientRect().right
    expect(edge - lastFigureOf(shown[2] as Element)).toBeLessThan(21)
  }
})

test('a balance is cut to cents, and keyboard focus shows the exact amount', async () => {
  takeAway = await showPart(
    <p>
      <MoneyText amount={50_116_772_588n} decimals={2} /> of{' '}
      <MoneyText amount={51_000_000_000n} decimals={2} />
    </p>,
  )
  await expect.element(page.getByText('$501.16 of $510.00')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('$501.16772588')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})

function pointOf(cell: Element): number {
  return (placesOf(cell, '.')[0] as DOMRect).left
}

function lastFigureOf(cell: Element): number {
  return (placesOf(cell, '1').at(-1) as DOMRect).right
}

/** The position of a sign, wherever it is in a cell. */
function placesOf(cell: Element, sign: string): DOMRect[] {
  const nodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const places: DOMRect[] = []
  while (nodes.nextNode() !== null) {
    const at = (nodes.currentNode.textContent ?? '').indexOf(sign)
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(nodes.currentNode, at)
    range.setEnd(nodes.currentNode, at + 1)
    places.push(range.getBoundingClientRect())
  }
  return places
}
