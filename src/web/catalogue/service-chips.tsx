import { sayDuration } from '#web/language/say-duration.ts'
import { useFormat } from '#web/language/use-format.ts'
import { catalogueText } from '#web/messages/catalogue.ts'
import { useText } from '#web/messages/text.ts'
import { Chip } from '#web/ui/badge.tsx'
import { sayAverageTime } from './average-time.ts'
import { Highlight } from './highlight.tsx'
import type { ChipKind, NameChip } from './name-chips.ts'
import type { IndexedService } from './search-services.ts'

type ServiceChipsProps = {
  service: IndexedService
  /** What its name says of it. */
  chips: readonly NameChip[]
}

/** What one chooses by comes first: where there is no room for all, the last are left out. */
const order: readonly ChipKind[] = ['refill', 'speed', 'country', 'other', 'quality', 'start', 'max']

/** The properties of a service as chips: those in its name, and what the catalogue knows of it. */
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
