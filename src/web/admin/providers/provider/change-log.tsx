import { useLocation } from 'react-router'
import { type ChangeKind, changeKinds, type ProviderChange } from '#contract/providers/provider-actions.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Chip, type Tone } from '#web/ui/text/badge.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { OlderPages } from '#web/ui/list/older-pages.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, Table } from '#web/ui/list/table.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useUrlState, useUrlText } from '#web/ui/url/use-url-state.ts'

type ChangeLogProps = { changes: readonly ProviderChange[]; nextCursor: string | null }

/** What the provider changed, newest first; the filters are in the address. */
export function ChangeLog({ changes, nextCursor }: ChangeLogProps) {
  const t = useText(adminProvidersText)
  const [kind, setKind] = useUrlState<'all' | ChangeKind>('kind', 'all')
  const [search, setSearch] = useUrlText('search')
  const { pathname, search: params } = useLocation()
  const isPart = params !== ''
  const columns = useColumns()
  return (
    <CardSection title={t('changes')}>
      <div className="grid gap-4 border-b border-line px-5 py-4 max-wide:px-4">
        <FilterButtons
          label={t('changeFilters')}
          value={changeKinds.find((known) => known === kind) ?? 'all'}
          onChange={setKind}
          options={[
            { value: 'all', label: t('all') },
            ...changeKinds.map((value) => ({ value, label: t(`kind_${value}`) })),
          ]}
        />
        <TextField
          label={t('searchService')}
          name="search"
          type="search"
          maxLength={100}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          className="max-w-80"
        />
      </div>
      {changes.length > 0 ? (
        <Table caption={t('changes')} columns={columns} rows={changes} rowKey={({ id }) => id} isCompact />
      ) : (
        <EmptyState message={t(isPart ? 'noneFound' : 'noChanges')}>
          {isPart && (
            <LinkButton tone="secondary" to={pathname}>
              {t('resetFilters')}
            </LinkButton>
          )}
        </EmptyState>
      )}
      <OlderPages nextCursor={nextCursor} isWithin />
    </CardSection>
  )
}

const outcomeTones: Record<NonNullable<ProviderChange['outcome']>, Tone> = {
  held: 'bad',
  off: 'bad',
  repriced: 'petrol',
}

function useColumns(): Column<ProviderChange>[] {
  const t = useText(adminProvidersText)
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
