import { lazy } from 'react'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import type { ServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
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
 * it is not needed to begin.
 */
export function SuggestionsBox({ index, platform, categoryId, onTouch, onChoose }: SuggestionsBoxProps) {
  useFirstTouch(onTouch)
  return (
    <div className="min-h-75">
      {index !== undefined && (
        <LazyPart>
          <Suggestions {...{ index, platform, categoryId, onChoose }} />
        </LazyPart>
      )}
    </div>
  )
}
