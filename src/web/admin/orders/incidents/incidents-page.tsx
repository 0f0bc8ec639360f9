import { lazy, type ReactNode, useState } from 'react'
import { type Incident, listIncidents } from '#contract/orders/order-incidents.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import type { Route } from './+types/incidents-page.ts'

// Fetched when it is first opened.
const IncidentDialog = lazy(async () => ({
  default: (await import('./incident-dialog.tsx')).IncidentDialog,
}))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminOrdersText)('incidentsTitle'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return load(queryOf(listIncidents), request.signal)
}

export default function AdminIncidentsPage({ loaderData }: Route.ComponentProps) {
  const { incidents } = useLoaded(loaderData)
  const t = useText(adminOrdersText)
  const [opened, setOpened] = useState<Incident>()
  const [done, setDone] = useState<string>()
  return (
    <Frame>
      <SuccessBanner reader="staff" message={done} onClose={() => setDone(undefined)} />
      {incidents.length === 0 && (
        <Card isFlush>
          <EmptyState message={t('noIncidents')}>
            <LinkButton tone="secondary" to="/admin/orders">
              {t('backToOrders')}
            </LinkButton>
          </EmptyState>
        </Card>
      )}
      {incidents.map((incident) => (
        <IncidentCard key={keyOf(incident)} incident={incident} onOpen={() => setOpened(incident)} />
      ))}
      {opened !== undefined && (
        <LazyPart isFloating>
          <IncidentDialog
            incident={opened}
            onClose={() => setOpened(undefined)}
            onDone={async (message) => {
              setDone(message)
              await reread(listIncidents)
            }}
          />
        </LazyPart>
      )}
    </Frame>
  )
}

function keyOf({ provider, began_at: began, error, review_code: code }: Incident): string {
  return `${provider.id} ${began.getTime()} ${code} ${error}`
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminOrdersText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('incidentsFailed')} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(adminOrdersText)
  return (
    <div className="grid gap-5">
      <PageHeading lead={t('incidentsLead')} back={{ to: '/admin/orders', label: t('backToOrders') }}>
        {t('incidentsTitle')}
      </PageHeading>
      {children}
    </div>
  )
}

function IncidentCard({ incident, onOpen }: { incident: Incident; onOpen: () => void }) {
  const t = useText(adminOrdersText)
  const format = useFormat()
  const { provider, orders, review_code: code, began_at: began, ended_at: ended, cost, price } = incident
  // What the provider said, or was seen of it; of ids that are taken here we say so ourselves.
  const error = code === 'id_of_other_order' ? t('othersIds') : incident.error
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid min-w-0 gap-1">
        <h2 className="text-17 font-bold">
          {t('incident', { provider: provider.name, count: format.number(orders) })}
        </h2>
        <p className="text-14 text-ink-2">
          {t('between', { from: format.dateTime(began), to: format.dateTime(ended) })}
        </p>
        {error !== '' && <p className="text-14 wrap-anywhere text-bad">{error}</p>}
        <p className="text-14 text-ink-2">
          {t('costThere', { amount: format.money(cost) })} · {t('paidHere', { amount: format.money(price) })}
        </p>
      </div>
      <Button onClick={onOpen}>{t('workOff')}</Button>
    </Card>
  )
}
