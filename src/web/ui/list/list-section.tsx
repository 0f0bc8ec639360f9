import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import type { List } from './list.ts'
import { ListPages } from './list-paging.tsx'
import { ListRows, type ListRowsProps } from './list-rows.tsx'

type ListSectionProps<Answer, Row> = Omit<ListRowsProps<Answer, Row>, 'data'> & {
  list: List<Answer, Row>
  /** Undefined: loading it failed. */
  data: Answer | undefined
  filters?: ReactNode
}

/** A list as part of a page, with its filters and cursor in the page's URL: one per page. */
export function ListSection<Answer, Row>({ list, data, filters, ...rows }: ListSectionProps<Answer, Row>) {
  const { table: title, failed } = list.wordsIn(useLanguage())
  const { revalidate, state } = useRevalidator()
  return (
    <CardSection title={title}>
      {filters !== undefined && (
        <div className="grid gap-4 border-b border-line px-5 py-4 max-wide:px-4">{filters}</div>
      )}
      {data === undefined ? (
        <ErrorState message={failed} onRetry={() => void revalidate()} isBusy={state === 'loading'} />
      ) : (
        <>
          <ListRows list={list} data={data} {...rows} />
          <div className="border-t border-line p-4 empty:hidden">
            <ListPages paging={list.paging} pages={list.pagesOf(data)} isWithin />
          </div>
        </>
      )}
    </CardSection>
  )
}
