import { useId } from 'react'
import { toAmountText } from '#web/parts/payments/deposit-amount.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { newOrderText } from './texts.en.ts'
import { sayRefusal } from '#web/platform/i18n/say-refusal.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { RateNote } from '#web/parts/wallet/rate-note.tsx'
import { OwedNote } from '#web/parts/wallet/owed-note.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { KeyHint } from '#web/ui/keyboard/kbd.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptTotal } from '#web/ui/paper/receipt.tsx'
import type { NewOrder } from './use-new-order.ts'

const nothing = '–'

/** The receipt next to the form: cost and remaining balance, updated at every keystroke. */
export function OrderSummary({ order, onPlace }: { order: NewOrder; onPlace: () => void }) {
  const t = useText(newOrderText)
  const format = useFormat()
  const { service, quote, balance, refusal } = order
  const { price } = quote
  const isPackage = service !== undefined && rulesOf(service.type).rateIsPrice
  return (
    <Receipt title={t('summary')}>
      <ReceiptLines>
        <ReceiptLine label={t('service')}>
          {service === undefined ? (
            nothing
          ) : (
            <bdi className="line-clamp-3 font-text wrap-anywhere" title={service.name}>
              {service.name}
            </bdi>
          )}
        </ReceiptLine>
        <ReceiptLine label={isPackage ? t('ratePackage') : t('rate')}>
          {service === undefined ? nothing : <MoneyText amount={service.rate} decimals={4} />}
        </ReceiptLine>
        {order.listed !== undefined && <RateNote service={order.listed} className="justify-end" />}
        <ReceiptLine label={t('quantity')}>
          {quote.quantity === undefined ? nothing : format.number(quote.quantity)}
        </ReceiptLine>
        <ReceiptLine label={t('balanceAfter')}>
          <MoneyText
            amount={balance - (price ?? 0n)}
            className={cx(price !== undefined && price > balance && 'text-bad')}
          />
        </ReceiptLine>
      </ReceiptLines>
      <ReceiptTotal label={t('total')}>
        <Total order={order} />
      </ReceiptTotal>
      {refusal !== undefined && (
        <Alert>
          <p>{refusal.message}</p>
          {refusal.oldPrice !== undefined && price !== undefined && (
            <p className="figures mt-1">
              <s>{format.money(refusal.oldPrice, 8)}</s> → <b>{format.money(price, 8)}</b>
            </p>
          )}
        </Alert>
      )}
      {refusal === undefined && <OwedNote />}
      <ShortfallNote order={order} />
      <div className="hidden wide:grid">
        <PlaceButton order={order} onPlace={onPlace} />
      </div>
      <p className="text-center text-13 text-ink-3">{t('undelivered')}</p>
    </Receipt>
  )
}

/** Below 992 px the total and the button stay visible at the bottom. */
export function OrderBar({ order, onPlace }: { order: NewOrder; onPlace: () => void }) {
  const t = useText(newOrderText)
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 grid gap-2 rounded-t-sheet border-t border-line bg-surface p-4 shadow-receipt wide:hidden"
    >
      <div className="flex items-baseline justify-between gap-4">
        <span>{t('total')}</span>
        <span className="text-28">
          <Total order={order} />
        </span>
      </div>
      <PlaceButton order={order} onPlace={onPlace} />
    </div>
  )
}

function Total({ order: { quote } }: { order: NewOrder }) {
  return <MoneyText amount={quote.price ?? 0n} decimals={8} />
}

function ShortfallNote({ order: { quote, balance, shortfall } }: { order: NewOrder }) {
  const language = useLanguage()
  const said =
    shortfall === undefined || quote.price === undefined
      ? ''
      : sayRefusal(language, 'insufficient_balance', { required: quote.price, available: balance })
  return <output className={said === '' ? 'sr-only' : 'text-13 text-bad'}>{said}</output>
}

function PlaceButton({ order, onPlace }: { order: NewOrder; onPlace: () => void }) {
  const t = useText(newOrderText)
  const format = useFormat()
  const id = useId()
  const { shortfall, isBusy, doubts } = order
  if (shortfall !== undefined) {
    return (
      <LinkButton to={addFundsPath(order)} size="large" isWide>
        {t('addFunds', { amount: format.money(shortfall.deposit) })}
      </LinkButton>
    )
  }
  return (
    <div className="grid gap-2">
      <output className="text-13 font-semibold text-foil-ink empty:hidden">
        {doubts.length > 0 && (
          <span id={id} className="grid gap-1 wrap-anywhere">
            {doubts.map((doubt) => (
              <span key={doubt}>{doubt}</span>
            ))}
          </span>
        )}
      </output>
      <Button
        size="large"
        isWide
        isBusy={isBusy}
        aria-describedby={doubts.length > 0 ? id : undefined}
        onClick={onPlace}
      >
        {doubts.length > 0 ? t('placeAnyway') : t('placeOrder')} <KeyHint keys="mod+Enter" />
      </Button>
    </div>
  )
}

/** Add Funds with the missing amount filled in, and a return path to this form. */
export function addFundsPath({ service, shortfall }: NewOrder): string {
  const back = service === undefined ? '/new-order' : `/new-order?service=${service.id}`
  const amount = toAmountText(shortfall?.deposit ?? 0n)
  return `/add-funds?${new URLSearchParams({ amount, return: back })}`
}
