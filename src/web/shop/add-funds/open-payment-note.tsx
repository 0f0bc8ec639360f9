import Clock from 'lucide-react/icons/clock'
import CreditCard from 'lucide-react/icons/credit-card'
import type { OwnDeposit } from '#contract/payments/payments.ts'
import { isManual } from '#contract/settings/payment-methods.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { buttonClass, LinkButton } from '#web/ui/page/button.tsx'
import { isWebAddress } from '#web/parts/payments/open-payment.ts'
import { statusPath } from '#web/parts/payments/status-path.ts'

/** An unfinished payment is continued before another one is started. */
export function OpenPaymentNote({ open }: { open: OwnDeposit }) {
  const t = useText(paymentsText)
  const format = useFormat()
  const amount = format.money(open.amount)
  const { payment_url: url, order_id: orderId, payment_method: method } = open
  if (open.stage === 'review' && orderId !== null && isManual(method))
    return (
      <section
        aria-label={t('openPayment')}
        className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-s-4 border-line border-s-info bg-surface px-5 py-3 max-wide:px-4"
      >
        <Clock aria-hidden className="size-4.5 shrink-0 text-info" strokeWidth={1.5} />
        <p className="min-w-48 flex-1 text-14">{t('waitsForApproval', { amount })}</p>
        <LinkButton to={statusPath(orderId, method)} tone="secondary" size="small">
          {t('viewPayment')}
        </LinkButton>
      </section>
    )
  if (url === null || !isWebAddress(url)) return null
  return (
    <section
      aria-label={t('openPayment')}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-s-4 border-line border-s-foil bg-surface px-5 py-3 max-wide:px-4"
    >
      <CreditCard aria-hidden className="size-4.5 shrink-0 text-foil-ink" strokeWidth={1.5} />
      <p className="min-w-48 flex-1 text-14">
        {t('openPaymentOf', { amount })}{' '}
        {open.expires_at !== null && (
          <span className="text-ink-2">{t('openUntil', { time: format.dateTime(open.expires_at) })}</span>
        )}
      </p>
      <a href={url} className={buttonClass({ size: 'small' })}>
        {t('continuePayment')}
      </a>
    </section>
  )
}
