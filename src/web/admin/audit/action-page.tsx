import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { getStaffAction } from '#contract/audit-log/audit-log.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminAuditText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { OverList } from '#web/admin/frame/over-list.tsx'
import type { Route } from './+types/action-page.ts'
import { BeforeAfter, FieldName } from './change-line.tsx'
import { sayAction, Target } from './say-action.tsx'

type Action = AnswerOf<typeof getStaffAction>['action']

export const meta: Route.MetaFunction = ({ matches, params: { number } }) =>
  pageTitle(matches, textOf(matches, adminAuditText)('action', { number }))

/** Undefined if there is no such entry. */
export async function clientLoader({ request: { signal }, params }: Route.ClientLoaderArgs) {
  const number = Number(/^[1-9]\d{0,14}$/.exec(params.number)?.[0] ?? 0)
  if (number === 0) return undefined
  try {
    return (await call(getStaffAction, { params: { number } }, { signal })).action
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

export default function AdminActionPage({ loaderData: action, params: { number } }: Route.ComponentProps) {
  const t = useText(adminAuditText)
  const language = useLanguage()
  if (action === undefined)
    return (
      <OverList list="/admin/audit" title={t('action', { number })}>
        <EmptyState message={t('noSuchAction')} />
      </OverList>
    )
  return (
    <OverList list="/admin/audit" title={sayAction(language, action.action)}>
      <Facts action={action} />
      <Changes action={action} />
      <p className="grid gap-1 border-t border-line pt-4 text-13 text-ink-3">
        <span>{t('hashOf', { number })}</span>
        <code className="figures wrap-anywhere">{action.hash}</code>
      </p>
    </OverList>
  )
}

function Facts({ action }: { action: Action }) {
  const t = useText(adminAuditText)
  const format = useFormat()
  const { actor, reason, address, created_at: createdAt } = action
  return (
    <dl className="grid gap-2 text-14">
      <Fact label={t('target')}>
        <Target action={action} />
      </Fact>
      <Fact label={t('who')}>
        {actor.name === null ? (
          `${t('deletedUser')} #${actor.id}`
        ) : (
          <AdminLink
            to={`/admin/users/${actor.id}`}
            className="text-petrol underline-offset-4 hover:underline"
          >
            <bdi>{actor.name}</bdi> #{actor.id}
          </AdminLink>
        )}
      </Fact>
      {action.api_key !== null && (
        <Fact label={t('apiKey')}>
          <bdi>{action.api_key.name ?? action.api_key.id}</bdi>
        </Fact>
      )}
      <Fact label={t('when')}>
        <time dateTime={createdAt.toISOString()}>{format.dateTime(createdAt, 'medium')}</time>
      </Fact>
      <Fact label={t('address')}>
        <span className="figures wrap-anywhere">{address}</span>
      </Fact>
      <Fact label={t('reason')}>
        {reason === null ? <span className="text-ink-3">{t('noReason')}</span> : <bdi>{reason}</bdi>}
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-4 max-[459px]:grid-cols-1 max-[459px]:gap-0">
      <dt className="text-ink-2">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Each changed value, before and after. */
function Changes({ action: { changes, changes_count: count } }: { action: Action }) {
  const t = useText(adminAuditText)
  if (count === 0) return <p className="text-14 text-ink-2">{t('noChanges')}</p>
  return (
    <section className="grid gap-2">
      <h3 className="text-14 font-semibold">{t('changes')}</h3>
      <dl className="rounded-control border border-line text-14">
        {changes.map((change) => (
          <div
            key={change.field}
            className="grid gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 last:border-0 min-[640px]:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <dt className="wrap-anywhere text-ink-2">
              <FieldName field={change.field} />
            </dt>
            <dd className="min-w-0">
              <BeforeAfter change={change} />
            </dd>
          </div>
        ))}
      </dl>
      {count > changes.length && (
        <p className="text-13 text-ink-3">{t('moreChanges', { count: count - changes.length })}</p>
      )}
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminAuditText)
  const { revalidate, state } = useRevalidator()
  return (
    <OverList list="/admin/audit" title={t('title')}>
      <ErrorState
        message={t('oneFailed')}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void revalidate()}
        isBusy={state === 'loading'}
      />
    </OverList>
  )
}
