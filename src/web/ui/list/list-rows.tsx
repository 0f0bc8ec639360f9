import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { type AnyList, isFiltered, isFromTop, isSameList, type List } from './list.ts'
import { type Column, Table } from './table.tsx'
import { type Selection, useSelection } from './table-selection.tsx'

type TableProps<Row> = Partial<
  Pick<
    Parameters<typeof Table<Row>>[0],
    'isCompact' | 'isLinked' | 'sort' | 'onSort' | 'rowClass' | 'rowName'
  >
>

export type ListRowsProps<Answer, Row> = TableProps<Row> & {
  list: List<Answer, Row>
  /** The loader's data. */
  data: Answer
  /** Replaces the list's columns, where they need more than its texts. */
  columns?: readonly Column<Row>[]
  /** For a list that is not a table. */
  renderRows?: (rows: readonly Row[]) => ReactNode
  /** Shown if there are no rows; default `NoneFound`. */
  none?: ReactNode
  /** The selected rows, if the page holds the selection; `null` if nothing can be selected. */
  selection?: Selection | null
  /** Rows have checkboxes; these are the bulk actions. */
  renderBulk?: (selection: Selection, rows: readonly Row[]) => ReactNode
}

/** The rows of a list, or its empty state. They fade while others load. */
export function ListRows<Answer, Row>({
  list,
  data,
  columns,
  renderRows,
  none,
  selection: kept,
  renderBulk,
  ...table
}: ListRowsProps<Answer, Row>) {
  const language = useLanguage()
  const rows = list.rowsOf(data)
  const own = useSelection(rows.map(list.rowKey))
  const selection = renderBulk === undefined || kept === null ? undefined : (kept ?? own)
  const isLoading = useIsLoading(list)
  return (
    <div className={cx('transition-opacity duration-120', isLoading && 'opacity-60')} aria-busy={isLoading}>
      {rows.length === 0 && (none ?? <NoneFound list={list} />)}
      {rows.length > 0 && renderRows?.(rows)}
      {rows.length > 0 && renderRows === undefined && (
        <Table
          caption={list.wordsIn(language).table}
          columns={columns ?? list.columnsIn(language)}
          rows={rows}
          rowKey={list.rowKey}
          {...(selection !== undefined && { selection })}
          {...table}
        />
      )}
      {selection !== undefined && renderBulk?.(selection, rows)}
    </div>
  )
}

function useIsLoading(list: AnyList): boolean {
  const { pathname, search } = useLocation()
  const coming = useNavigation().location
  return coming?.pathname === pathname && !isSameList(list, coming.search, search)
}

/** If there are no rows: no matches, with a link to all rows; or an empty list, with an action to start. */
export function NoneFound({ list, children }: { list: AnyList; children?: ReactNode }) {
  const t = useText(commonText)
  const { noneFound, empty = noneFound } = list.wordsIn(useLanguage())
  const { pathname, search } = useLocation()
  if (isFiltered(list, search))
    return (
      <EmptyState message={noneFound}>
        <LinkButton tone="secondary" to={pathname}>
          {t('resetFilters')}
        </LinkButton>
      </EmptyState>
    )
  return isFromTop(list, search) ? (
    <EmptyState message={empty}>{children}</EmptyState>
  ) : (
    <EmptyState message={noneFound} />
  )
}
