import { useEffect, useEffectEvent } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import { type Column, rowLinkClass, Table } from '#web/ui/list/table.tsx'
import { useSelection } from '#web/ui/list/table-selection.tsx'

type Row = { id: number; name: string }

const rows: Row[] = [
  { id: 7, name: 'Followers' },
  { id: 8, name: 'Likes' },
  { id: 9, name: 'Views' },
]
const columns: Column<Row>[] = [
  {
    key: 'id',
    heading: 'ID',
    narrow: 'second',
    cell: ({ id }) => (
      <Link to={`/orders/${id}`} className={`figures text-petrol ${rowLinkClass}`}>
        {id}
      </Link>
    ),
  },
  { key: 'name', heading: 'Service', narrow: 'first', cell: ({ name }) => name },
]

/** A table with selectable rows and bulk actions; `first` are selected initially. */
export function ChosenOrders({ first = [7, 9] }: { first?: readonly number[] }) {
  const selection = useSelection(rows.map(({ id }) => id))
  const chooseFirst = useEffectEvent(() => selection.setAll(first, true))
  useEffect(() => chooseFirst(), [])
  return (
    <Card isFlush>
      <Table
        caption="Orders to choose from"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ id }) => `order ${id}`}
        selection={selection}
        isLinked
      />
      <SelectionBar selection={selection}>
        <Button size="small">Refresh</Button>
      </SelectionBar>
    </Card>
  )
}
