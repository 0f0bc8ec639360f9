import { type ReactNode, useRef, type RefObject } from 'react'
import { gatewayName } from '#contract/base/gateways/registry.ts'
import { useRevalidator } from 'react-router'
import { type AdminDeposit, getAdminDeposit } from '#contract/payments/admin-deposits.ts'
import type { Format } from '#contract/base/format.ts'
import { getTransfer } from '#contract/payments/admin-transfers.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { toForeignFigure } from '#web/platform/format/foreign-figure.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminDepositsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { joined, queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Alert, ErrorState } from '#web/ui/feedback/error-state.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { OverList } from '#web/admin/frame/over-list.tsx'
import type { Route } from './+types/deposit-page.ts'
import { ProposedCredit } from './proposed-credit.tsx'
import { TransferFacts } from './transfer-facts.tsx'
import { DecideDeposit } from './decide-deposit.tsx'
import { ReverseDeposit } from './reverse-deposit.tsx'
import { DepositBadge, ReviewReason } from './say-deposit.tsx'

export const meta: Route.MetaFunction = ({ matches, params: { id } }) =>
  pageTitle(matches, textOf(matches, adminDepositsText)('deposit', { id }))

/** Undefined if there is no such deposit. `transfer` is set for methods that staff confirm. */
export async function clientLoader({ request: { signal }, params }: Route.ClientLoaderArgs) {
  const id = Number(params.id)
  if (!/^\d{1,16}$/.test(params.id) || id === 0 || !Number.isSafeInteger(id)) return { found: undefined }
  try {
    return { found: await load(depositQuery(id), signal) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'deposit_not_found') return { found: undefined }
    throw error
  }
}

function depositQuery(id: number) {
  const queries = {
    one: queryOf(getAdminDeposit, { params: { id } }),
    config: queryOf(getConfig, { query: {} }),
  }
  return joined(queries, async ({ one: { deposit }, config }, options) => {
    const { gateway, payment_method: value } = deposit
    const transfer = isManual(gateway)
      ? (await call(getTransfer, { params: { id } }, options)).transfer
      : undefined
    const method = config.payment_methods.find((one) => one.value === value)
    return { deposit, steps: method?.bonuses ?? config.bonuses, transfer, methodLabel: method?.label }
  })
}

export default function AdminDepositPage({ loaderData: { found }, params: { id } }: Route.ComponentProps) {
  const t = useText(adminDepositsText)
  const proposed = useRef<HTMLHeadingElement>(null)
  // Staff who open a colleague's proposal come to approve it, so the focus is not on the rejection's reason.
  const isToApprove = found?.initialData.transfer?.proposal?.is_own === false
  return (
    <OverList
      list="/admin/deposits"
      title={t('deposit', { id })}
      firstFocus={isToApprove ? proposed : undefined}
    >
      {found === undefined ? (
        <EmptyState message={t('notFound')} />
      ) : (
        <DepositView found={found} proposed={proposed} />
      )}
    </OverList>
  )
}

type LoadedDeposit = NonNullable<Route.ComponentProps['loaderData']['found']>

type DepositViewProps = { found: LoadedDeposit; proposed: RefObject<HTMLHeadingElement | null> }

function DepositView({ found, proposed }: DepositViewProps) {
  const { deposit, steps, transfer, methodLabel } = useLoaded(found)
  return (
    <>
      {deposit.review_code !== null && (
        <Alert tone="info">
          <ReviewReason deposit={deposit} />
        </Alert>
      )}
      <Facts deposit={deposit} methodLabel={methodLabel} isByGateway={transfer === undefined} />
      {transfer !== undefined && <TransferFacts depositId={deposit.id} transfer={transfer} />}
      {transfer?.proposal != null && (
        <ProposedCredit depositId={deposit.id} proposal={transfer.proposal} ref={proposed} />
      )}
      <DecideDeposit
        key={`${deposit.id} ${deposit.status} ${deposit.review_code}`}
        deposit={deposit}
        steps={steps}
        transfer={transfer}
      />
      {deposit.status === 'completed' && <ReverseDeposit deposit={deposit} />}
    </>
  )
}

