import type { AnswerOf } from '#contract/base/endpoint.ts'
import {
  changeKinds,
  listProviderChanges,
  type ProviderChange,
} from '#contract/providers/provider-actions.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { Chip, type Tone } from '#web/ui/text/badge.tsx'
import { UrlButtons, UrlSearch } from '#web/ui/fields/url-fields.tsx'
import { byCursor, makeList } from '#web/ui/list/list.ts'
import { ListSection } from '#web/ui/list/list-section.tsx'
import { oneIn, searchIn } from '#web/ui/list/read-address.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import type { Column } from '#web/ui/list/table.tsx'

/** The provider's changes, newest first. */
export function changesOf(providerId: number) {
  const params = { id: providerId }
  return makeList({
    text: adminProvidersText,
    words: (t) => ({
      table: t('changes'),
      noneFound: t('noneFound'),
      empty: t('noChanges'),
      failed: t('oneLoadFailed'),
    }),
    read: (address) => ({ kind: oneIn(address, 'kind', changeKinds), search: searchIn(address) }),
    paging: byCursor(20),
    ask: (query) => queryOf(listProviderChanges, { params, query }),
    rowsOf: ({ changes }) => changes,
    rowKey: ({ id }) => id,
    columns: columnsOf,
  })
}

type ChangeLogProps = { providerId: number; changed: AnswerOf<typeof listProviderChanges> }

export function ChangeLog({ providerId, changed }: ChangeLogProps) {
  const t = useText(adminProvidersText)
  return (
    <ListSection
      list={changesOf(providerId)}
      data={changed}
      isCompact
      filters={
        <>
          <UrlButtons
            name="kind"
            label={t('changeFilters')}
            initial="all"
            options={[
              { value: 'all', label: t('all') },
              ...changeKinds.map((value) => ({ value, label: t(`kind_${value}`) })),
            ]}
          />
          <div className="max-w-80">
            <UrlSearch label={t('searchService')} />
          </div>
        </>
      }
    />
  )
}

const outcomeTones: Record<NonNullable<ProviderChange['outcome']>, Tone> = {
  held: 'bad',
  off: 'bad',
  repriced: 'petrol',
}

function columnsOf(t: Say<typeof adminProvidersText>): Column<ProviderChange>[] {
  return [
    {
      key: 'service',
      heading: t('service'),
      narrow: 'first',
      cell: ({ service, name }) => (
        <span className="line-clamp-1 wrap-anywhere cards:line-clamp-2">
          <span className="figures text-ink-3">{service}</span> {name}
        </span>
      ),
    },
    {
      key: 'what',
      heading: t('what'),
      cell: ({ kind }) => <span className="whitespace-nowrap">{t(`kind_${kind}`)}</span>,
    },
    {
      key: 'fromTo',
      heading: t('fromTo'),
      narrow: 'second',
      cell: ({ kind, before, after, order_id: orderId }) => (
        <span className="line-clamp-2 wrap-anywhere">
          <span className="text-ink-3 rows:hidden">{t(`kind_${kind}`)}: </span>
          <span className={kind === 'name' ? undefined : 'figures'}>
            {[before, after].filter((one) => one !== null).join(' → ')}
          </span>
          {orderId !== null && (
            <span className="text-13 text-ink-3"> {t('byCharge', { id: String(orderId) })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'outcome',
      heading: t('outcome'),
      narrow: 'end',
      cell: ({ outcome }) =>
        outcome !== null && <Chip tone={outcomeTones[outcome]}>{t(`outcome_${outcome}`)}</Chip>,
    },
    {
      key: 'when',
      heading: t('when'),
      align: 'end',
      narrow: 'second-end',
      cell: ({ created_at: at }) => <RelativeTime date={at} className="whitespace-nowrap text-ink-3" />,
    },
  ]
}
