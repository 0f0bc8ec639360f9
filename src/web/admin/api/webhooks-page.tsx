import { useState } from 'react'
import { useLocation } from 'react-router'
import { gatewayName } from '#contract/base/gateways/registry.ts'
import { type GatewayEvent, listGatewayEvents, readGatewayEvent } from '#contract/payments/gateways.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { GatewayFilter, gatewayIn } from '#web/admin/frame/gateway-filter.tsx'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminApiText } from './texts.en.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayFaultAlone } from '#web/platform/i18n/say-fault.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { byCursor, loadList, makeList } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import type { Column } from '#web/ui/list/table.tsx'
import type { Route } from './+types/webhooks-page.ts'

const tones = { done: 'ok', nothing: 'bad', waiting: 'foil' } satisfies Record<GatewayEvent['verdict'], Tone>

const list = makeList({
  text: adminApiText,
  words: (t) => ({
    table: t('webhooks'),
    noneFound: t('noEvents'),
    failed: t('loadFailed'),
  }),
  read: (params) => ({ gateway: gatewayIn(params) }),
  paging: byCursor(25),
  ask: (query) => queryOf(listGatewayEvents, { query }),
  rowsOf: ({ events }) => events,
  rowKey: ({ id }) => id,
  columns: columnsOf,
})

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminWebhooksPage({ loaderData }: Route.ComponentProps) {
  return <ListPage list={list} data={useLoaded(loaderData)} filters={<Filters />} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function Filters() {
  const t = useText(adminApiText)
  const { search } = useLocation()
  return (
    <div className="grid gap-5">
      <GatewayFilter value={gatewayIn(new URLSearchParams(search))} />
      <p className="max-w-column text-14 text-ink-2">{t('webhooksLead')}</p>
    </div>
  )
}

function columnsOf(t: Say<typeof adminApiText>): Column<GatewayEvent>[] {
  return [
    {
      key: 'reference',
      heading: t('reference'),
      narrow: 'first',
      cell: ({ reference, deposit, source, gateway, received_at: at }) => (
        <span className="grid gap-0.5">
          <span className="figures wrap-anywhere">{reference}</span>
          <span className="text-13 text-ink-3 rows:hidden">
            {gatewayName(gateway)} · <RelativeTime date={at} />
          </span>
          {source === 'list' && <span className="text-13 text-ink-3">{t('fromList')}</span>}
          {deposit !== null && (
            <AdminLink
              to={`/admin/deposits/${deposit.id}?show=all`}
              className="justify-self-start text-13 text-petrol underline-offset-4 hover:underline"
            >
              {t('deposit', { id: String(deposit.id) })}
            </AdminLink>
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
      cell: ({ effect, reason }) => (
        <span className="grid text-13 wrap-anywhere text-ink-2">
          {effect !== null && <span>{t(`effect_${effect}`)}</span>}
          {reason !== null && <span>{sayFaultAlone(readerLanguage(), reason)}</span>}
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
      narrow: 'hidden',
      cell: ({ received_at: at }) => <RelativeTime date={at} className="text-13 text-ink-3" />,
    },
    {
      key: 'actions',
      heading: t('actions'),
      narrow: 'second-end',
      cell: ({ id }) => <ReadAgain id={id} />,
    },
  ]
}

/** The gateway's answer counts, so a second request is never needed. */
function ReadAgain({ id }: { id: number }) {
  const t = useText(adminApiText)
  const [isBusy, setIsBusy] = useState(false)

  async function read(): Promise<void> {
    setIsBusy(true)
    try {
      await call(readGatewayEvent, { params: { id } })
      toast('success', t('readDone'))
      await reread(listGatewayEvents)
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
