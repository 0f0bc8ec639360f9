import { catalogueText } from '#web/messages/catalogue.ts'
import { useText } from '#web/messages/text.ts'
import { useHandOver, useTakeOver } from './hand-over.ts'
import type { ReadName } from './read-name.ts'
import type { IndexedService } from './search-services.ts'
import { ServiceCard } from './service-card.tsx'

/** Its name was read by the server: a page that was not touched does without what reads them. */
export type DescribedService = IndexedService & { description: string; read: ReadName }

/** The lines between the rows are the rows' own, as is the last. */
export const listClass = 'overflow-hidden rounded-card border border-b-0 border-line bg-surface'

/** The first screenful, as the server sends it. */
export function FirstServices({ services }: { services: readonly DescribedService[] }) {
  const t = useText(catalogueText)
  useTakeOver()
  useHandOver()
  return (
    <ul aria-label={t('list')} className={listClass}>
      {services.map((service) => (
        // As high as the list that follows takes it to be.
        <li key={service.id} className="later-33 wide:later-20">
          <ServiceCard service={service} read={service.read} description={service.description} />
        </li>
      ))}
    </ul>
  )
}
