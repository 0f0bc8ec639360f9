import { useEffect, useRef } from 'react'
import { limits } from '#contract/base/limits.ts'
import { readNumber, readWhole } from '#contract/base/read-number.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { newOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import type { OrderedBy } from '#web/parts/orders/order-form.ts'
import { stepOf, stepQuantity } from './step-quantity.ts'
import type { NewOrder } from './use-new-order.ts'

/** The quantity, as a number or by a budget. The other field keeps its text. */
export function QuantityField({ order }: { order: NewOrder }) {
  const { fields } = order
  const state = useRef<HTMLInputElement>(null)
  const shown = useRef(fields.by)
  // The user continues typing after switching.
  useEffect(() => {
    if (shown.current === fields.by) return
    shown.current = fields.by
    const box = state.current?.form?.elements.namedItem(fields.by)
    if (box instanceof HTMLInputElement) box.focus()
  }, [fields.by])
  return (
    <div className="relative max-wide:pt-5.5">
      <input ref={state} type="hidden" name="by" value={fields.by} />
      {fields.by === 'budget' ? (
        <>
          <input type="hidden" name="quantity" value={fields.quantity} />
          <BudgetBox order={order} />
        </>
      ) : (
        <QuantityBox order={order} />
      )}
      <OrderBy order={order} />
    </div>
  )
}

function QuantityBox({ order }: { order: NewOrder }) {
  const t = useText(newOrderText)
  const { language } = useFormat()
  const { service, fields, shownErrors, change, settleQuantity } = order
  const bounds = service ?? { min: 1, max: limits.quantityInputMax }

  function step(steps: number): void {
    const isUnclear = readNumber(fields.quantity, language, 'quantity').is === 'ambiguous'
    const quantity = readWhole(fields.quantity, language, 'quantity')
    if (!isUnclear) change({ quantity: String(stepQuantity(quantity, { ...bounds, steps })) })
  }

  const size = stepOf(bounds)
  return (
    <NumberField
      label={t('quantity')}
      name="quantity"
      kind="quantity"
      aside={besideSwitch}
      inputMode="text"
      value={fields.quantity}
      onChange={({ currentTarget }) => change({ quantity: currentTarget.value })}
      onStep={step}
      onBlur={settleQuantity}
      error={shownErrors['quantity']}
      hint={
        service !== undefined && (
          <>
            {t('quantityHint', { min: Math.max(1, bounds.min), max: bounds.max })}{' '}
            <span className="touch:hidden">{t('quantityKeys', { step: size, bigStep: size * 10 })}</span>
          </>
        )
      }
    />
  )
}

function BudgetBox({ order }: { order: NewOrder }) {
  const t = useText(newOrderText)
  const format = useFormat()
  const { service, fields, quote, shownErrors, change } = order
  const { quantity, price, isMost } = quote
  const isBought = service !== undefined && quantity !== undefined && price !== undefined
  return (
    <NumberField
      label={t('budget')}
      name="budget"
      kind="money"
      aside={besideSwitch}
      isPlain
      value={fields.budget}
      onChange={({ currentTarget }) => change({ budget: currentTarget.value })}
      error={shownErrors['budget'] ?? shownErrors['quantity']}
      unit="USD"
      hint={
        <span aria-live="polite">
          {isBought
            ? t(isMost ? 'budgetBuysMost' : 'budgetBuys', { quantity, price: format.money(price) })
            : t('budgetHint')}
        </span>
      }
    />
  )
}

/** As wide as the switch, so that the parsed value is not below it. */
const besideSwitch = <span aria-hidden className="w-44 shrink-0" />

/** The switch next to the label, after the box in tab order: Tab leads from the link to the quantity. */
function OrderBy({ order: { fields, orderBy } }: { order: NewOrder }) {
  const t = useText(newOrderText)
  return (
    <fieldset className="absolute end-0 top-0 m-0 flex min-w-0 overflow-hidden rounded-control border border-line p-0">
      <legend className="sr-only">{t('by')}</legend>
      {(['quantity', 'budget'] satisfies OrderedBy[]).map((by) => (
        <button
          key={by}
          type="button"
          aria-pressed={by === fields.by}
          onClick={() => orderBy(by)}
          className={cx(
            'min-h-6.5 px-3 text-13 transition-colors duration-120 focus-visible:-outline-offset-2 max-wide:min-h-11',
            by === fields.by ? 'chosen bg-ink text-canvas' : 'bg-surface text-ink-2 hover:text-ink',
          )}
        >
          {t(by)}
        </button>
      ))}
    </fieldset>
  )
}
