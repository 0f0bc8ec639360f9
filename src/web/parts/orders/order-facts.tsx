import type { ReactNode } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import type { Order, OrderEvent } from '#contract/orders/orders.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { ordersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { RateReasonText, reasonOfOrder } from '#web/parts/wallet/rate-reason.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

type OrderFactsProps = {
  order: Order
  /** Set if no receipt next to it shows the price and its reason. */
  events?: readonly OrderEvent[]
  /** The list that can be filtered by the order's API key. */
  list?: '/orders' | '/admin/orders'
}

export function OrderFacts({ order, events, list = '/orders' }: OrderFactsProps) {
  const t = useText(ordersText)
  return (
    <dl className="grid px-5 text-14 max-wide:px-4">
      <Fact label={t('id')}>
        <span className="flex items-center gap-1">
          <span className="figures">{order.id}</span>
          <CopyButton value={String(order.id)} what={t('orderId')} className="-my-2" />
        </span>
      </Fact>
      <Fact label={t('service')} isLong>
        <Link
          to={`/new-order?service=${order.service_id}`}
          className="wrap-anywhere text-petrol underline-offset-4 hover:underline"
        >
          <span className="figures">{order.service_id}</span> <bdi>{order.service_name}</bdi>
        </Link>
      </Fact>
      <Fact label={t('link')} isLong>
        <span className="flex min-w-0 items-start gap-1">
          <LinkTarget link={order.link} />
          <CopyButton value={order.link} what={t('linkToCopy')} className="-my-2" />
        </span>
      </Fact>
      <Fact label={t('quantity')}>
        <Figure value={order.quantity} />
      </Fact>
      <Fact label={t('startCount')}>
        <Figure value={order.start_count} />
      </Fact>
      <Fact label={t('remains')}>
        <Figure value={order.remains} />
      </Fact>
      {events !== undefined && <MoneyFacts order={order} events={events} />}
      {order.api_key !== null && (
        <Fact label={t('apiKey')}>
          <Link
            to={`${list}?key=${order.api_key.id}`}
            className="wrap-anywhere text-petrol underline-offset-4 hover:underline"
          >
            <bdi>{order.api_key.name ?? order.api_key.id}</bdi>
          </Link>
        </Fact>
      )}
      <Fact label={t('created')}>
        <RelativeTime date={order.created_at} />
      </Fact>
      <Fact label={t('updated')}>
        <RelativeTime date={order.updated_at} />
      </Fact>
    </dl>
  )
}

function MoneyFacts({ order, events }: Required<Pick<OrderFactsProps, 'order' | 'events'>>) {
  const t = useText(ordersText)
  const reason = reasonOfOrder(events)
  return (
    <>
      <Fact label={t('price')}>
        <MoneyText amount={order.price} decimals={8} className="text-17" />
        {reason !== undefined && (
          <p className="text-13 text-foil-ink">
            <RateReasonText reason={reason} />
          </p>
        )}
      </Fact>
      {order.refunded > 0n && (
        <Fact label={t('refunded')}>
          <MoneyText amount={order.refunded} decimals={8} className="text-17" />
        </Fact>
      )}
    </>
  )
}

type FactProps = {
  label: string
  /** On a phone it takes a whole line, below its name. */
  isLong?: boolean
  children: ReactNode
}

function Fact({ label, isLong = false, children }: FactProps) {
  return (
    <div
      className={cx(
        'grid min-h-11 grid-cols-[8rem_minmax(0,1fr)] items-center gap-4 border-b border-line py-2 last:border-0',
        isLong ? 'max-narrow:grid-cols-1 max-narrow:gap-1' : 'max-narrow:grid-cols-[6rem_minmax(0,1fr)]',
      )}
    >
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Figure({ value }: { value: number | null }) {
  const t = useText(ordersText)
  const format = useFormat()
  if (value === null) return <span className="text-ink-3">{t('none')}</span>
  return <span className="figures">{format.number(value)}</span>
}

/** Only plain web addresses become links: the order's link is a customer's text. */
function LinkTarget({ link }: { link: string }) {
  if (!/^https?:\/\//i.test(link)) return <span className="min-w-0 break-all">{link}</span>
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="min-w-0 break-all text-petrol underline-offset-4 hover:underline"
    >
      {link}
    </a>
  )
}
