import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { getManualPayment, type ManualPayment } from '#contract/payments/manual-payments.ts'
import { type AnswerOf } from '#contract/base/endpoint.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { useLiveEvent, useLiveGaps } from '#web/platform/live/live-events.ts'
import { manualPaymentText } from '#web/shop/add-funds/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded, type Loaded } from '#web/platform/query/query-client.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card, CardSection } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import type { Route } from './+types/manual-payment-page.ts'
import { CancelPayment } from './cancel-payment.tsx'
import { HowToSend } from './how-to-send.tsx'
import { TransferForm } from './transfer-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, manualPaymentText)('page'))

/** `?order_id=`. Undefined if there is no such payment. */
export async function clientLoader({ request: { signal, url } }: Route.ClientLoaderArgs) {
  const orderId = new URL(url).searchParams.get('order_id') ?? ''
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(orderId)) return undefined
  try {
    const asked = { params: { order_id: orderId }, query: { language: readerLanguage() } }
    return await load(queryOf(getManualPayment, asked), signal)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'deposit_not_found') return undefined
    throw error
  }
}

export default function ManualPaymentPage({ loaderData: found }: Route.ComponentProps) {
  const t = useText(manualPaymentText)
  if (found === undefined)
    return (
      <Frame heading={t('page')}>
        <Card isFlush>
          <EmptyState message={t('notFound')} />
        </Card>
      </Frame>
    )
  return <Found found={found} />
}

function Found({ found }: { found: Loaded<AnswerOf<typeof getManualPayment>> }) {
  const { payment } = useLoaded(found)
  useLiveEvent('notification', () => rereadSoon(getManualPayment))
  useLiveGaps(() => rereadSoon(getManualPayment))
  // The final page of all payments.
  if (payment.stage === 'paid')
    return (
      <Navigate to={{ pathname: '/add-funds/success', search: `?order_id=${payment.order_id}` }} replace />
    )
  return <Payment payment={payment} />
}

function Payment({ payment }: { payment: ManualPayment }) {
  const t = useText(manualPaymentText)
  const { label, stage, can_send: canSend, can_cancel: canCancel, refusal } = payment
  return (
    <Frame heading={t('title', { method: label })} lead={stage === 'unpaid' ? t('lead') : undefined}>
      {stage === 'review' && <State Picture={Clock} title={t('waitingTitle')} text={t('waitingText')} />}
      {stage === 'canceled' && refusal === null && (
        <State Picture={CircleX} isBad title={t('canceledTitle')} text={t('canceledText')} />
      )}
      {refusal !== null && (
        <State Picture={CircleX} isBad title={t('refusedTitle')} text={t('refusedText', { reason: refusal })}>
          <LinkButton to="/support" size="small">
            {t('contactSupport')}
          </LinkButton>
          <LinkButton to="/add-funds" tone="secondary" size="small">
            {t('newPayment')}
          </LinkButton>
        </State>
      )}
      <div className="grid items-start gap-5 wide:grid-cols-2">
        {canSend && (
          <CardSection title={t(payment.sent_at === null ? 'howTo' : 'transfer')}>
            <HowToSend payment={payment} />
          </CardSection>
        )}
        <CardSection title={payment.sent_at === null ? t('tell') : t('told')}>
          <TransferForm key={payment.reference} payment={payment} isOpen={canSend} />
        </CardSection>
      </div>
      {canCancel && <CancelPayment orderId={payment.order_id} />}
    </Frame>
  )
}

type StateProps = {
  Picture: typeof Clock
  isBad?: boolean
  title: string
  text: string
  children?: ReactNode
}

function State({ Picture, isBad = false, title, text, children }: StateProps) {
  return (
    <section
      aria-label={title}
      className={
        isBad
          ? 'flex flex-wrap gap-x-4 gap-y-3 rounded-card border border-s-4 border-line border-s-bad bg-surface px-5 py-4 max-wide:px-4'
          : 'flex flex-wrap gap-x-4 gap-y-3 rounded-card border border-s-4 border-line border-s-info bg-surface px-5 py-4 max-wide:px-4'
      }
    >
      <Picture
        aria-hidden
        className={isBad ? 'mt-1 size-5 shrink-0 text-bad' : 'mt-1 size-5 shrink-0 text-info'}
      />
      <div className="grid min-w-48 flex-1 gap-1">
        <h2 className="text-17 font-bold">{title}</h2>
        <p className="wrap-anywhere text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3 empty:hidden">{children}</div>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(manualPaymentText)
  return (
    <Frame heading={t('page')}>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({
  heading,
  lead,
  children,
}: {
  heading: string
  lead?: string | undefined
  children: ReactNode
}) {
  const t = useText(manualPaymentText)
  return (
    <div className="grid gap-5">
      <PageHeading lead={lead} back={{ to: '/add-funds', label: t('back') }}>
        {heading}
      </PageHeading>
      {children}
    </div>
  )
}
