import { listGatewayEvents } from '#contract/payments/gateways.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminApiText } from '#web/messages/admin-api.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import type { Route } from './+types/webhooks-page.ts'

const rowsPerPage = 25
type Event = AnswerOf<typeof listGatewayEvents>['events'][number]
const tones = { done: 'ok', nothing: 'bad', waiting: 'foil' } satisfies Record<Event['verdict'], Tone>

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const cursor = /^\d{1,18}$/.exec(new URL(request.url).searchParams.get('cursor') ?? '')?.[0]
  return call(listGatewayEvents, { query: { cursor, limit: rowsPerPage } }, { signal: request.signal })
}

export function HydrateFallback() {
  const t = useText(adminApiText)
  return (
    <Card isFlush>
      <SkeletonRows rows={6} label={t('loading')} />
    </Card>
  )
}

export default function AdminWebhooksPage({
  loaderData: { events, next_cursor: next },
}: Route.ComponentProps) {
  const t = useText(adminApiText)
  return (
    <div className="grid gap-5">
      <p className="max-w-column text-14 text-ink-2">{t('webhooksLead')}</p>
      <Card isFlush>
        {events.length > 0 ? (
          <Table
            caption={t('webhooks')}
            columns={columnsOf(t)}
            rows={events}
            rowKey={({ id }) => id}
            isCompact
          />
        ) : (
          <EmptyState message={t('noEvents')} />
        )}
      </Card>
      <OlderPages nextCursor={next} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminApiText)
  return <LoadFailed error={error} message={t('loadFailed')} />
}

function columnsOf(t: Say<typeof adminApiText>): Column<Event>[] {
  return [
    {
      key: 'reference',
      heading: t('reference'),
      narrow: 'first',
      cell: ({ reference }) => <span className="figures wrap-anywhere">{reference}</span>,
    },
    { key: 'gateway', heading: t('gateway'), narrow: 'hidden', cell: ({ gateway }) => gateway },
    {
      key: 'verdict',
      heading: t('verdict'),
      narrow: 'end',
      cell: ({ verdict }) => <Badge tone={tones[verdict]}>{t(verdict)}</Badge>,
    },
    {
      key: 'error',
      heading: t('why'),
      narrow: 'second',
      cell: ({ error }) => <span className="text-13 wrap-anywhere text-ink-2">{error}</span>,
    },
    {
      key: 'attempts',
      heading: t('attempts'),
      align: 'end',
      narrow: 'hidden',
      cell: ({ attempts }) => <span className="figures">{attempts}</span>,
    },
    {
      key: 'received',
      heading: t('received'),
      narrow: 'second-end',
      cell: ({ received_at: at }) => (
        <RelativeTime date={at} className="text-13 whitespace-nowrap text-ink-3" />
      ),
    },
  ]
}
