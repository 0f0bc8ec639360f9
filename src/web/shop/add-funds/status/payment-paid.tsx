import CircleCheck from 'lucide-react/icons/circle-check'
import Undo2 from 'lucide-react/icons/undo-2'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { getPaymentStatus } from '#contract/payments/payments.ts'
import { paymentsText } from '#web/shop/add-funds/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import { findReturn } from './payment-return.ts'
import { StatusCard } from './status-card.tsx'

type PaymentPaidProps = { orderId: string; answer: AnswerOf<typeof getPaymentStatus> }

/** The money was credited, or later taken back; customers who came from an order form return to it. */
export function PaymentPaid({ orderId, answer }: PaymentPaidProps) {
  const t = useText(paymentsText)
  const balance = useSession()?.user.balance ?? 0n
  const returnPath = findReturn(orderId)
  const isReversed = answer.reversed > 0n
  const isPart = answer.reversed < answer.amount + answer.bonus
  const heading = isReversed ? t(isPart ? 'partReversed' : 'allReversed') : t('thankYou')
  return (
    <StatusCard heading={heading} tone={isReversed ? 'bad' : 'ok'} Picture={isReversed ? Undo2 : CircleCheck}>
      <div className="grid gap-1 text-ink-2">
        {isReversed ? (
          <p>{t(isPart ? 'partReversedText' : 'reversedText')}</p>
        ) : (
          <>
            <p>{t('processed')}</p>
            <p>{t('balanceUpdated')}</p>
          </>
        )}
      </div>
      <PaymentReceipt orderId={orderId} figures={answer} balance={balance} />
      <div className="grid w-full gap-3">
        {returnPath !== undefined && (
          <LinkButton to={returnPath} size="large" isWide>
            {t('continueOrder')}
          </LinkButton>
        )}
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/add-funds" tone="secondary" className="flex-auto whitespace-nowrap">
            {t('addMoreFunds')}
          </LinkButton>
          <LinkButton
            to="/dashboard"
            tone={returnPath === undefined ? 'primary' : 'secondary'}
            className="flex-auto whitespace-nowrap"
          >
            {t('goToDashboard')}
          </LinkButton>
        </div>
      </div>
    </StatusCard>
  )
}
