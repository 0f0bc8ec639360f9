import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { isManual } from '#contract/settings/payment-methods.ts'
import { paymentsText } from '#web/shop/add-funds/texts.en.ts'
import { say, useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { statusPath } from '#web/parts/payments/status-path.ts'
import type { Route } from './+types/payment-status-page.ts'
import { PaymentOpen } from './payment-open.tsx'
import { PaymentPaid } from './payment-paid.tsx'
import { StatusCard } from './status-card.tsx'
import { usePaymentStatus } from './use-payment-status.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, paymentsText)('paymentStatus'))

/**
 * Browsers enter here, redirected by the gateway: without a loader, the guard and the reader's language would not apply
 * to that first load.
 */
export function clientLoader() {
  return null
}

/** The page to which the gateway redirects: `?order_id=`. */
export default function PaymentStatusPage() {
  const [search] = useSearchParams()
  const orderId = search.get('order_id') ?? ''
  return <PaymentStatus key={orderId} orderId={orderId} />
}

function PaymentStatus({ orderId }: { orderId: string }) {
  const status = usePaymentStatus(orderId)
  const { answer, checks } = status
  const isPaid = answer?.status === 'paid'
  const isReversed = answer !== undefined && answer.reversed > 0n
  useEffect(() => {
    if (isPaid && !isReversed) announce(`${say(paymentsText, 'thankYou')} ${say(paymentsText, 'processed')}`)
  }, [isPaid, isReversed])

  if (checks === 0) return <Verifying />
  if (answer !== undefined && isPaid) return <PaymentPaid orderId={orderId} answer={answer} />
  if (answer !== undefined && isManual(answer.payment_method))
    return <Navigate to={statusPath(orderId, answer.payment_method)} replace />
  return <PaymentOpen orderId={orderId} status={status} />
}

function Verifying() {
  const t = useText(paymentsText)
  return (
    <StatusCard heading={t('verifying')} tone="neutral" Picture={LoaderCircle} isTurning>
      <p className="text-ink-2">{t('moment')}</p>
    </StatusCard>
  )
}
