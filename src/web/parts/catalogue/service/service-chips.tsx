import { sayDuration } from '#web/platform/format/say-duration.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Chip } from '#web/ui/text/badge.tsx'
import { sayAverageTime } from './average-time.ts'
import { Highlight } from '#web/parts/catalogue/names/highlight.tsx'
import type { ChipKind, NameChip } from '#web/parts/catalogue/names/name-chips.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'

type ServiceChipsProps = {
  service: IndexedService
  /** The properties in its name. */
  chips: readonly NameChip[]
}

/** Most decisive first: if there is no room for all, the last are left out. */
const order: readonly ChipKind[] = ['refill', 'speed', 'country', 'other', 'quality', 'start', 'max']

/** The properties of a service as chips: from its name and from the catalogue. */
export function ServiceChips({ service, chips }: ServiceChipsProps) {
  const t = useText(catalogueText)
  const { language } = useFormat()
  const { refill, cancel, averageTime, measuredTime } = service
  const claimed = measuredTime === null ? sayAverageTime(averageTime, language) : undefined
  const saysRefill = chips.some(({ kind }) => kind === 'refill')
  const inOrder = chips.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
  return (
    <>
      {refill && !saysRefill && <Chip tone="ok">{t('refill')}</Chip>}
      {inOrder.map(({ kind, text }) => (
        <Chip key={text} tone={kind === 'refill' && refill ? 'ok' : 'neutral'}>
          <bdi>
            <Highlight text={text} />
          </bdi>
        </Chip>
      ))}
      {measuredTime !== null && (
        <Chip>
          {t('measuredTime', {
            time: sayDuration(measuredTime.seconds, language),
            count: measuredTime.orders,
          })}
        </Chip>
      )}
      {claimed !== undefined && <Chip>{t('claimedTime', { time: claimed })}</Chip>}
      {cancel && <Chip>{t('cancelable')}</Chip>}
    </>
  )
}
