import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Money } from '#contract/base/money.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { loadService } from './load-service.ts'
import { readName } from '#web/parts/catalogue/names/read-name.ts'
import { ServiceChips } from '#web/parts/catalogue/service/service-chips.tsx'
import { ServiceDescription } from '#web/parts/catalogue/service/service-description.tsx'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { ServiceTitle } from '#web/parts/catalogue/service/service-title.tsx'
import { StarButton } from '#web/parts/favourites/star-button.tsx'
import { useFormat } from '#web/platform/format/use-format.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ExpectedTime } from './expected-time.tsx'

type ChosenServiceProps = {
  service: IndexedService
  /** The customer's own rate. */
  rate: Money
  /** The quantity to order, if it is typed. */
  quantity: number | undefined
  /** Called with the server's current data if the index in memory is older. */
  onRenewed: (service: IndexedService) => void
}

/** The selected service's details; its description is fetched when it is selected. */
export function ChosenService({ service, rate, quantity: asked, onRenewed }: ChosenServiceProps) {
  const t = useText(newOrderText)
  const format = useFormat()
  const { description, askAgain } = useDescription(service, onRenewed)
  const { id, platform, min, max, type } = service
  const { title, chips } = readName(service)
  const { rateIsPrice, quantity } = rulesOf(type)
  return (
    <section
      aria-label={service.name}
      className="grid gap-2.5 rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="relative grid gap-1 pe-9">
        <StarButton id={id} name={service.name} isFloating className="-end-2.5 -top-2.5" />
        <p className="font-semibold">
          <ServiceTitle
            title={title}
            original={service.name}
            platform={platform}
            className="wrap-anywhere wide:line-clamp-2"
          />
        </p>
        <p className="flex flex-wrap gap-1.5 wide:max-h-13 wide:overflow-hidden">
          <ServiceChips service={{ ...service, averageTime: null, measuredTime: null }} chips={chips} />
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-5 gap-y-3 text-14 wide:auto-cols-fr wide:grid-flow-col">
        <Fact label={t('serviceId')}>
          <span className="figures">{id}</span>
          <CopyButton value={String(id)} what={t('serviceId')} className="-my-2" />
        </Fact>
        <Fact label={t('platform')}>{platform}</Fact>
        <Fact label={rateIsPrice ? t('ratePackage') : t('rate')}>
          <MoneyText amount={rate} decimals={4} />
        </Fact>
        {quantity !== 'one' && (
          <Fact label={t('minMax')}>
            <span className="figures">
              {format.number(Math.max(1, min))} – {format.number(max)}
            </span>
          </Fact>
        )}
      </dl>
      <p className="text-14 text-ink-2 empty:hidden">
        <ExpectedTime service={service} quantity={quantity === 'one' ? 1 : asked} />
      </p>
      <div className="border-t border-line pt-2.5 text-14 text-ink-2">
        <h2 className="sr-only">{t('description')}</h2>
        {description === undefined ? (
          <Loading label={t('loadingDescription')}>
            <Skeleton className="h-5 w-2/3" />
          </Loading>
        ) : description === null ? (
          <p className="flex flex-wrap items-center gap-x-3 text-ink-3">
            {t('descriptionFailed')}
            <button
              type="button"
              onClick={askAgain}
              className="relative font-semibold text-petrol after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline"
            >
              {t('tryAgain')}
            </button>
          </p>
        ) : (
          <ServiceDescription
            key={id}
            isOneLine
            text={wholeText(description, { service, title, none: t('noDescription') })}
          />
        )}
      </div>
    </section>
  )
}

/** Appends the original name if another is shown. */
function wholeText(
  description: string,
  { service, title, none }: { service: IndexedService; title: string; none: string },
): string {
  const text = description === '' ? none : description
  return title === service.name ? text : `${text}\n\n${service.name}`
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-ink-3">{label}</dt>
      <dd className="flex items-center gap-1">{children}</dd>
    </div>
  )
}

/** `description` is undefined while loading, null if loading failed. */
function useDescription(
  service: IndexedService,
  onRenewed: (service: IndexedService) => void,
): { description: string | null | undefined; askAgain: () => void } {
  const [turn, setTurn] = useState(0)
  const [known, setKnown] = useState<{ id: number; description: string | null }>()
  const shown = useRef({ service, onRenewed })
  useEffect(() => {
    shown.current = { service, onRenewed }
  })
  useEffect(() => {
    const leaving = new AbortController()
    void read()

    async function read(): Promise<void> {
      try {
        const now = await loadService(service.id, { signal: leaving.signal })
        setKnown({ id: now.id, description: now.description })
        const old = shown.current.service
        const isSame = old.rate === now.rate && old.min === now.min && old.max === now.max
        if (!isSame && old.id === now.id) shown.current.onRenewed(now)
      } catch (error) {
        if (leaving.signal.aborted) return
        report(error)
        setKnown({ id: service.id, description: null })
      }
    }

    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt asks again
  }, [service.id, turn])
  return {
    description: known?.id === service.id ? known.description : undefined,
    askAgain: () => {
      setKnown(undefined)
      setTurn(turn + 1)
    },
  }
}
