import { lazy } from 'react'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import type { ServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { useFirstTouch } from '#web/ui/form/use-first-touch.ts'

const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }))

type SuggestionsBoxProps = {
  index: ServiceIndex | undefined
  platform: string | undefined
  categoryId: number | undefined
  onTouch: () => void
  onChoose: (service: IndexedService) => void
}

/**
 * Its height is reserved. The catalogue is fetched at the first interaction with the page, as in the list of services:
 * nothing here is needed to begin.
 */
export function SuggestionsBox({ index, platform, categoryId, onTouch, onChoose }: SuggestionsBoxProps) {
  const t = useText(newOrderText)
  useFirstTouch(onTouch)
  return (
    <section aria-label={t('suggested')} className="grid min-h-75 content-start gap-2">
      <h2 className="font-text text-14 font-semibold text-ink-2">{t('suggested')}</h2>
      {index !== undefined && (
        <LazyPart>
          <Suggestions {...{ index, platform, categoryId, onChoose }} />
        </LazyPart>
      )}
    </section>
  )
}
