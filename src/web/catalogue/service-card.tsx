import { rateFor } from '#contract/rate-for.ts'
import { rulesOf } from '#contract/service-types.ts'
import { useFormat } from '#web/language/use-format.ts'
import { catalogueText } from '#web/messages/catalogue.ts'
import { useText } from '#web/messages/text.ts'
import { Chip } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { MoneyText } from '#web/ui/money.tsx'
import { useOwnRates } from '#web/wallet/use-own-rates.ts'
import { Highlight } from './highlight.tsx'
import type { IndexedService } from './search-services.ts'
import { ServiceDescription } from './service-description.tsx'

type ServiceCardProps = {
  service: IndexedService
  /** Undefined while it is on its way: its two lines are kept free. */
  description: string | undefined
  words: readonly string[]
}

export function ServiceCard({ service, description, words }: ServiceCardProps) {
  const t = useText(catalogueText)
  const rate = rateFor(service, useOwnRates())
  const { id, name, min, max, type, refill, cancel, averageTime, category } = service
  const { rateIsPrice, quantity } = rulesOf(type)
  return (
    <article className="grid gap-x-7 gap-y-3 rounded-card border border-line bg-surface p-4 wide:grid-cols-[minmax(0,1fr)_13rem]">
      <div className="grid min-w-0 content-start gap-1">
        <h2 className="font-text text-15 font-semibold text-pretty wrap-anywhere">
          <Highlight text={name} words={words} />
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-13 text-ink-3">
          <span className="flex items-center">
            <span className="figures">
              <Highlight text={String(id)} words={words} />
            </span>
            <CopyButton value={String(id)} what={t('serviceId')} className="-my-2" />
          </span>
          <span className="min-w-0 wrap-anywhere">{category.name}</span>
          {averageTime !== null && <span>{t('averageTime', { time: averageTime })}</span>}
          {refill && <Chip tone="ok">{t('refill')}</Chip>}
          {cancel && <Chip>{t('cancelable')}</Chip>}
        </p>
        <div className="min-h-16 text-14 text-ink-2">
          {description !== undefined && description !== '' && <ServiceDescription text={description} />}
        </div>
      </div>
      <div className="grid content-between gap-3">
        <p className="flex items-baseline gap-2 wide:justify-end">
          <MoneyText amount={rate} decimals={4} className="text-20 font-medium" />
          <span className="text-13 text-ink-3">{rateIsPrice ? t('ratePerPackage') : t('ratePer1000')}</span>
        </p>
        {quantity !== 'one' && (
          <dl className="flex flex-wrap gap-x-4 text-13 wide:justify-end">
            <Bound label={t('min')} value={Math.max(1, min)} />
            <Bound label={t('max')} value={max} />
          </dl>
        )}
        <LinkButton
          to={`/new-order?service=${id}`}
          tone="secondary"
          aria-label={t('orderNowOf', { name })}
          className="wide:justify-self-end"
        >
          {t('orderNow')}
        </LinkButton>
      </div>
    </article>
  )
}

function Bound({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex gap-1">
      <dt className="text-ink-3">{label}</dt>
      <dd className="figures">{useFormat().number(value)}</dd>
    </div>
  )
}
