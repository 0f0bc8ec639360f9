import { useHref } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import type { PlatformPicks } from '#contract/catalogue/service-pages.ts'
import { UNITS_PER_USD } from '#contract/base/money.ts'
import { PlatformIcon } from '#web/parts/catalogue/service/platform-icon.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { landingText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useRichText } from '#web/platform/i18n/use-rich-text.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { controlClass } from '#web/ui/fields/field.tsx'
import { Guilloche } from '#web/ui/paper/guilloche.tsx'
import { calculatorScript } from './calculator-script.ts'
import type { Calculation } from '#web/site/pricing/calculate.ts'
import { nameOf } from './service-name.ts'

/** The price of a quantity from the catalogue: a form that the server answers, and that also works in the browser. */
export function PriceCalculator({
  calculation,
  offered,
}: {
  calculation: Calculation | undefined
  offered: readonly PlatformPicks[]
}) {
  const t = useText(landingText)
  return (
    <section
      id="calculator"
      data-anchor
      aria-labelledby="calculator-title"
      className="min-w-0 drop-shadow-receipt"
    >
      <div className="perforated overflow-hidden rounded-t-card bg-surface pb-9">
        <Guilloche isEdge />
        <div className="grid gap-4 px-5 pt-3">
          <h2 id="calculator-title" className="text-20 font-bold">
            {t('calculator')}
          </h2>
          {calculation === undefined ? (
            <p className="pb-5 text-ink-2">{t('nothingOnSale')}</p>
          ) : (
            <>
              <Platforms offered={offered} chosen={calculation.platform.name} />
              <CalculatorForm {...calculation} />
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function Platforms({ offered, chosen }: { offered: readonly PlatformPicks[]; chosen: string }) {
  const t = useText(landingText)
  return (
    <nav aria-label={t('platform')} className="grid grid-cols-2 gap-2 narrow:grid-cols-3">
      {offered.map(({ name }) => (
        <Link
          key={name}
          to={{ pathname: '/', search: `?platform=${name.toLowerCase()}`, hash: '#calculator' }}
          aria-current={name === chosen ? 'true' : undefined}
          className={cx(
            'chosen flex min-h-11 items-center gap-2 rounded-control border px-2.5 text-14 transition-colors duration-120',
            name === chosen
              ? 'border-petrol bg-petrol-soft font-semibold text-petrol'
              : 'border-line text-ink-2 hover:border-line-strong hover:text-ink',
          )}
        >
          <PlatformIcon platform={name} />
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** A rate for the inline script: in ten-thousandths of a dollar. */
const toScriptRate = (rate: bigint) => String((rate * 10_000n) / UNITS_PER_USD)

function CalculatorForm({ platform, service, min, max, quantity, price }: Calculation) {
  const t = useText(landingText)
  const rich = useRichText(landingText)
  const format = useFormat()
  const isRefused = price === undefined
  return (
    <>
      <form
        name="price"
        method="get"
        action={`${useHref('/')}#calculator`}
        autoComplete="off"
        className="grid gap-4"
      >
        <input type="hidden" name="platform" value={platform.name.toLowerCase()} />
        <div className="grid gap-1.5">
          <label htmlFor="calculator-service" className="justify-self-start text-14 font-semibold">
            {t('service')}
          </label>
          <span className="relative">
            <select
              id="calculator-service"
              name="service"
              defaultValue={service.id}
              className={cx(controlClass, 'appearance-none truncate pe-10')}
            >
              {platform.picks.map((one) => (
                <option
                  key={one.id}
                  value={one.id}
                  data-rate={toScriptRate(one.rate)}
                  data-shown={format.money(one.rate)}
                  data-min={Math.max(1, one.min)}
                  data-max={one.max}
                >
                  {nameOf(one)}
                </option>
              ))}
            </select>
            <Chevron />
          </span>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
          <div className="grid gap-1.5">
            <label htmlFor="calculator-quantity" className="justify-self-start text-14 font-semibold">
              {t('quantity')}
            </label>
            <input
              id="calculator-quantity"
              name="quantity"
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              required
              defaultValue={quantity}
              aria-describedby="calculator-bounds"
              aria-invalid={isRefused ? true : undefined}
              className={cx(controlClass, 'figures')}
            />
          </div>
          <Button type="submit" tone="secondary" needsNoScript>
            {t('calculate')}
          </Button>
        </div>
        <p id="calculator-bounds" className={cx('-mt-2 text-13', isRefused ? 'text-bad' : 'text-ink-3')}>
          {/* The script updates the parts that are figures. */}
          {rich(isRefused ? 'outOfBounds' : 'bounds', {
            min: <span data-at="min">{format.number(min)}</span>,
            max: <span data-at="max">{format.number(max)}</span>,
          })}
        </p>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-dashed border-line-strong pt-4">
          <p className="text-14 text-ink-2">
            {rich('reckoning', {
              rate: (
                <span data-at="rate" className="figures">
                  {format.money(service.rate)}
                </span>
              ),
              quantity: (
                <span data-at="count" className="figures">
                  {quantity === undefined ? '…' : format.number(quantity)}
                </span>
              ),
            })}
          </p>
          <output aria-label={t('total')} data-at="total" className="figures ms-auto text-40 font-medium">
            {price === undefined ? '—' : format.money(price)}
          </output>
        </div>
      </form>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
        <LinkButton to={`/new-order?service=${service.id}`}>{t('orderThis')}</LinkButton>
        <Link
          to={`/pricing?platform=${platform.name.toLowerCase()}`}
          className="inline-flex min-h-11 items-center justify-self-end text-14 font-semibold text-petrol hover:underline"
        >
          {t('ratesOf', { platform: platform.name })}
        </Link>
      </div>
      <script dangerouslySetInnerHTML={{ __html: calculatorScript }} />
    </>
  )
}

function Chevron() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 20"
      className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-3"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="m5 8 5 5 5-5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
