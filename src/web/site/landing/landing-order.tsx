import type { ReactNode } from 'react'
import { useFormat } from '#web/platform/format/use-format.ts'
import { landingText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Chip } from '#web/ui/text/badge.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptTotal } from '#web/ui/paper/receipt.tsx'
import { Section } from '#web/parts/landing/landing-sections.tsx'
import type { WorkedOrder } from './worked-example.ts'

/** One partly delivered order, as receipt, calculation and timeline: computed, and marked as an example. */
export function WorkedOut({ order }: { order: WorkedOrder }) {
  const t = useText(landingText)
  return (
    <Section id="refunds" height="later-303 wide:later-177" title={t('orderTitle')} lead={t('orderLead')}>
      <div className="grid items-start gap-10 wide:grid-cols-[22rem_minmax(0,1fr)] wide:gap-14">
        <OrderReceipt order={order} />
        <div className="grid min-w-0 gap-10">
          <Arithmetic order={order} />
          <Timeline order={order} />
        </div>
      </div>
    </Section>
  )
}

function OrderReceipt({ order }: { order: WorkedOrder }) {
  const t = useText(landingText)
  const { number } = useFormat()
  return (
    <Receipt title={t('receipt')}>
      <p className="-mt-2 flex items-center justify-between gap-4 text-13 text-ink-3">
        <span className="figures">{t('receiptNumber', { id: '#1042' })}</span>
        <Chip tone="foil">{t('example')}</Chip>
      </p>
      <ReceiptLines>
        <ReceiptLine label={t('rate')}>
          <MoneyText amount={order.rate} />
        </ReceiptLine>
        <ReceiptLine label={t('ordered')}>{number(order.quantity)}</ReceiptLine>
        <ReceiptLine label={t('delivered')}>{number(order.delivered)}</ReceiptLine>
        <ReceiptLine label={t('price')}>
          <MoneyText amount={order.price} />
        </ReceiptLine>
        <ReceiptLine label={t('cameBack')}>
          <MoneyText amount={-order.refund} className="text-ok" />
        </ReceiptLine>
      </ReceiptLines>
      <ReceiptTotal label={t('paid')}>
        <MoneyText amount={order.kept} />
      </ReceiptTotal>
    </Receipt>
  )
}

/** price × undelivered ÷ ordered, with a label below each. */
function Arithmetic({ order }: { order: WorkedOrder }) {
  const t = useText(landingText)
  const { number, money } = useFormat()
  return (
    <div className="grid gap-3">
      <h3 className="text-17 font-bold">{t('refundTitle')}</h3>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Term label={t('price')}>{money(order.price)}</Term>
        <Sign>×</Sign>
        <Term label={t('undelivered')}>{number(order.remains)}</Term>
        <Sign>÷</Sign>
        <Term label={t('ordered')}>{number(order.quantity)}</Term>
        <Sign>=</Sign>
        <Term label={t('cameBack')} isResult>
          {money(order.refund)}
        </Term>
      </div>
      <p className="max-w-column text-14 text-ink-2">{t('refundNote')}</p>
    </div>
  )
}

function Term({
  label,
  isResult = false,
  children,
}: {
  label: string
  isResult?: boolean
  children: ReactNode
}) {
  return (
    <span className="grid gap-1">
      <span
        className={
          isResult
            ? 'figures text-20 leading-7 font-semibold text-ok'
            : 'figures text-20 leading-7 font-medium'
        }
      >
        {children}
      </span>
      <span className="text-13 text-ink-3">{label}</span>
    </span>
  )
}

function Sign({ children }: { children: ReactNode }) {
  return <span className="figures text-20 leading-7 text-petrol">{children}</span>
}

function Timeline({ order }: { order: WorkedOrder }) {
  const t = useText(landingText)
  const { number, money, language } = useFormat()
  const after = (minutes: number) =>
    t('after', {
      time: minutes.toLocaleString(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
    })
  const steps = [
    { text: t('placed'), time: '', share: 0 },
    { text: t('sent'), time: after(1), share: 0 },
    { text: t('started', { count: order.startCount }), time: after(2), share: 0 },
    {
      text: t('underWay', { count: number(order.delivered), quantity: number(order.quantity) }),
      time: after(38),
      share: order.delivered / order.quantity,
    },
    {
      text: t('endedShort', { count: order.remains }),
      time: after(55),
      share: order.delivered / order.quantity,
    },
    { text: t('returned', { amount: money(order.refund) }), time: after(55), share: 1 },
  ]
  return (
    <div className="grid gap-4">
      <h3 className="flex items-center gap-3 text-17 font-bold">
        {t('timeline')} <Chip tone="foil">{t('example')}</Chip>
      </h3>
      <ol className="grid max-w-column">
        {steps.map(({ text, time, share }, at) => (
          <li key={text} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3">
            <Bead share={share} isLast={at === steps.length - 1} />
            <span className="pb-3.5">{text}</span>
            <span className="text-13 leading-5.5 text-ink-3">{time}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A bead on the timeline, filled by the order's progress; the last one is a returned coin. */
function Bead({ share, isLast }: { share: number; isLast: boolean }) {
  const around = 2 * Math.PI * 5
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className="h-full min-h-9 w-6 overflow-visible"
      preserveAspectRatio="xMidYMin"
    >
      {!isLast && <path d="M12 17V60" className="stroke-line-strong" strokeWidth="1" />}
      <circle cx="12" cy="11" r="5" className="fill-canvas stroke-line-strong" strokeWidth="1.5" />
      {share > 0 && (
        <circle
          cx="12"
          cy="11"
          r="5"
          fill="none"
          className={isLast ? 'stroke-ok' : 'stroke-petrol'}
          strokeWidth="3"
          strokeDasharray={`${around * share} ${around}`}
          transform="rotate(-90 12 11)"
        />
      )}
      {isLast && <path d="m9.5 11 1.8 1.8 3.2-3.6" fill="none" className="stroke-ok" strokeWidth="1.6" />}
    </svg>
  )
}
