import { CircleX, Clock } from 'lucide-react'
import { useId } from 'react'
import { ZERO } from '#contract/money.ts'
import { useFormat } from '#web/language/use-format.ts'
import { paymentsText } from '#web/messages/payments.ts'
import { useText } from '#web/messages/text.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/error-state.tsx'
import { PaymentLines } from './payment-lines.tsx'
import { StatusCard } from './status-card.tsx'
import type { PaymentState } from './use-payment-status.ts'
import { useRecheck } from './use-recheck.ts'

type PaymentOpenProps = {
  orderId: string
  status: PaymentState & { isChecking: boolean; check: () => Promise<void> }
}

/** Not paid, or not known: pending, or canceled where the server says so. A late payment still counts, so both can be checked. */
export function PaymentOpen({ orderId, status }: PaymentOpenProps) {
  const t = useText(paymentsText)
  const format = useFormat()
  const { answer, failure, checks, lastCheckedAt } = status
  const isCanceled = answer?.status === 'canceled'
  // A bonus that will most likely never come is not promised.
  const figures = answer !== undefined && isCanceled ? { ...answer, bonus: ZERO } : answer
  return (
    <StatusCard
      heading={isCanceled ? t('canceledTitle') : t('pendingTitle')}
      tone={isCanceled ? 'bad' : 'foil'}
      Picture={isCanceled ? CircleX : Clock}
    >
      <div className="grid gap-1 text-ink-2">
        <p>{isCanceled ? t('canceledText') : t('pendingText')}</p>
        {isCanceled && <p>{t('canceledLate')}</p>}
      </div>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <PaymentLines orderId={orderId} figures={figures} />
      <CheckButton status={status} />
      <dl className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-14 text-ink-2">
        <div className="flex gap-2">
          <dt>{t('lastChecked')}</dt>
          <dd className="figures text-ink">
            <time dateTime={lastCheckedAt?.toISOString()}>
              {lastCheckedAt !== undefined && format.time(lastCheckedAt)}
            </time>
          </dd>
        </div>
        <div className="flex gap-2">
          <dt>{t('checks')}</dt>
          <dd className="figures text-ink">{checks}</dd>
        </div>
      </dl>
      <div className="flex w-full flex-wrap gap-3">
        <LinkButton to="/add-funds" tone="secondary" className="flex-1">
          {t('returnToAddFunds')}
        </LinkButton>
        <LinkButton to="/dashboard" tone="secondary" className="flex-1">
          {t('goToDashboard')}
        </LinkButton>
      </div>
    </StatusCard>
  )
}

/** Disabled it still takes a press, to say why: hence a button of its own. */
function CheckButton({ status }: Pick<PaymentOpenProps, 'status'>) {
  const t = useText(paymentsText)
  const id = useId()
  const { isHeld, secondsLeft, isRefused, press } = useRecheck(status)
  return (
    <div className="-mb-2 grid w-full gap-1">
      <button
        type="button"
        aria-disabled={isHeld || undefined}
        aria-busy={status.isChecking || undefined}
        aria-describedby={`${id}-wait`}
        onClick={press}
        className={buttonClass({ isWide: true })}
      >
        {t('check')}
        {isHeld && (
          <span aria-hidden className="figures text-13">
            {t('secondsLeft', { seconds: String(secondsLeft) })}
          </span>
        )}
      </button>
      <output id={`${id}-wait`} className="min-h-5 text-14 text-bad">
        {isRefused && t('wait')}
      </output>
    </div>
  )
}
