import { useFormat } from '#web/platform/format/use-format.ts'
import { massOrderText } from './texts.en.ts'
import { sayRefusal } from '#web/platform/i18n/say-refusal.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { toAmountText } from '#web/parts/payments/deposit-amount.ts'
import { OwedNote } from '#web/parts/wallet/owed-note.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { KeyHint } from '#web/ui/keyboard/kbd.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptTotal } from '#web/ui/paper/receipt.tsx'
import type { MassOrder } from './use-mass-order.ts'

type SummaryProps = { order: MassOrder; onPlace: () => void }

/** The receipt next to the box: what is ready, its cost, and the remaining balance. */
export function MassOrderSummary({ order, onPlace }: SummaryProps) {
  const t = useText(massOrderText)
  const format = useFormat()
  const { checked, balance, refusal, unknown } = order
  const { ready = 0, wrong = 0, total = 0n } = checked ?? {}
  return (
    <Receipt title={t('summary')}>
      <ReceiptLines>
        <ReceiptLine label={t('ready')}>{format.number(ready)}</ReceiptLine>
        <ReceiptLine label={t('toFix')}>
          <span className={cx(wrong > 0 && 'font-semibold text-bad')}>{format.number(wrong)}</span>
        </ReceiptLine>
        <ReceiptLine label={t('balanceAfter')}>
          <MoneyText amount={balance - total} className={cx(total > balance && 'text-bad')} />
        </ReceiptLine>
      </ReceiptLines>
      <ReceiptTotal label={t('total')}>
        <MoneyText amount={total} decimals={8} />
      </ReceiptTotal>
      {unknown !== undefined && <Alert>{t('unknown', { count: unknown })}</Alert>}
      {refusal?.isOfBox === false && <Alert>{refusal.message}</Alert>}
      <OwedNote />
      <Notes order={order} />
      <div className="hidden wide:grid">
        <PlaceButton order={order} onPlace={onPlace} />
      </div>
      <p className="text-center text-13 text-ink-3">{t('eachForItself')}</p>
    </Receipt>
  )
}

/** Below 992 px the total and the button stay visible at the bottom. */
export function MassOrderBar({ order, onPlace }: SummaryProps) {
  const t = useText(massOrderText)
  const format = useFormat()
  const { ready = 0, wrong = 0, total = 0n } = order.checked ?? {}
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 grid gap-2 rounded-t-sheet border-t border-line bg-surface p-4 shadow-receipt wide:hidden"
    >
      <div className="flex items-baseline justify-between gap-4">
        <span className="text-13 text-ink-2">
          {t('ready')} <span className="figures">{format.number(ready)}</span>
          {wrong > 0 && (
            <span className="text-bad">
              {' · '}
              {t('toFix')} <span className="figures">{format.number(wrong)}</span>
            </span>
          )}
        </span>
        <span className="text-20">
          <span className="sr-only">{t('total')} </span>
          <MoneyText amount={total} />
        </span>
      </div>
      <PlaceButton order={order} onPlace={onPlace} />
    </div>
  )
}

function Notes({ order: { checked, shortfall, balance } }: { order: MassOrder }) {
  const t = useText(massOrderText)
  const language = useLanguage()
  const isShort = shortfall !== undefined && checked !== undefined
  const stays = checked !== undefined && checked.wrong > 0 && checked.ready > 0
  return (
    <output className="grid gap-2 text-13 empty:sr-only">
      {isShort && (
        <span className="text-bad">
          {sayRefusal(language, 'insufficient_balance', { required: checked.total, available: balance })}
        </span>
      )}
      {stays && <span className="text-foil-ink">{t('staysInBox', { count: checked.wrong })}</span>}
    </output>
  )
}

function PlaceButton({ order, onPlace }: SummaryProps) {
  const t = useText(massOrderText)
  const format = useFormat()
  const { checked, shortfall, isBusy, unknown } = order
  if (unknown !== undefined)
    return (
      <Button size="large" isWide onClick={onPlace}>
        {t('askAgain')}
      </Button>
    )
  if (shortfall !== undefined && !isBusy)
    return (
      <LinkButton to={addFundsPath(shortfall.deposit)} size="large" isWide>
        {t('addFunds', { amount: format.money(shortfall.deposit) })}
      </LinkButton>
    )
  const ready = checked?.ready ?? 0
  return (
    <Button size="large" isWide isBusy={isBusy} onClick={onPlace}>
      {ready === 0 ? t('placeNone') : t('place', { count: ready })} <KeyHint keys="mod+Enter" />
    </Button>
  )
}

/** Add Funds with the missing amount filled in, and a return path to the unchanged box. */
export function addFundsPath(deposit: bigint): string {
  return `/add-funds?${new URLSearchParams({ amount: toAmountText(deposit), return: '/mass-order' })}`
}
