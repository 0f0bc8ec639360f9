import { Link } from '#web/platform/page/link.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPart } from '#web/testing/show-part.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { rowLinkClass, Table } from '#web/ui/list/table.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

const date = new Date('2026-01-02T03:04:05Z')
const countStops = () => document.querySelectorAll('main [tabindex="0"]').length
const remark = page.getByRole('tooltip')

test('the keyboard opens the exact date, and Escape closes it', async () => {
  takeAway = await showPart(
    <p>
      <RelativeTime date={date} />
    </p>,
  )
  await expect.poll(countStops).toBe(1)
  await userEvent.keyboard('{Tab}')
  await expect.element(remark).toHaveTextContent('Jan 2, 2026, 3:04:05 AM')
  await userEvent.keyboard('{Escape}')
  await expect.element(remark).not.toBeInTheDocument()
})

test("an element that only scripts focus, like the page, doesn't open the date inside it", async () => {
  takeAway = await showPart(
    <section tabIndex={-1} aria-label="Page">
      <RelativeTime date={date} />
    </section>,
  )
  await expect.poll(countStops).toBe(1)
  await userEvent.keyboard('{Shift}')
  const around = document.querySelector<HTMLElement>('section[tabindex]')
  around?.focus()
  expect(document.activeElement).toBe(around)
  await expect.element(remark).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(remark).toHaveTextContent('Jan 2, 2026, 3:04:05 AM')
})

test('a tap opens the exact date, and a tap elsewhere closes it', async () => {
  takeAway = await showPart(
    <p>
      <RelativeTime date={date} /> and <b>more</b>
    </p>,
  )
  const time = page.getByText('Jan 2, 2026').first()
  await expect.element(time).toBeVisible()
  const tap = { pointerType: 'touch', bubbles: true }
  time.element().dispatchEvent(new PointerEvent('pointerup', tap))
  await expect.element(remark).toBeVisible()
  page.getByText('more').element().dispatchEvent(new PointerEvent('pointerdown', tap))
  await expect.element(remark).not.toBeInTheDocument()
})

test('in a row that is a link only the link is a tab stop, and it shows the date; a click on the date is one on the row', async () => {
  takeAway = await showPart(
    <Table
      caption="Orders"
      columns={[
        {
          key: 'id',
          heading: 'ID',
          cell: (id: number) => (
            <Link to={`/orders/${id}`} className={rowLinkClass}>
              {id}
            </Link>
          ),
        },
        { key: 'date', heading: 'Date', cell: () => <RelativeTime date={date} /> },
      ]}
      rows={[7]}
      rowKey={(id) => id}
      isLinked
    />,
  )
  await expect.element(page.getByRole('link', { name: '7' })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: '7' })).toHaveFocus()
  await expect.element(remark).toHaveTextContent('Jan 2, 2026, 3:04:05 AM')
  await userEvent.keyboard('{Tab}')
  await expect.element(remark).not.toBeInTheDocument()
  expect(countStops()).toBe(0)
  let followed = ''
  const listen = ({ target }: Event) => (followed ||= (target as Element).closest('a')?.href ?? '')
  document.addEventListener('click', listen, { capture: true })
  await page.getByText('Jan 2, 2026').first().click()
  document.removeEventListener('click', listen, { capture: true })
  expect(followed).toContain('/orders/7')
})

test('in a row opened by a button a click on the date is one on the button, whatever other link is in the row', async () => {
  let opened = 0
  takeAway = await showPart(
    <Table
      caption="Transactions"
      columns={[
        { key: 'user', heading: 'User', cell: () => <Link to="/users/3">Ann</Link> },
        {
          key: 'id',
          heading: 'ID',
          cell: (id: number) => (
            <button type="button" className={rowLinkClass} onClick={() => (opened += 1)}>
              {id}
            </button>
          ),
        },
        { key: 'date', heading: 'Date', cell: () => <RelativeTime date={date} /> },
      ]}
      rows={[7]}
      rowKey={(id) => id}
      isLinked
    />,
  )
  const time = page.getByText('Jan 2, 2026').first()
  await userEvent.hover(time)
  await expect.element(remark).toHaveTextContent('Jan 2, 2026, 3:04:05 AM')
  expect(countStops()).toBe(0)
  await time.click()
  expect(opened).toBe(1)
})
