import { useLocation } from 'react-router'
import { contactStates, listContactMessages } from '#contract/support/contact.ts'
import { adminContactText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { UrlButtons } from '#web/ui/fields/url-fields.tsx'
import { byCursor, loadList, makeList } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { oneIn } from '#web/ui/list/read-address.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import type { Route } from './+types/contact-page.ts'
import { MessageList } from './message-list.tsx'

const shown = [...contactStates, 'all'] as const

/** Starts with unanswered messages; `?show=` selects others. */
const list = makeList({
  text: adminContactText,
  words: (t) => ({
    title: t('title'),
    lead: t('lead'),
    table: t('title'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
  }),
  read(params) {
    const show = shownIn(params)
    return { status: show === 'all' ? undefined : show }
  },
  paging: byCursor(25),
  ask: (query) => queryOf(listContactMessages, { query }),
  rowsOf: ({ messages }) => messages,
  rowKey: ({ id }) => id,
})

function shownIn(params: URLSearchParams): (typeof shown)[number] {
  return oneIn(params, 'show', shown) ?? 'open'
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminContactText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminContactPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminContactText)
  const { search } = useLocation()
  const isOpen = shownIn(new URLSearchParams(search)) === 'open'
  return (
    <ListPage
      list={list}
      data={data}
      renderRows={(messages) => <MessageList messages={messages} />}
      filters={<Filters />}
      none={
        <EmptyState message={t(isOpen ? 'noneOpen' : 'noneFound')}>
          <LinkButton tone="secondary" to="/admin/contact?show=all">
            {t('showAll')}
          </LinkButton>
        </EmptyState>
      }
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Filters() {
  const t = useText(adminContactText)
  return (
    <UrlButtons
      name="show"
      label={t('filters')}
      initial="open"
      options={shown.map((value) => ({ value, label: t(value) }))}
    />
  )
}
