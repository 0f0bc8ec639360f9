import type { ReactNode } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { exportStaffActions, listStaffActions } from '#contract/audit-log/audit-log.ts'
import { call } from '#web/platform/api/call.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminAuditText } from '#web/messages/admin-audit.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { Coming, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/audit-page.ts'
import { AuditFilters, auditAsked } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

const rowsPerPage = 50

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminAuditText)('title'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const cursor = /^\d{1,18}$/.exec(searchParams.get('cursor') ?? '')?.[0]
  const query = { ...auditAsked(searchParams), cursor, limit: rowsPerPage }
  return call(listStaffActions, { query }, { signal: request.signal })
}

export function HydrateFallback() {
  const t = useText(adminAuditText)
  return (
    <Frame
      aside={
        <Coming>
          <Export />
        </Coming>
      }
    >
      <Coming>
        <AuditFilters actors={[]} />
      </Coming>
      <Card isFlush>
        <SkeletonRows rows={12} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminAuditPage({
  loaderData: { actions, actors, head, next_cursor: next },
}: Route.ComponentProps) {
  const t = useText(adminAuditText)
  const isLoading = useNavigation().location?.pathname === '/admin/audit'
  return (
    <Frame aside={<Export />}>
      <AuditFilters actors={actors} />
      <ListCard isLoading={isLoading}>
        {actions.length > 0 ? (
          <AuditTable actions={actions} />
        ) : (
          <EmptyState message={t(head === null ? 'nothingYet' : 'noneFound')}>
            {head !== null && (
              <LinkButton tone="secondary" to="/admin/audit">
                {t('resetFilters')}
              </LinkButton>
            )}
          </EmptyState>
        )}
      </ListCard>
      <OlderPages nextCursor={next} />
      {head !== null && <Head {...head} />}
      <Outlet />
    </Frame>
  )
}

/** The file has what the filters show. */
function Export() {
  const t = useText(adminAuditText)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(auditAsked(new URLSearchParams(useLocation().search))))
    if (value !== undefined) query.set(name, value instanceof Date ? value.toISOString() : String(value))
  return (
    <DownloadButton
      path={`${exportStaffActions.path}?${query.toString()}`}
      fileName="staff-actions.csv"
      label={t('download')}
      failure={t('downloadFailed')}
    />
  )
}

/** What to note elsewhere, and what for. */
function Head({ number, hash }: NonNullable<AnswerOf<typeof listStaffActions>['head']>) {
  const t = useText(adminAuditText)
  return (
    <div className="grid max-w-column gap-1 text-13 text-ink-2">
      <p>{t('chain')}</p>
      <p className="flex flex-wrap items-center gap-x-2">
        <span>{t('newestHash', { number: String(number) })}</span>
        <code className="figures wrap-anywhere">{hash}</code>
        <CopyButton value={hash} what={t('hash')} className="-my-2" />
      </p>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminAuditText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminAuditText)
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading aside={aside} lead={t('lead')}>
        {t('title')}
      </PageHeading>
      {children}
    </div>
  )
}
