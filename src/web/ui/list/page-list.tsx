import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { commonText } from '#web/platform/texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import {
  type Answered,
  filePath,
  isFiltered,
  isSameList,
  type List,
  type ListWords,
  type Turn,
} from './list.ts'
import { ListCard } from './list-card.tsx'
import { ListPages } from './list-pages.tsx'
import { type Column, Table } from './table.tsx'
import { type Selection, useSelection } from './table-selection.tsx'

type TableProps<Row> = Partial<
  Pick<
    Parameters<typeof Table<Row>>[0],
    'isCompact' | 'isLinked' | 'sort' | 'onSort' | 'rowClass' | 'rowName'
  >
>

type ListPageProps<Query extends object, T extends Turn, Answer extends Answered, Row> = TableProps<Row> & {
  list: List<Query, T, Answer, Row>
  /** What the loader has. */
  data: Answer
  columns?: readonly Column<Row>[]
  /** For a list that is no table. */
  renderRows?: (rows: readonly Row[]) => ReactNode
  /** Beside the heading, after the file. */
  aside?: ReactNode
  /** Above the list: filters, and what else is said there. */
  filters?: ReactNode
  /** In the rows' place where there are none; as it is said of a search that found nothing, unless it is given. */
  none?: ReactNode
  /** Which rows are chosen, where the page keeps it; `null` while there is nothing to choose. */
  selection?: Selection | null
  /** Rows have tick boxes; this is what can be done to the chosen ones. */
  renderBulk?: (selection: Selection, rows: readonly Row[]) => ReactNode
  /** Below the pages: notes, dialogs. */
  children?: ReactNode
}

/**
 * A page with a list: heading, file, filters, rows, what is said where there are none, and pages. All that it shows follows
 * from the address. `ListFailed` stands in its place where it does not come.
 */
export function ListPage<Query extends object, T extends Turn, Answer extends Answered, Row>({
  list,
  data,
  columns = [],
  renderRows,
  aside,
  filters,
  none,
  selection: kept,
  renderBulk,
  children,
  ...table
}: ListPageProps<Query, T, Answer, Row>) {
  const words = list.wordsIn(useLanguage())
  const rows = list.rowsOf(data)
  const own = useSelection(rows.map(list.rowKey))
  const selection = renderBulk === undefined || kept === null ? undefined : (kept ?? own)
  const { pathname, search } = useLocation()
  const coming = useNavigation().location
  const isLoading = coming?.pathname === pathname && !isSameList(list, coming.search, search)
  return (
    <ListFrame list={list} aside={aside}>
      {filters}
      <ListCard isLoading={isLoading}>
        {rows.length === 0 && (none ?? <NoneFound list={list} />)}
        {rows.length > 0 && renderRows?.(rows)}
        {rows.length > 0 && renderRows === undefined && (
          <Table
            caption={words.table}
            columns={columns}
            rows={rows}
            rowKey={list.rowKey}
            {...(selection !== undefined && { selection })}
            {...table}
          />
        )}
        {selection !== undefined && renderBulk?.(selection, rows)}
      </ListCard>
      <ListPages paging={list.paging} data={data} lastId={list.idOf && rows.map(list.idOf).at(-1)} />
      {children}
    </ListFrame>
  )
}

type Shown<Query extends object, T extends Turn, Answer extends Answered, Row> = {
  list: List<Query, T, Answer, Row>
  aside?: ReactNode
}

/** For `ErrorBoundary`: why the list is not there, and the way to load it again. */
export function ListFailed<Query extends object, T extends Turn, Answer extends Answered, Row>({
  list,
  error,
  message,
  notPermitted,
}: Shown<Query, T, Answer, Row> & { error: unknown; message?: string; notPermitted?: string }) {
  const { failed, failedTitle, ...words } = list.wordsIn(useLanguage())
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading {...words} />
      {failedTitle !== undefined && <h2 className="text-20 font-bold">{failedTitle}</h2>}
      <LoadFailed
        error={error}
        message={message ?? failed}
        {...(notPermitted !== undefined && { notPermitted })}
      />
    </div>
  )
}

/** In the rows' place where a search found nothing, with the way to all of them. */
export function NoneFound<Query extends object, T extends Turn, Answer extends Answered, Row>({
  list,
  children,
}: Pick<Shown<Query, T, Answer, Row>, 'list'> & { children?: ReactNode }) {
  const t = useText(commonText)
  const { noneFound } = list.wordsIn(useLanguage())
  const { search } = useLocation()
  return (
    <EmptyState message={noneFound}>
      {isFiltered(list, search) ? (
        <LinkButton tone="secondary" to={list.path}>
          {t('resetFilters')}
        </LinkButton>
      ) : (
        children
      )}
    </EmptyState>
  )
}

function ListFrame<Query extends object, T extends Turn, Answer extends Answered, Row>({
  list,
  aside,
  children,
}: Shown<Query, T, Answer, Row> & { children: ReactNode }) {
  const words = list.wordsIn(useLanguage())
  const beside = (list.download !== undefined || aside !== undefined) && (
    <div className="flex flex-wrap gap-3">
      {list.download !== undefined && <ListFile list={list} />}
      {aside}
    </div>
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading {...words} aside={beside} />
      {children}
    </div>
  )
}

function Heading({
  title,
  lead,
  back,
  aside,
}: Pick<ListWords, 'title' | 'lead' | 'back'> & { aside?: ReactNode }) {
  if (title === undefined) return null
  return (
    <PageHeading aside={aside} {...(lead !== undefined && { lead })} {...(back !== undefined && { back })}>
      {title}
    </PageHeading>
  )
}

/** The file has what the filters show. */
function ListFile<Query extends object, T extends Turn, Answer extends Answered, Row>({
  list,
}: Pick<Shown<Query, T, Answer, Row>, 'list'>) {
  const t = useText(commonText)
  const { search } = useLocation()
  if (list.download === undefined) return null
  const { path, fileName } = list.download
  return (
    <DownloadButton
      path={filePath(list, path, search)}
      fileName={fileName}
      label={t('exportFile')}
      failure={t('exportFailed')}
    />
  )
}
