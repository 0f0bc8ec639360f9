import { CreditCard } from 'lucide-react'
import type { OwnDeposit } from '#contract/payments/payments.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from '#web/messages/payments.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { buttonClass } from '#web/ui/page/button.tsx'
import { isWebAddress } from '#web/parts/payments/open-payment.ts'

/** A payment that was begun is gone on with before another one is begun. */
export function OpenPaymentNote({ open }: { open: OwnDeposit }) {
  const t = useText(paymentsText)
  const format = useFormat()
  if (open.payment_url === null || !isWebAddress(open.payment_url)) return null
  const amount = format.money(open.amount)
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
      <a href={open.payment_url} className={buttonClass({ size: 'small' })}>
        {t('continuePayment')}
      </a>
    </section>
  )
}
