import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { isInTrouble } from '#contract/operations/attention.ts'
import { listProviders } from '#contract/providers/providers.ts'
import { adminProvidersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLiveGaps } from '#web/platform/live/live-events.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { wholeOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { UrlButtons } from '#web/ui/fields/url-fields.tsx'
import { loadList, makeList, whole } from '#web/ui/list/list.ts'
import { oneIn } from '#web/ui/list/read-address.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { Button } from '#web/ui/page/button.tsx'
import type { Route } from './+types/providers-page.ts'
import { AddProvider } from './add-provider.tsx'
import { useProviderColumns } from './providers-columns.tsx'

const shown = ['trouble'] as const

/** `?show=trouble` lists those that get no orders or are low on funds, the same number as in the menu. */
const list = makeList({
  text: adminProvidersText,
  words: (t) => ({
    title: t('title'),
    lead: t('lead'),
    table: t('title'),
    noneFound: t('noneInTrouble'),
    empty: t('empty'),
    failed: t('loadFailed'),
  }),
  read: (params) => ({ show: shownIn(params) }),
  paging: whole,
  ask: () => wholeOf(listProviders),
  rowsOf: ({ providers }) => providers,
  rowKey: ({ id }) => id,
})

function shownIn(params: URLSearchParams) {
  return oneIn(params, 'show', shown)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminProvidersText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminProvidersPage({ loaderData }: Route.ComponentProps) {
  const all = useLoaded(loaderData)
  const t = useText(adminProvidersText)
  const troubled = all.providers.filter(isInTrouble)
  const isNarrowed = shownIn(new URLSearchParams(useLocation().search)) === 'trouble'
  const data = isNarrowed ? { ...all, providers: troubled } : all
  const [isAdding, setIsAdding] = useState(false)
  useLiveGaps(() => rereadSoon(listProviders))
  const canAdd = data.can_add
  return (
    <ListPage
      list={list}
      data={data}
      columns={useProviderColumns()}
      aside={canAdd && <Add onClick={() => setIsAdding(true)} />}
      filters={
        <>
          {!canAdd && <Alert tone="info">{t('addInSandbox')}</Alert>}
          <UrlButtons
            name="show"
            label={t('columnState')}
            initial="all"
            options={[
              { value: 'all', label: t('all'), count: all.providers.length },
              { value: 'trouble', label: t('inTrouble'), count: troubled.length },
            ]}
          />
        </>
      }
      isCompact
      isLinked
    >
      {isAdding && <AddProvider onClose={() => setIsAdding(false)} />}
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Add({ onClick }: { onClick: () => void }) {
  const t = useText(adminProvidersText)
  return (
    <Button size="small" onClick={onClick}>
      <Plus aria-hidden className="size-4.5" />
      {t('add')}
    </Button>
  )
}
