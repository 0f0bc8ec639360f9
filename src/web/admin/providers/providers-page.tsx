import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listProviders } from '#contract/providers/providers.ts'
import { call } from '#web/platform/api/call.ts'
import { callWhole } from '#web/platform/api/call-whole.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useLiveGaps } from '#web/platform/live/live-events.ts'
import { useReread } from '#web/platform/live/use-reread.ts'
import { adminProvidersText } from '#web/messages/admin-providers.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Coming, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/providers-page.ts'
import { AddProvider } from './add-provider.tsx'
import { ProvidersTable } from './providers-table.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminProvidersText)('title'))

export function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return callWhole(call, listProviders, { signal })
}

export function HydrateFallback() {
  const t = useText(adminProvidersText)
  return (
    <Frame
      aside={
        <Coming>
          <Add onClick={() => undefined} />
        </Coming>
      }
    >
      <Card isFlush>
        <SkeletonRows rows={4} label={t('title')} />
      </Card>
    </Frame>
  )
}

export default function AdminProvidersPage({
  loaderData: { providers, can_add: canAdd },
}: Route.ComponentProps) {
  const t = useText(adminProvidersText)
  const [isAdding, setIsAdding] = useState(false)
  useLiveGaps(useReread())
  return (
    <Frame aside={canAdd && <Add onClick={() => setIsAdding(true)} />}>
      {!canAdd && <Alert tone="info">{t('addInSandbox')}</Alert>}
      <Card isFlush>
        {providers.length === 0 ? (
          <EmptyState message={t('empty')} />
        ) : (
          <ProvidersTable providers={providers} />
        )}
      </Card>
      {isAdding && <AddProvider onClose={() => setIsAdding(false)} />}
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminProvidersText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
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

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminProvidersText)
  return (
    <div className="grid gap-5">
      <PageHeading aside={aside} lead={t('lead')}>
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}