type FactsProps = { deposit: AdminDeposit; methodLabel: string | undefined; isByGateway: boolean }

/** The invoice on the left, the gateway's data next to it. */
function Facts({ deposit, methodLabel, isByGateway }: FactsProps) {
  const t = useText(adminDepositsText)
  const format = useFormat()
  const { arrived, gateway_status: word, answered_at: answeredAt, credited_amount: credited } = deposit
  return (
    <div className="grid gap-x-8 gap-y-4 text-14 min-[640px]:grid-cols-2">
      <dl className="grid content-start gap-2">
        <Fact label={t('status')}>
          <DepositBadge deposit={deposit} />
        </Fact>
        <Fact label={t('user')}>{deposit.user_email}</Fact>
        <Fact label={t('amount')}>
          <MoneyText amount={deposit.amount} />
        </Fact>
        {deposit.fee > 0n && (
          <Fact label={t('fee')}>
            <MoneyText amount={deposit.fee} />
          </Fact>
        )}
        <Fact label={t('bonus')}>
          <MoneyText amount={deposit.bonus} />
        </Fact>
        {credited !== null && (
          <Fact label={t('credited')}>
            <MoneyText amount={credited} />
          </Fact>
        )}
        {deposit.reversed > 0n && (
          <Fact label={t('reversed')}>
            <MoneyText amount={deposit.reversed} />
          </Fact>
        )}
        {deposit.user_owes > 0n && (
          <Fact label={t('userOwes')}>
            <MoneyText amount={deposit.user_owes} className="text-bad" />
          </Fact>
        )}
        <Fact label={t('created')}>
          <RelativeTime date={deposit.created_at} />
        </Fact>
        {deposit.refused_at !== null && (
          <Fact label={t('refusedAt')}>
            <RelativeTime date={deposit.refused_at} />
          </Fact>
        )}
      </dl>
      <dl className="grid content-start gap-2">
        <Fact label={t('gateway')}>
          {isByGateway ? gatewayName(deposit.gateway) : (methodLabel ?? deposit.payment_method)}
        </Fact>
        <Fact label={t('arrived')}>{arrived === null ? '–' : <MoneyText amount={arrived} />}</Fact>
        {deposit.gateway_reversed !== null && deposit.gateway_reversed > 0n && (
          <Fact label={t('paidBack')}>
            <MoneyText amount={deposit.gateway_reversed} />
          </Fact>
        )}
        {isByGateway && (
          <>
            <Fact label={t('word')}>
              {word === null ? t('noWord') : <code className="figures">{word}</code>}
            </Fact>
            <Fact label={t('arrivedAs')}>
              <span className="figures">
                {deposit.arrived_as === null ? '–' : sayArrived(format, deposit.arrived_as)}
              </span>
            </Fact>
            <Fact label={t('answeredAt')}>
              {answeredAt === null ? '–' : <RelativeTime date={answeredAt} />}
            </Fact>
          </>
        )}
        <Fact label={t('reference')}>
          <span className="inline-flex items-center gap-1">
            <code className="figures break-all">{deposit.order_id}</code>
            <CopyButton value={deposit.order_id} what={t('reference')} className="-my-2" />
          </span>
        </Fact>
      </dl>
    </div>
  )
}

/** "100.00000000 USDT", as the gateway writes it. */
function sayArrived(format: Format, text: string): string {
  const [figure = '', ...currency] = text.split(' ')
  return [toForeignFigure(format, figure), ...currency].join(' ')
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-ink-2">{label}</dt>
      <dd className="text-end wrap-anywhere">{children}</dd>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminDepositsText)
  const { revalidate, state } = useRevalidator()
  return (
    <OverList list="/admin/deposits" title={t('title')}>
      <ErrorState
        message={t('loadFailed')}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void revalidate()}
        isBusy={state === 'loading'}
      />
    </OverList>
  )
}
