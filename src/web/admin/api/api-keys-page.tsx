import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { listAdminApiKeys } from '#contract/users/admin-api-keys.ts'
import { limits } from '#contract/base/limits.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminApiText } from '#web/messages/admin-api.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { Coming, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useUrlText } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/api-keys-page.ts'
import { AllKeysTable } from './all-keys-table.tsx'

const rowsPerPage = 25

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const search = searchParams.get('search')?.trim().slice(0, limits.searchMax)
  const cursor = /^[\w-]{1,100}$/.exec(searchParams.get('cursor') ?? '')?.[0]
  const query = { search: search === '' ? undefined : search, cursor, limit: rowsPerPage }
  return call(listAdminApiKeys, { query }, { signal: request.signal })
}

export function HydrateFallback() {
  const t = useText(adminApiText)
  return (
    <Frame>
      <Coming>
        <KeySearch />
      </Coming>
      <Card isFlush>
        <SkeletonRows rows={6} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminApiKeysPage({ loaderData: { keys, next_cursor: next } }: Route.ComponentProps) {
  const t = useText(adminApiText)
  const isLoading = useNavigation().location?.pathname === '/admin/api'
  const search = new URLSearchParams(useLocation().search).get('search') ?? ''
  return (
    <Frame>
      <KeySearch />
      <ListCard isLoading={isLoading}>
        {keys.length > 0 ? (
          <AllKeysTable keys={keys} />
        ) : (
          <EmptyState message={t(search === '' ? 'noKeys' : 'noneFound')} />
        )}
      </ListCard>
      <OlderPages nextCursor={next} />
    </Frame>
  )
}

function KeySearch() {
  const t = useText(adminApiText)
  const [text, setText] = useUrlText('search')
  return (
    <TextField
      label={t('search')}
      hint={t('searchHint')}
      name="search"
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      className="max-w-form"
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminApiText)
  return <LoadFailed error={error} message={t('loadFailed')} />
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="grid gap-5">{children}</div>
}
