import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { listProviders } from '#contract/providers/providers.ts'
import { adminProvidersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLiveGaps } from '#web/platform/live/live-events.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { wholeOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { loadList, makeList, whole } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { Button } from '#web/ui/page/button.tsx'
import type { Route } from './+types/providers-page.ts'
import { AddProvider } from './add-provider.tsx'
import { useProviderColumns } from './providers-columns.tsx'

const list = makeList({
  text: adminProvidersText,
  words: (t) => ({
    title: t('title'),
    lead: t('lead'),
    table: t('title'),
    noneFound: t('empty'),
    failed: t('loadFailed'),
  }),
  read: () => ({}),
  paging: whole,
  ask: () => wholeOf(listProviders),
  rowsOf: ({ providers }) => providers,
  rowKey: ({ id }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminProvidersText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminProvidersPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminProvidersText)
  const [isAdding, setIsAdding] = useState(false)
  useLiveGaps(() => rereadSoon(listProviders))
  const canAdd = data.can_add
  return (
    <ListPage
      list={list}
      data={data}
      columns={useProviderColumns()}
      aside={canAdd && <Add onClick={() => setIsAdding(true)} />}
      filters={!canAdd && <Alert tone="info">{t('addInSandbox')}</Alert>}
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
