/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the implicit roles of a table that is laid out as cards: see `Table` */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { cx } from '#web/ui/page/cx.ts'
import type { RowKey, Selection } from './table-selection.tsx'

export type Sort = { by: string; direction: 'ascending' | 'descending' }

type HeadColumn = { key: string; heading: string; align?: 'start' | 'end'; isSortable?: boolean }
type TableHeadProps = {
  columns: readonly HeadColumn[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  selection: Selection | undefined
  keys: readonly RowKey[]
}

/** Below 992 px only for screen readers, except for controls. */
export function TableHead({ columns, sort, onSort, selection, keys }: TableHeadProps) {
  const hasControls = selection !== undefined || columns.some(({ isSortable }) => isSortable)
  return (
    <thead role="rowgroup" className={hasControls ? 'cards:block' : 'cards:sr-only'}>
      <tr
        role="row"
        className={
          hasControls
            ? 'cards:flex cards:flex-wrap cards:items-center cards:gap-x-3 cards:border-b cards:border-line cards:px-4'
            : undefined
        }
      >
        {selection?.head(keys)}
        {columns.map(({ key, heading, align, isSortable = false }) => (
          <th
            key={key}
            scope="col"
            role="columnheader"
            aria-sort={sort?.by === key ? sort.direction : undefined}
            className={cx(
              'text-13 font-semibold whitespace-nowrap text-ink-3 rows:border-b rows:border-line rows:px-3 rows:py-2 rows:first:ps-5 rows:last:pe-5',
              align === 'end' ? 'text-end' : 'text-start',
              hasControls && !isSortable && 'cards:sr-only',
            )}
          >
            {isSortable ? <SortButton {...{ column: key, heading, sort, onSort }} /> : heading}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type SortButtonProps = Pick<TableHeadProps, 'sort' | 'onSort'> & { column: string; heading: string }

function SortButton({ column, heading, sort, onSort }: SortButtonProps) {
  const direction = sort?.by === column ? sort.direction : undefined
  const Picture = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() =>
        onSort?.({ by: column, direction: direction === 'ascending' ? 'descending' : 'ascending' })
      }
      className="-mx-2 inline-flex min-h-9 items-center gap-1 rounded-control px-2 hover:bg-sunken hover:text-ink cards:min-h-11"
    >
      {heading}
      <Picture aria-hidden className={cx('size-3.5', direction === undefined && 'opacity-60')} />
    </button>
  )
}
