import CreditCard from 'lucide-react/icons/credit-card'
import type { OwnDeposit } from '#contract/payments/payments.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { dashboardText } from '#web/shop/dashboard/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { isWebAddress } from '#web/parts/payments/open-payment.ts'
import { statusPath } from '#web/parts/payments/status-path.ts'
import { buttonClass, LinkButton } from '#web/ui/page/button.tsx'
import { AttentionItem } from './attention-item.tsx'

const sentences = { unpaid: 'depositUnpaid', waiting: 'depositWaiting', review: 'depositReview' } as const

/** The newest unfinished payment, to continue or view. */
export function OpenDeposit({ deposit }: { deposit: OwnDeposit }) {
  const t = useText(dashboardText)
  const format = useFormat()
  const { stage, amount, payment_url: url, order_id: id, expires_at: end, payment_method: method } = deposit
  if (stage === 'paid' || stage === 'canceled' || id === null) return null
  const canGoOn = url !== null && isWebAddress(url)
  return (
    <AttentionItem
      Picture={CreditCard}
      action={
        canGoOn ? (
          <a href={url} className={buttonClass({ tone: 'secondary', size: 'small' })}>
            {t('continuePayment')}
          </a>
        ) : (
          <LinkButton to={statusPath(id, method)} tone="secondary" size="small">
            {t('seePayment')}
          </LinkButton>
        )
      }
    >
      {t(sentences[stage], { amount: format.money(amount) })}
      {canGoOn && end !== null && (
        <span className="text-ink-2"> {t('openUntil', { time: format.dateTime(end) })}</span>
      )}
    </AttentionItem>
  )
}
