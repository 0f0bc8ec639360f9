import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { getReconciliation, type Reconciliation } from '#contract/reports/reconciliation.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminReportsText } from '#web/admin/reports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useUrlText } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/reconciliation-page.ts'
import { CountedUntil } from '#web/admin/reports/counted-until.tsx'
import { GatewayDay } from './gateway-day.tsx'
import { differencesOf, ProviderDay } from './provider-day.tsx'
import { dayIn, nextDay, toLocalDate } from '#web/admin/reports/report-address.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminReportsText)('reconciliation'))

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const day = dayIn(new URL(url).searchParams, 'day')
  const query = day === undefined ? {} : { day }
  const found = await call(getReconciliation, { query }, { signal })
  // Manual methods have the operator's names.
  const hasManual = found.gateways.some(({ gateway }) => isManual(gateway))
  const methods = hasManual ? (await call(getConfig, { query: {} }, { signal })).payment_methods : []
  return { found, methods }
}

/** A day's ledger compared with the books of gateways and providers; differences are listed. */
export default function AdminReconciliationPage({ loaderData: { found, methods } }: Route.ComponentProps) {
  const isLoading = useNavigation().location?.pathname === '/admin/reports/reconciliation'
  return (
    <Frame aside={<PrintButton size="small" />}>
      <DayChoice day={found.day} />
      <div aria-busy={isLoading} className={cx('grid gap-5', isLoading && 'opacity-60')}>
        <Verdict found={found} />
        {found.gateways.map((gateway) => (
          <GatewayDay key={gateway.gateway} gateway={gateway} methods={methods} />
        ))}
        {found.providers.map((provider) => (
          <ProviderDay key={provider.provider_id} provider={provider} />
        ))}
      </div>
    </Frame>
  )
}

function Verdict({ found: { day, gateways, providers, counted_until: until } }: { found: Reconciliation }) {
  const t = useText(adminReportsText)
  const format = useFormat()
  const counts = [...gateways.map(({ differences }) => differences), ...providers.map(differencesOf)]
  const count = counts.reduce((sum, one) => sum + one, 0)
  const isOver = until !== null && until.toISOString().slice(0, 10) > day
  const isEmpty = gateways.length === 0 && providers.length === 0
  const verdict =
    count > 0 ? t('differences', { count }) : t('allAddsUp', { day: format.date(toLocalDate(day)) })
  return (
    <div className="grid gap-1">
      <p className="text-17 font-semibold">{isEmpty ? t('nothingMoved') : verdict}</p>
      <p className="text-13 text-ink-3">
        {!isOver && <>{t('dayNotOver')} </>}
        <CountedUntil until={until} />
      </p>
    </div>
  )
}

function DayChoice({ day }: { day: string }) {
  const t = useText(adminReportsText)
  const [text, setText] = useUrlText('day')
  const step = (days: number) => ({ search: `?day=${nextDay(day, days)}` })
  return (
    <div className="grid grid-cols-2 items-end gap-3 narrow:flex print:hidden">
      <TextField
        label={t('day')}
        name="day"
        type="date"
        className="max-narrow:col-span-2"
        value={text === '' ? day : text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <LinkButton tone="secondary" size="small" to={step(-1)}>
        <ChevronLeft aria-hidden className="size-4" />
        {t('dayBefore')}
      </LinkButton>
      <LinkButton tone="secondary" size="small" to={step(1)}>
        {t('dayAfter')}
        <ChevronRight aria-hidden className="size-4" />
      </LinkButton>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminReportsText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminReportsText)
  return (
    <div className="grid gap-5">
      <PageHeading
        lead={t('reconciliationLead')}
        aside={
          <div className="flex flex-wrap gap-3 print:hidden">
            <LinkButton tone="quiet" size="small" to="/admin/reports">
              {t('backToReports')}
            </LinkButton>
            {aside}
          </div>
        }
      >
        {t('reconciliation')}
      </PageHeading>
      {children}
    </div>
  )
}
