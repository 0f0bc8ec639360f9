import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { gatewayName } from '#contract/base/gateways/registry.ts'
import { type GatewayEvent, listGatewayEvents, readGatewayEvent } from '#contract/payments/gateways.ts'
import { DeskLink } from '#web/admin/frame/desk-link.tsx'
import { GatewayFilter, gatewayIn } from '#web/admin/frame/gateway-filter.tsx'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminApiText } from '#web/messages/admin-api.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import type { Route } from './+types/webhooks-page.ts'

const rowsPerPage = 25
const tones = { done: 'ok', nothing: 'bad', waiting: 'foil' } satisfies Record<GatewayEvent['verdict'], Tone>

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const cursor = /^\d{1,18}$/.exec(searchParams.get('cursor') ?? '')?.[0]
  const query = { cursor, gateway: gatewayIn(searchParams), limit: rowsPerPage }
  return call(listGatewayEvents, { query }, { signal: request.signal })
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
  const { search } = useLocation()
  return (
    <div className="grid gap-5">
      <GatewayFilter value={gatewayIn(new URLSearchParams(search))} />
      <p className="max-w-column text-14 text-ink-2">{t('webhooksLead')}</p>
      <Card isFlush>
        {events.length > 0 ? (
          <Table caption={t('webhooks')} columns={columnsOf(t)} rows={events} rowKey={({ id }) => id} />
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

function columnsOf(t: Say<typeof adminApiText>): Column<GatewayEvent>[] {
  return [
    {
      key: 'reference',
      heading: t('reference'),
      narrow: 'first',
      cell: ({ reference, deposit, source }) => (
        <span className="grid gap-0.5">
          <span className="figures wrap-anywhere">{reference}</span>
          {source === 'list' && <span className="text-13 text-ink-3">{t('fromList')}</span>}
          {deposit !== null && (
            <DeskLink
              to={`/admin/deposits/${deposit.id}?show=all`}
              className="justify-self-start text-13 text-petrol underline-offset-4 hover:underline"
            >
              {t('deposit', { id: String(deposit.id) })}
            </DeskLink>
          )}
        </span>
      ),
    },
    {
      key: 'gateway',
      heading: t('gateway'),
      narrow: 'hidden',
      cell: ({ gateway }) => gatewayName(gateway),
    },
    {
      key: 'verdict',
      heading: t('verdict'),
      narrow: 'end',
      cell: ({ verdict }) => <Badge tone={tones[verdict]}>{t(verdict)}</Badge>,
    },
    {
      key: 'effect',
      heading: t('effect'),
      narrow: 'second',
      cell: ({ effect, error }) => (
        <span className="grid text-13 wrap-anywhere text-ink-2">
          {effect !== null && <span>{t(`effect_${effect}`)}</span>}
          {error !== null && <span>{error}</span>}
        </span>
      ),
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
    {
      key: 'actions',
      heading: t('actions'),
      narrow: 'side',
      cell: ({ id }) => (
        <span className="block cards:ps-3">
          <ReadAgain id={id} />
        </span>
      ),
    },
  ]
}

/** The gateway's answer counts, so nobody is asked twice. */
function ReadAgain({ id }: { id: number }) {
  const t = useText(adminApiText)
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function read(): Promise<void> {
    setIsBusy(true)
    try {
      await call(readGatewayEvent, { params: { id } })
      toast('success', t('readDone'))
      await revalidate()
    } catch (error) {
      toast('error', messageOf(error, t('readFailed')))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      tone="secondary"
      size="small"
      isBusy={isBusy}
      aria-label={t('readAgainOf', { id: String(id) })}
      onClick={() => void read()}
    >
      {t('readAgain')}
    </Button>
  )
}
