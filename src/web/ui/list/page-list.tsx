import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { Card } from '#web/ui/page/card.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { type AnyList, filePath, type ListWords } from './list.ts'
import { ListPages } from './list-paging.tsx'
import { ListRows, type ListRowsProps } from './list-rows.tsx'

type Around = {
  /** Next to the heading, after the file button. */
  aside?: ReactNode
  /** Filters and other content above the list. */
  filters?: ReactNode
  /** Replaces the lead of the texts, where it is more than text. */
  lead?: ReactNode
}

type ListPageProps<Answer, Row> = ListRowsProps<Answer, Row> &
  Around & {
    /** Below the page links: notes, dialogs. */
    children?: ReactNode
  }

/**
 * A page with a list: heading, file, filters, rows, empty state and pages, all from the URL. `ListFailed` replaces it
 * when loading fails.
 */
export function ListPage<Answer, Row>({
  aside,
  filters,
  lead,
  children,
  ...props
}: ListPageProps<Answer, Row>) {
  const { list, data } = props
  return (
    <ListFrame list={list} aside={aside} lead={lead}>
      {filters}
      <Card isFlush>
        <ListRows {...props} />
      </Card>
      <ListPages
        paging={list.paging}
        pages={list.pagesOf(data)}
        lastId={list.idOf && list.rowsOf(data).map(list.idOf).at(-1)}
      />
      {children}
    </ListFrame>
  )
}

type ListFailedProps = { list: AnyList; error: unknown; message?: string; notPermitted?: string }

/** For `ErrorBoundary`: why the list failed to load, and a button to try again. */
export function ListFailed({ list, error, message, notPermitted }: ListFailedProps) {
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

type ListFrameProps = Pick<Around, 'aside' | 'lead'> & {
  list: AnyList
  children: ReactNode
}

function ListFrame({ list, aside, lead, children }: ListFrameProps) {
  const words = list.wordsIn(useLanguage())
  const beside = (list.download !== undefined || aside !== undefined) && (
    <div className="flex flex-wrap gap-3">
      {list.download !== undefined && <ListFile list={list} {...list.download} />}
      {aside}
    </div>
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading {...words} {...(lead !== undefined && { lead })} aside={beside} />
      {children}
    </div>
  )
}

function Heading({
  title,
  lead,
  back,
  aside,
}: Pick<ListWords, 'title' | 'back'> & Pick<Around, 'lead' | 'aside'>) {
  if (title === undefined) return null
  return (
    <PageHeading aside={aside} {...(lead !== undefined && { lead })} {...(back !== undefined && { back })}>
      {title}
    </PageHeading>
  )
}

/** The file contains what the filters show. */
function ListFile({ list, path, fileName }: { list: AnyList; path: string; fileName: string }) {
  const { search } = useLocation()
  return <DownloadButton path={filePath(list, path, search)} fileName={fileName} />
}
