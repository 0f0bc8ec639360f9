import { memo, useMemo } from 'react'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { SearchedWords } from '#web/parts/catalogue/names/highlight.tsx'
import { readNameAmong } from '#web/parts/catalogue/names/read-name.ts'
import type { DescribedService } from '#web/site/services/load-services.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { ServiceCard } from './service-card.tsx'
import { useDescriptions } from './use-descriptions.ts'

type ServiceListProps = {
  services: readonly IndexedService[]
  /** Those whose descriptions the server sent with the page. */
  described: readonly DescribedService[]
  words: readonly string[]
  /** What they are ordered for. */
  link: string | undefined
}

/** One page of services. A row stays the same element when the index comes in the place of what the server sent. */
export const ServiceList = memo(function ServiceList({ services, described, words, link }: ServiceListProps) {
  const t = useText(catalogueText)
  const sent = useMemo(() => new Map(described.map(({ id, description }) => [id, description])), [described])
  const describe = useDescriptions(services.flatMap(({ id }) => (sent.has(id) ? [] : id)))
  return (
    <SearchedWords value={words}>
      {/* The lines between the rows are the rows' own, as is the last. */}
      <ul
        aria-label={t('list')}
        className="overflow-hidden rounded-card border border-b-0 border-line bg-surface"
      >
        {services.map((service, at) => (
          // About as high as a row is.
          <li key={service.id} className="later-33 wide:later-20">
            <ServiceCard
              service={service}
              readName={readNameAmong(services, at)}
              description={sent.get(service.id) ?? describe(service.id)}
              link={link}
            />
          </li>
        ))}
      </ul>
    </SearchedWords>
  )
})
