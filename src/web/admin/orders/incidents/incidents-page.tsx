import { lazy, useState } from 'react'
import { getAttention } from '#contract/operations/attention.ts'
import { type Incident, listIncidents } from '#contract/orders/order-incidents.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminOrdersText } from '#web/admin/orders/texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayFaultAlone } from '#web/platform/i18n/say-fault.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { loadList, makeList, whole } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import type { Route } from './+types/incidents-page.ts'

// Fetched when it is first opened.
const IncidentDialog = lazy(async () => ({
  default: (await import('./incident-dialog.tsx')).IncidentDialog,
}))

const list = makeList({
  text: adminOrdersText,
  words: (t) => ({
    title: t('incidentsTitle'),
    lead: t('incidentsLead'),
    back: { to: '/admin/orders', label: t('backToOrders') },
    table: t('incidentsTitle'),
    noneFound: t('noIncidents'),
    failed: t('incidentsFailed'),
  }),
  read: () => ({}),
  paging: whole,
  ask: () => queryOf(listIncidents),
  rowsOf: ({ incidents }) => incidents,
  rowKey: ({ id }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminOrdersText)('incidentsTitle'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminIncidentsPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminOrdersText)
  const [opened, setOpened] = useState<Incident>()
  const [done, setDone] = useState<string>()
  return (
    <ListPage
      list={list}
      data={data}
      filters={<SuccessBanner reader="staff" message={done} onClose={() => setDone(undefined)} />}
      renderRows={(incidents) => (
        <ul aria-label={t('incidentsTitle')} className="divide-y divide-line">
          {incidents.map((incident) => (
            <IncidentRow key={incident.id} incident={incident} onOpen={() => setOpened(incident)} />
          ))}
        </ul>
      )}
      none={
        <NoneFound list={list}>
          <LinkButton tone="secondary" to="/admin/orders">
            {t('backToOrders')}
          </LinkButton>
        </NoneFound>
      }
    >
      {opened !== undefined && (
        <LazyPart isFloating>
          <IncidentDialog
            incident={opened}
            onClose={() => setOpened(undefined)}
            onDone={async (message) => {
              setDone(message)
              await reread(listIncidents, getAttention)
            }}
          />
        </LazyPart>
      )}
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}

function IncidentRow({ incident, onOpen }: { incident: Incident; onOpen: () => void }) {
  const t = useText(adminOrdersText)
  const format = useFormat()
  const { provider, orders, review_code: code, began_at: began, ended_at: ended, cost, price } = incident
  const language = useLanguage()
  const { reason } = incident
  const why =
    code === 'id_of_other_order' ? t('othersIds') : reason !== null && sayFaultAlone(language, reason)
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 p-5 max-wide:p-4">
      <div className="grid min-w-0 gap-1">
        <h2 className="text-17 font-bold">{t('incident', { provider: provider.name, count: orders })}</h2>
        <p className="text-14 text-ink-2">
          {t('between', { from: format.dateTime(began), to: format.dateTime(ended) })}
        </p>
        {why !== false && <p className="text-14 wrap-anywhere text-bad">{why}</p>}
        <p className="text-14 text-ink-2">
          {t('costThere', { amount: format.money(cost) })} · {t('paidHere', { amount: format.money(price) })}
        </p>
      </div>
      <Button onClick={onOpen}>{t('workOff')}</Button>
    </li>
  )
}
