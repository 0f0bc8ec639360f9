import type { NamedKey } from '#contract/base/fields.ts'
import { dispatchStates, orderStatuses } from '#contract/orders/order-statuses.ts'
import { ATTENTION_COUNTED_MAX } from '#contract/operations/overview.ts'
import { orderStatusesIn } from '#contract/words/statuses.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminOrdersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { type Place, withParam } from '#web/ui/url/url-place.ts'
import { usePlaceUnderWay, useUrlChange, useUrlState } from '#web/ui/url/use-url-state.ts'
import { UrlSearch, UrlSelect } from '#web/ui/fields/url-fields.tsx'
import { viewIn } from './order-views.ts'

/**
 * `toReview`: how many wait for a person, counted up to `ATTENTION_COUNTED_MAX`; undefined while it is not known. `apiKey`:
 * the one whose orders are shown.
 */
export function AdminOrdersFilters({ toReview, apiKey }: { toReview?: number; apiKey?: NamedKey | null }) {
  const t = useText(adminOrdersText)
  const statuses = orderStatusesIn[useLanguage()]
  const change = useUrlChange()
  const view = viewIn(new URLSearchParams(usePlaceUnderWay().search)) ?? 'all'
  const [status] = useUrlState<string>('status', '')
  const views = [
    { value: 'all', label: t('all') },
    {
      value: 'review',
      label: t('needsReview'),
      ...(toReview !== undefined && { count: toReview, countMax: ATTENTION_COUNTED_MAX }),
    },
    { value: 'active', label: t('inProgress') },
    { value: 'failed', label: t('failed') },
  ] as const
  return (
    <div className="grid gap-3 wide:grid-cols-[2fr_1fr_1fr] max-wide:grid-cols-2 max-wide:[&>:nth-child(-n+2)]:col-span-2 max-[359px]:*:col-span-2">
      <div className="min-w-0 wide:col-span-3">
        <FilterButtons
          label={t('show')}
          value={view}
          onChange={(next) =>
            change((place) => withParam(withParam(place, 'show', next === 'all' ? '' : next), 'status', ''))
          }
          options={views}
        />
      </div>
      <UrlSearch label={t('search')} hint={t('searchHint')} />
      <SelectField
        label={t('status')}
        name="status"
        value={status}
        onChange={({ currentTarget: { value } }) => change((place) => withStatus(place, value))}
        options={[
          { value: '', label: t('allStatuses') },
          ...orderStatuses.map((value) => ({ value, label: statuses[value] })),
        ]}
      />
      <UrlSelect
        name="sending"
        label={t('sending')}
        options={[
          { value: '', label: t('allSendings') },
          ...dispatchStates.map((value) => ({ value, label: t(`dispatch_${value}`) })),
        ]}
      />
      {apiKey != null && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-2 wide:col-span-3 max-wide:col-span-2">
          {t('ofKey', { name: apiKey.name ?? apiKey.id })}
          <Button tone="quiet" size="tiny" onClick={() => change((place) => withParam(place, 'key', ''))}>
            {t('noKey')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** A view that is of some statuses gives way to the status that is chosen. */
function withStatus(place: Place, status: string): Place {
  const view = viewIn(new URLSearchParams(place.search))
  return withParam(view === 'review' ? place : withParam(place, 'show', ''), 'status', status)
}
