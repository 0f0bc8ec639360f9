import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import type { Language } from '#contract/base/languages.ts'
import type { RefusedLine } from '#contract/orders/mass-orders.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { massOrderText } from './texts.en.ts'
import { saySentFields } from '#web/platform/i18n/say-fields.ts'
import { saySentRefusal } from '#web/platform/i18n/say-refusal.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { splitLines } from './read-lines.ts'
import { OrderedService } from '#web/parts/orders/ordered-service.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptTotal } from '#web/ui/paper/receipt.tsx'
import type { MassOrder, Outcome } from './use-mass-order.ts'

/** The result of each line, in place of the box; rejected lines stay in the box to be fixed. */
export function MassOrderResults({ outcome, order }: { outcome: Outcome; order: MassOrder }) {
  const t = useText(massOrderText)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    // It replaces the box, whose list may have been scrolled.
    scrollTo({ top: 0 })
  }, [])
  const orders = outcome.lines.flatMap(({ result }) => ('order' in result ? [result.order] : []))
  const refused = outcome.lines.length - orders.length
  const left = splitLines(order.text).length
  const charged = orders.reduce((sum, { price }) => sum + price, 0n)
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="grid grid-cols-1 items-start gap-7 outline-none wide:grid-cols-[minmax(0,1fr)_21.75rem]"
    >
      <div className="wide:order-2 wide:sticky wide:top-20">
        <Receipt title={orders.length === 0 ? t('nonePlaced') : t('placed', { count: orders.length })}>
          {refused > 0 && (
            <p className="flex gap-2 text-14 text-bad">
              <CircleAlert aria-hidden className="mt-px size-4.5 shrink-0" />
              {t('refused', { count: refused })}
            </p>
          )}
          <ReceiptLines>
            <ReceiptLine label={t('balance')}>
              <MoneyText amount={outcome.balance} />
            </ReceiptLine>
          </ReceiptLines>
          <ReceiptTotal label={t('charged')}>
            <MoneyText amount={charged} decimals={8} />
          </ReceiptTotal>
          <div className="grid gap-2">
            {left > 0 && (
              <Button isWide onClick={() => order.goOn({ isEmpty: false })}>
                {t('mend', { count: left })}
              </Button>
            )}
            <LinkButton to="/orders" tone={left > 0 ? 'secondary' : 'primary'} isWide>
              {t('orderHistory')}
            </LinkButton>
            <Button
              tone={left > 0 ? 'quiet' : 'secondary'}
              isWide
              onClick={() => order.goOn({ isEmpty: true })}
            >
              {t('another')}
            </Button>
          </div>
        </Receipt>
      </div>
      <section aria-labelledby="mass-results" className="grid gap-3">
        <h2 id="mass-results" className="text-17 font-bold">
          {t('results')}
        </h2>
        <Card isFlush>
          <ol className="amounts divide-y divide-line">
            {outcome.lines.map((one) => (
              <Result key={one.line.number} {...one} />
            ))}
          </ol>
        </Card>
      </section>
    </div>
  )
}

function Result({ line, result }: Outcome['lines'][number]) {
  const t = useText(massOrderText)
  const language = useLanguage()
  return (
    <li className="grid grid-cols-[2.75rem_1.125rem_minmax(0,1fr)_auto] items-baseline gap-x-3 py-2 pe-4">
      <span className="figures pe-2 text-end text-13 text-ink-3">
        <span className="sr-only">{t('lineOf', { line: line.number })}</span>
        <span aria-hidden>{line.number}</span>
      </span>
      {'order' in result ? (
        <>
          <CircleCheck aria-hidden className="size-4.5 translate-y-0.5 text-ok" />
          <div className="grid min-w-0 gap-x-3 wide:grid-cols-[8.5rem_minmax(0,1fr)]">
            <Link to={`/orders/${result.order.id}`} className="font-semibold text-petrol hover:underline">
              {t('order', { id: String(result.order.id) })}
            </Link>
            <OrderedService
              name={result.order.service_name}
              className="truncate max-wide:line-clamp-2 max-wide:whitespace-normal"
            />
          </div>
          <MoneyText amount={result.order.price} />
          <span className="col-start-3 col-end-5 truncate text-13 text-ink-2" title={result.order.link}>
            <bdi>{result.order.link}</bdi>
          </span>
        </>
      ) : (
        <>
          <CircleAlert aria-hidden className="size-4.5 translate-y-0.5 text-bad" />
          <div className="col-span-2 grid min-w-0 gap-1">
            <span className="wrap-anywhere text-bad">{sayRefused(language, result)}</span>
            <code className="figures truncate text-13 text-ink-2" title={line.text}>
              {line.text}
            </code>
          </div>
        </>
      )}
    </li>
  )
}

/** In the reader's language, from the codes; the server's message if it is of a later version. */
function sayRefused(language: Language, { code, details, field_codes: codes, message }: RefusedLine): string {
  const [field] = Object.values(saySentFields(language, codes))
  return saySentRefusal(language, code, details ?? {}) ?? field ?? message
}
