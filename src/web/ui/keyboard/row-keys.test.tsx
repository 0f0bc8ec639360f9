import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Link } from '#web/platform/page/link.tsx'
import { showPart } from '#web/testing/show-part.tsx'
import { useRowKeys } from './row-keys.ts'
import { rowLinkClass, Table } from '#web/ui/list/table.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

function Tickets({ caption, ids }: { caption: string; ids: readonly number[] }) {
  const cell = (id: number) => (
    <Link to={`/tickets/${id}`} className={rowLinkClass}>
      {`Ticket ${id}`}
    </Link>
  )
  return (
    <Table
      caption={caption}
      columns={[{ key: 'id', heading: 'ID', cell }]}
      rows={ids}
      rowKey={(id) => id}
      isLinked
    />
  )
}

test('J and K go from row to row of a table without selection, each table separately', async () => {
  takeAway = await showPart(
    <>
      <input aria-label="Search" />
      <Tickets caption="Waiting" ids={[1, 2]} />
      <Tickets caption="Others" ids={[3, 4]} />
    </>,
  )
  const link = (id: number) => page.getByRole('link', { name: `Ticket ${id}` })
  await expect.element(link(4)).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(link(1)).toHaveFocus()
  await userEvent.keyboard('jj')
  await expect.element(link(2)).toHaveFocus()
  await userEvent.keyboard('kx')
  await expect.element(link(1)).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}j')
  await expect.element(link(4)).toHaveFocus()
  await userEvent.type(page.getByRole('textbox'), 'jk')
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})

function Messages() {
  const list = useRowKeys<HTMLUListElement>()
  return (
    <ul ref={list}>
      {['First', 'Second'].map((name) => (
        <li key={name}>
          <details>
            <summary className="row-link">{name}</summary>
            <p>{`What ${name} wrote`}</p>
          </details>
        </li>
      ))}
    </ul>
  )
}

test('they go from item to item of a list as well, and Enter opens what has the focus', async () => {
  takeAway = await showPart(<Messages />)
  await expect.element(page.getByText('Second', { exact: true })).toBeVisible()
  await userEvent.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('Second')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('What Second wrote')).toBeVisible()
  await expect.element(page.getByText('What First wrote')).not.toBeVisible()
})
