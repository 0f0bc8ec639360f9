/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the implicit roles of a table that is laid out as cards: see `Table` */
import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { styleOfTails } from '#web/ui/text/tails.ts'
import { useRowKeys } from '#web/ui/keyboard/row-keys.ts'
import { type Sort, TableHead } from './table-head.tsx'
import type { RowKey, Selection } from './table-selection.tsx'

export type Column<Row> = Cell<Row> & {
  key: string
  heading: string
  /** Use 'end' for figures. */
  align?: 'start' | 'end'
  /**
   * Where the cell goes below 992 px, where a row has two lines: 'first' and 'second' from the left, 'end' at the
   * right; 'side' spans both. 'whole' is 'first', and on a phone a line of its own above all others: for a long name.
   */
  narrow?: 'first' | 'whole' | 'second' | 'end' | 'second-end' | 'side' | 'hidden'
  /** Its heading is a button that sorts by it. */
  isSortable?: boolean
  className?: string
}

type AmountOf<Row> = (row: Row) => bigint | null
/** A column of amounts has `amountOf`: the decimal points are aligned, even if `cell` formats them itself. */
type Cell<Row> =
  | { cell: (row: Row) => ReactNode; amountOf?: AmountOf<Row> }
  | { cell?: undefined; amountOf: AmountOf<Row> }

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => RowKey
  /** A class for a row: `animate-flash` for one that just changed. */
  rowClass?: (row: Row) => string | undefined
  isCompact?: boolean
  isLinked?: boolean
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Each row has a checkbox, labelled by `rowName`: see `useSelection`. */
  selection?: Selection
  rowName?: (row: Row) => string
}

/** For the one link that represents the whole row: a click on any cell is a click on the link. */
export const rowLinkClass = "row-link after:absolute after:inset-0 after:content-['']"

/**
 * A table; below 992 px each row becomes two lines with the same cells. Its roles are explicit: browsers drop them when
 * the parts have another layout. With `isLinked` the row's link (`rowLinkClass`) takes every click, and J and K move
 * between the links. With `selection` they move between the checkboxes, X selects, Shift-click selects a range.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, isCompact = false, selection, rowName, sort, onSort } = props
  const keys = rows.map(rowKey)
  const table = useRowKeys<HTMLTableElement>()
  const tails = new Map(
    columns.map(({ key, amountOf }) => [key, amountOf && styleOfTails(rows.map(amountOf))]),
  )
  return (
    <table
      ref={table}
      role="table"
      data-choosing={selection !== undefined || undefined}
      className="w-full border-collapse text-14 cards:block"
    >
      <caption className="sr-only">{caption}</caption>
      <TableHead {...{ columns, sort, onSort, selection }} keys={keys} />
      <tbody role="rowgroup" className="cards:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            aria-selected={selection?.chosen.has(rowKey(row))}
            className={cx(
              'two-lines border-b border-line last:border-0 hover:bg-canvas cards:px-4 cards:py-2 cards:first:rounded-t-card cards:last:rounded-b-card',
              'aria-selected:chosen aria-selected:bg-petrol-soft',
              (props.isLinked || selection !== undefined) && 'relative',
              selection !== undefined && 'cards:ps-14',
              props.rowClass?.(row),
            )}
          >
            {selection?.cell(rowKey(row), { keys, name: rowName?.(row) ?? String(rowKey(row)) })}
            {columns.map(({ key, align, cell, amountOf, narrow = 'hidden', className }) => (
              <td
                key={key}
                role="cell"
                data-narrow={narrow}
                style={tails.get(key)}
                className={cx(
                  'rows:px-3 rows:first:ps-5 rows:last:pe-5',
                  isCompact ? 'h-9' : 'h-13',
                  align === 'end' && 'text-end',
                  className,
                )}
              >
                {cell === undefined ? amountIn(amountOf(row)) : cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function amountIn(amount: bigint | null): ReactNode {
  return amount === null ? <span className="text-ink-3">–</span> : <MoneyText amount={amount} />
}
