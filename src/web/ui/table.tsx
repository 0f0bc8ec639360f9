import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column<Row> = {
  key: string
  heading: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the right. */
  align?: 'start' | 'end'
  /** Where the cell goes below 992 px, where a row has two lines: 'first' and 'second' from the left, 'end' at the right. */
  narrow?: 'first' | 'second' | 'end' | 'second-end' | 'hidden'
  className?: string
}

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** A class for a row: `animate-flash` for one that has just changed. */
  rowClass?: (row: Row) => string | undefined
  isCompact?: boolean
}

/** A table; below 992 px each row becomes two lines, with the same cells for everybody. */
export function Table<Row>({ caption, columns, rows, rowKey, rowClass, isCompact = false }: TableProps<Row>) {
  return (
    <table className="w-full border-collapse text-14 max-wide:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-wide:sr-only">
        <tr>
          {columns.map(({ key, heading, align }) => (
            <th
              key={key}
              scope="col"
              className={cx(
                'border-b border-line px-3 py-2 text-13 font-semibold whitespace-nowrap text-ink-3 first:ps-5 last:pe-5',
                align === 'end' ? 'text-end' : 'text-start',
              )}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-wide:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className={cx(
              'two-lines border-b border-line last:border-0 hover:bg-canvas max-wide:px-4 max-wide:py-3',
              rowClass?.(row),
            )}
          >
            {columns.map(({ key, align, cell, narrow = 'hidden', className }) => (
              <td
                key={key}
                data-narrow={narrow}
                className={cx(
                  'px-3 first:ps-5 last:pe-5 max-wide:p-0!',
                  isCompact ? 'h-9' : 'h-13',
                  align === 'end' && 'text-end',
                  className,
                )}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
