import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { catalogueText } from '#web/messages/catalogue.ts'
import { useText } from '#web/messages/text.ts'
import { useReach } from '#web/ui/use-reach.ts'
import type { IndexedService } from './search-services.ts'
import { listClass } from './first-services.tsx'
import { useTakeOver } from './hand-over.ts'
import { SearchedWords } from './highlight.tsx'
import { readName } from './read-name.ts'
import { ServiceCard } from './service-card.tsx'
import { useDescriptions } from './use-descriptions.ts'

type ServiceListProps = {
  services: readonly IndexedService[]
  words: readonly string[]
  /** What they are ordered for. */
  link: string | undefined
}

const wideHeight = 79
const narrowHeight = 131
const overscan = 2

export default memo(ServiceList)

/** Any number of services, drawn as far as they are in sight; the page scrolls, not a box in it. */
function ServiceList({ services, words, link }: ServiceListProps) {
  const t = useText(catalogueText)
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // The same function while the list is the same: another one makes all rows be laid out anew.
  const keyOf = useCallback((at: number) => services[at]?.id ?? at, [services])
  const usualHeight = innerWidth < 992 ? narrowHeight : wideHeight
  const { count, heightOf } = useReach(services, usualHeight)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => usualHeight,
    getItemKey: keyOf,
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: top,
    overscan,
  })
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY)
  }, [])
  useTakeOver()
  const shown = rows.getVirtualItems()
  const describe = useDescriptions(shown.flatMap(({ index }) => services[index]?.id ?? []))
  return (
    <SearchedWords value={words}>
      <ul
        ref={list}
        aria-label={t('list')}
        className={`relative ${listClass}`}
        style={{ height: heightOf(rows, top) }}
      >
        {shown.map(({ index, key, start }) => {
          const service = services[index]
          return (
            service !== undefined && (
              <li
                key={key}
                data-index={index}
                ref={rows.measureElement}
                aria-setsize={services.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <ServiceCard
                  service={service}
                  read={readName(service)}
                  description={describe(service.id)}
                  link={link}
                />
              </li>
            )
          )
        })}
      </ul>
    </SearchedWords>
  )
}
