import { commonText } from '#web/platform/texts.en.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { byCursor, inPages, makeList } from '#web/ui/list/list.ts'
import { ListPages } from '#web/ui/list/list-paging.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ListRows } from '#web/ui/list/list-rows.tsx'
import { ListSection } from '#web/ui/list/list-section.tsx'
import type { Sort } from '#web/ui/list/table-head.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import { ChosenOrders } from './chosen-orders.tsx'
import { Kept, type Shown } from './shown.tsx'

type Line = { id: number; service: string; price: bigint; status: string }

const lines: Line[] = [
  { id: 1024, service: 'Followers, real and active', price: 310_000_000n, status: 'Completed' },
  { id: 1025, service: 'Views, fast start', price: 420_000n, status: 'Processing' },
  { id: 1026, service: 'Likes, lifetime refill', price: 1_250_000_000n, status: 'Pending' },
]

const columns: Column<Line>[] = [
  { key: 'id', heading: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, narrow: 'second' },
  { key: 'service', heading: 'Service', cell: ({ service }) => service, narrow: 'first' },
  {
    key: 'price',
    heading: 'Price',
    align: 'end',
    amountOf: ({ price }) => price,
    narrow: 'end',
  },
  { key: 'status', heading: 'Status', cell: ({ status }) => <Badge>{status}</Badge>, narrow: 'second-end' },
]

function sortLines({ by, direction }: Sort): Line[] {
  const sign = direction === 'ascending' ? 1 : -1
  const valueOf = (line: Line) => (by === 'price' ? line.price : by === 'id' ? line.id : line.service)
  return lines.toSorted((one, other) => (valueOf(one) < valueOf(other) ? -sign : sign))
}

const shown: { lines: Line[]; next_cursor: string | null } = { lines, next_cursor: null }
const nothing = { ...shown, lines: [] }

const list = makeList({
  text: commonText,
  words: () => ({
    // Without a heading: a page has one h1.
    table: 'Orders in a page',
    noneFound: 'No orders yet',
    failed: 'The orders could not be loaded. Please try again.',
  }),
  read: () => ({}),
  paging: byCursor(3),
  ask: () => ({ queryKey: [], queryFn: async () => shown }),
  rowsOf: (answer) => answer.lines,
  rowKey: ({ id }) => id,
  columns: () => columns,
})

export const tables: readonly Shown[] = [
  {
    file: 'table',
    states: {
      plain: (
        <Card isFlush>
          <Table caption="Orders" columns={columns} rows={lines} rowKey={({ id }) => id} />
        </Card>
      ),
      compact: (
        <Card isFlush>
          <Table caption="Compact orders" columns={columns} rows={lines} rowKey={({ id }) => id} isCompact />
        </Card>
      ),
    },
  },
  {
    file: 'table-head',
    states: {
      'sorted by price': (
        <Card isFlush>
          <Kept<Sort> initial={{ by: 'price', direction: 'ascending' }}>
            {(sort, onSort) => (
              <Table
                caption="Sortable orders"
                columns={columns.map((column) => ({ ...column, isSortable: column.key !== 'status' }))}
                rows={sortLines(sort)}
                rowKey={({ id }) => id}
                sort={sort}
                onSort={onSort}
              />
            )}
          </Kept>
        </Card>
      ),
    },
  },
  { file: 'table-selection', states: { 'two of three are chosen': <ChosenOrders /> } },
  {
    file: 'selection-bar',
    states: { 'below the rows that are chosen': <p className="text-14">As in table-selection.</p> },
  },
  {
    file: 'list-rows',
    states: {
      // Faded while another page is loading, which is not a state to test contrast in.
      'as ever': (
        <Card isFlush>
          <ListRows list={list} data={shown} />
        </Card>
      ),
    },
  },
  {
    file: 'list-section',
    states: {
      'as ever': <ListSection list={list} data={shown} filters={<p>Filters</p>} />,
      'not there': <ListSection list={list} data={undefined} />,
    },
  },
  {
    file: 'list-paging',
    states: {
      'on the last page of what is counted': (
        <ListPages
          paging={inPages({ sizes: [10, 20], initial: 10, isOfStaff: true })}
          pages={{ pagination: { totalItems: 500, totalPages: 1, isBounded: true } }}
          lastId={17}
        />
      ),
      'with a cursor': <ListPages paging={{}} pages={{ nextCursor: '7' }} />,
    },
  },
  {
    file: 'page-list',
    states: {
      'as ever': <ListPage list={list} data={shown} />,
      'with nothing in it': <ListPage list={list} data={nothing} />,
      'not there': <ListFailed list={list} error={new Error('Away')} />,
    },
  },
]
