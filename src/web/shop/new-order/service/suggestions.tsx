import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { getServiceOutcomes, type ServiceOutcome } from '#contract/catalogue/delivery.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { readNameAmong } from '#web/parts/catalogue/names/read-name.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import type { ServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import { sayDuration } from '#web/platform/format/say-duration.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { logged, queryOf } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { useOwnServices } from '#web/shop/new-order/picker/own-services.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { OfferedService } from './offered-service.tsx'
import { type SuggestionKind, suggestionKinds, suggestServices } from './suggest-services.ts'

type SuggestionsProps = {
  index: ServiceIndex
  platform: string | undefined
  categoryId: number | undefined
  onChoose: (service: IndexedService) => void
}

/** Starting points while no service is selected: favourites, ordered services, and the shop's cheapest and fastest. */
export function Suggestions({ index, platform, categoryId, onChoose }: SuggestionsProps) {
  const t = useText(newOrderText)
  const catalogue = useText(catalogueText)
  const ownRates = useOwnRates()
  const { favourites, ordered } = useOwnServices()()
  const [asked, setAsked] = useState<SuggestionKind>()
  const kinds = useMemo(
    () =>
      suggestServices({
        services: index.services,
        favourites,
        ordered,
        rateOf: (service) => rateFor(service, ownRates),
        platform,
        categoryId,
      }),
    [index, favourites, ordered, ownRates, platform, categoryId],
  )
  const known = suggestionKinds.filter((kind) => kinds[kind].length > 0)
  const kind = known.find((one) => one === asked) ?? known[0]
  const outcomes = useOutcomes(useMemo(() => Object.values(kinds).flat(), [kinds]))
  const sayOf = useFacts(outcomes)
  if (kind === undefined) return null
  const shown = kinds[kind]
  const labels = {
    favourites: catalogue('favourites'),
    orderedLately: catalogue('orderedLately'),
    cheapest: t('cheapest'),
    fastest: t('fastest'),
  }
  return (
    <section aria-label={t('suggested')} className="grid gap-2">
      <h2 className="font-text text-14 font-semibold text-ink-2">{t('suggested')}</h2>
      <FilterButtons
        label={t('suggested')}
        value={kind}
        onChange={setAsked}
        options={known.map((value) => ({ value, label: labels[value] }))}
      />
      <ul className="grid overflow-hidden rounded-card border border-line bg-surface">
        {shown.map((service, at) => (
          <li key={service.id} className="border-b border-line last:border-0">
            <OfferedService
              service={service}
              readName={readNameAmong(shown, at)}
              saysPlatform={platform === undefined}
              rate={rateFor(service, ownRates)}
              said={sayOf(service)}
              onChoose={() => onChoose(service)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The shop's measurements of a service in one line; empty if there are none. */
function useFacts(outcomes: ReadonlyMap<number, ServiceOutcome>) {
  const t = useText(newOrderText)
  const { language, number } = useFormat()
  return ({ id, measuredTime }: IndexedService): string[] => {
    const outcome = outcomes.get(id)
    return [
      ...(measuredTime === null
        ? []
        : [
            t('aboutTime', {
              time: sayDuration(measuredTime.seconds, language),
              count: measuredTime.orders,
            }),
          ]),
      ...(outcome === undefined
        ? []
        : [
            t('completedOf', {
              // Rounded down, so that only a service without failures has 100.
              percent: number(Math.floor((outcome.completed * 100) / outcome.ended)),
              count: outcome.ended,
            }),
          ]),
    ]
  }
}

const none: readonly ServiceOutcome[] = []

/** One request for all suggestions. If it fails, the data is left out. */
function useOutcomes(services: readonly IndexedService[]): ReadonlyMap<number, ServiceOutcome> {
  const ids = [...new Set(services.map(({ id }) => id))].toSorted((one, other) => one - other)
  const query = logged(queryOf(getServiceOutcomes, { query: { ids } }))
  const { data } = useQuery({ ...query, enabled: ids.length > 0 }, queryClient())
  const outcomes = data?.outcomes ?? none
  return useMemo(() => new Map(outcomes.map((outcome) => [outcome.service_id, outcome])), [outcomes])
}
