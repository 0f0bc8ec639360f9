import { listAdminApiKeys } from '#contract/users/admin-api-keys.ts'
import { adminApiText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { UrlSearch } from '#web/ui/fields/url-fields.tsx'
import { byCursor, loadList, makeList, textCursor } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { searchIn } from '#web/ui/list/read-address.ts'
import type { Route } from './+types/api-keys-page.ts'
import { useRevoking } from './revoke-key.tsx'
import { columnsOf } from './api-keys-columns.tsx'

const list = makeList({
  text: adminApiText,
  words: (t) => ({
    table: t('keys'),
    noneFound: t('noneFound'),
    empty: t('noKeys'),
    failed: t('loadFailed'),
  }),
  read: (params) => ({ search: searchIn(params) }),
  paging: byCursor(25, textCursor),
  ask: (query) => queryOf(listAdminApiKeys, { query }),
  rowsOf: ({ keys }) => keys,
  rowKey: ({ id }) => id,
})

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminApiKeysPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminApiText)
  const { ask, question } = useRevoking()
  return (
    <ListPage list={list} data={data} columns={columnsOf(t, ask)} filters={<Search />} isCompact>
      {question}
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Search() {
  const t = useText(adminApiText)
  return <UrlSearch label={t('search')} hint={t('searchHint')} />
}
