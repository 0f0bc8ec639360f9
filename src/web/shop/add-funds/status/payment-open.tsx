import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import SearchCheck from 'lucide-react/icons/search-check'
import Wallet from 'lucide-react/icons/wallet'
import { useId } from 'react'
import { ZERO } from '#contract/base/money.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { paymentsText } from '#web/shop/add-funds/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { buttonClass, LinkButton } from '#web/ui/page/button.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { isWebAddress } from '#web/parts/payments/open-payment.ts'
import { PaymentReceipt } from './payment-receipt.tsx'
import { StatusCard } from './status-card.tsx'
import type { PaymentState } from './use-payment-status.ts'
import { useRecheck } from './use-recheck.ts'

type PaymentOpenProps = {
  orderId: string
  status: PaymentState & { isChecking: boolean; check: () => Promise<void> }
}

const looks = {
  unpaid: { title: 'pendingTitle', text: 'unpaidText', tone: 'neutral', Picture: Wallet },
  waiting: { title: 'pendingTitle', text: 'pendingText', tone: 'foil', Picture: Clock },
  review: { title: 'pendingTitle', text: 'pendingText', tone: 'info', Picture: SearchCheck },
  canceled: { title: 'canceledTitle', text: 'canceledText', tone: 'bad', Picture: CircleX },
} as const

/**
 * Unpaid, or unknown, which counts as pending: nothing received, partly or fully in progress, in review, or canceled. A
 * late payment still counts, so all of them can be checked.
 */
export function PaymentOpen({ orderId, status }: PaymentOpenProps) {
  const t = useText(paymentsText)
  const format = useFormat()
  const { answer, failure, checks, lastCheckedAt } = status
  const stage = stageOf(status)
  const { title, text, tone, Picture } = looks[stage]
  const isCanceled = stage === 'canceled'
  // In progress, but not fully paid: only a part arrived.
  const isShort = stage === 'waiting' && (answer?.payment_url ?? null) !== null
  // A bonus that most likely won't come is not promised.
  const figures = answer !== undefined && isCanceled ? { ...answer, bonus: ZERO } : answer
  return (
    <StatusCard heading={t(title)} tone={tone} Picture={Picture}>
      <div className="grid gap-1 text-ink-2">
        <p>{t(text)}</p>
        {/* Customers who have just paid wait for the gateway; others continue the payment. */}
        {stage === 'unpaid' && <p>{t('unpaidHint')}</p>}
        {stage === 'review' && <p>{t('reviewText')}</p>}
        {isShort && <p>{t('partText')}</p>}
        {isCanceled && <p>{t('canceledLate')}</p>}
      </div>
      {failure !== undefined && <Alert>{failure}</Alert>}
      {orderId !== '' && <PaymentReceipt orderId={orderId} figures={figures} />}
      <ContinueButton answer={answer} />
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
        <LinkButton to="/add-funds" tone="secondary" className="flex-auto whitespace-nowrap">
          {t('returnToAddFunds')}
        </LinkButton>
        <LinkButton to="/dashboard" tone="secondary" className="flex-auto whitespace-nowrap">
          {t('goToDashboard')}
        </LinkButton>
      </div>
    </StatusCard>
  )
}

/** A failed check counts as pending (spec §8); a payment that doesn't exist was not paid. */
function stageOf({ answer, isMissing }: PaymentState): keyof typeof looks {
  if (answer === undefined) return isMissing ? 'unpaid' : 'waiting'
  return answer.stage === 'paid' ? 'waiting' : answer.stage
}

/** A started payment, or the rest of it, can be paid while its page is open. */
function ContinueButton({ answer }: { answer: PaymentState['answer'] }) {
  const t = useText(paymentsText)
  const format = useFormat()
  if (answer === undefined || answer.payment_url === null || !isWebAddress(answer.payment_url)) return null
  return (
    <div className="grid w-full gap-1">
      <a href={answer.payment_url} className={buttonClass({ size: 'large', isWide: true })}>
        {t('continuePayment')}
      </a>
      {answer.expires_at !== null && (
        <p className="text-13 text-ink-3">{t('openUntil', { time: format.dateTime(answer.expires_at) })}</p>
      )}
    </div>
  )
}

/** Still clickable when disabled, to say why: hence a separate button. */
function CheckButton({ status }: Pick<PaymentOpenProps, 'status'>) {
  const t = useText(paymentsText)
  const id = useId()
  const { isHeld, secondsLeft, isRefused, press } = useRecheck(status)
  const canContinue = (status.answer?.payment_url ?? null) !== null
  return (
    <div className="-mb-2 grid w-full gap-1">
      <button
        type="button"
        aria-disabled={isHeld || undefined}
        aria-busy={status.isChecking || undefined}
        aria-describedby={`${id}-wait`}
        onClick={press}
        className={buttonClass({ tone: canContinue ? 'secondary' : 'primary', isWide: true })}
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
