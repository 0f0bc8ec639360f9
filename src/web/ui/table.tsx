/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the implicit roles of a table that is laid out as cards: see `Table` */
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
  isLinked?: boolean
}

/** For the one link of a row that stands for all of it: the press on any of its cells is one on the link. */
export const rowLinkClass = "after:absolute after:inset-0 after:content-['']"

/**
 * A table; below 992 px each row becomes two lines, with the same cells for everybody. Its roles are said out loud: browsers
 * forget them once the parts are laid out otherwise. With `isLinked` the row's own link (`rowLinkClass`) takes every press.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowClass,
  isCompact = false,
  isLinked = false,
}: TableProps<Row>) {
  return (
    <table role="table" className="w-full border-collapse text-14 max-wide:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-wide:sr-only">
        <tr role="row">
          {columns.map(({ key, heading, align }) => (
            <th
              key={key}
              scope="col"
              role="columnheader"
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
      <tbody role="rowgroup" className="max-wide:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className={cx(
              'two-lines border-b border-line last:border-0 hover:bg-canvas max-wide:px-4 max-wide:py-3',
              isLinked && 'relative',
              rowClass?.(row),
            )}
          >
            {columns.map(({ key, align, cell, narrow = 'hidden', className }) => (
              <td
                key={key}
                role="cell"
                data-narrow={narrow}
                className={cx(
                  'wide:px-3 wide:first:ps-5 wide:last:pe-5',
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
