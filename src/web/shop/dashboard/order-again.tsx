import type { Order } from '#contract/orders/orders.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { addressOfAgain, startAgain } from '#web/parts/orders/fill-again.ts'
import { OrderedService } from '#web/parts/orders/ordered-service.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'

/** The services ordered last: a click fills in the form like that order. */
export function OrderAgain({ orders }: { orders: readonly Order[] }) {
  const t = useText(dashboardText)
  const format = useFormat()
  return (
    <CardSection title={t('orderAgain')}>
      <ul className="grid wide:grid-cols-2">
        {orders.map(({ id, service_id: service, service_name: name, quantity, price }) => (
          <li
            key={service}
            className="flex items-center gap-4 border-line px-5 py-2.5 not-first:border-t max-wide:px-4 wide:odd:last:col-span-2 wide:odd:not-last:border-e wide:nth-2:border-t-0"
          >
            <div className="grid min-w-0 flex-1 gap-0.5">
              <OrderedService name={name} on="phone" className="text-14 font-semibold wrap-anywhere" />
              <span className="text-13 text-ink-2">
                <span className="figures">{format.number(quantity)}</span> · <MoneyText amount={price} />
              </span>
            </div>
            <LinkButton
              to={addressOfAgain(id)}
              onClick={startAgain}
              tone="secondary"
              size="small"
              aria-label={t('againOf', { service: name })}
            >
              {t('again')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
