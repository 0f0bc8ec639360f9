import { useState } from 'react'
import { useLocation } from 'react-router'
import {
  type ReportComparison,
  reportComparisons,
  type ReportCut,
  reportCuts,
} from '#contract/reports/money-report.ts'
import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { withParam } from '#web/ui/url/url-place.ts'
import { useUrlChange, useUrlState } from '#web/ui/url/use-url-state.ts'
import { UrlDay } from '#web/ui/fields/url-fields.tsx'
import {
  calendarPeriodIn,
  calendarPeriods,
  cutOf,
  daysOf,
  hasOwnDays,
  periodInitial,
  periods,
  spanOf,
} from './report-address.ts'

/** All stored in the URL, so that a view can be bookmarked and Back restores it. */
export function ReportFilters() {
  const t = useText(adminReportsText)
  const change = useUrlChange()
  const params = new URLSearchParams(useLocation().search)
  const [now] = useState(() => new Date())
  const span = spanOf(params, now)
  const [compare, setCompare] = useUrlState<ReportComparison>('compare', 'previous')
  const choosePeriod = (value: string) =>
    change((place) => {
      const plain = withParam(withParam(place, 'from', ''), 'to', '')
      const period = calendarPeriods.find((known) => known === value) ?? ''
      const days = period !== '' || value === String(periodInitial) ? '' : value
      return withParam(withParam(plain, 'period', period), 'days', days)
    })
  const chooseCut = (by: ReportCut) =>
    change((place) => {
      const unsorted = withParam(withParam(place, 'sort', ''), 'direction', '')
      return withParam(unsorted, 'by', by === 'day' ? '' : by)
    })
  return (
    <div className="grid grid-cols-1 gap-4 print:hidden">
      <FilterButtons
        label={t('cut')}
        value={cutOf(params)}
        onChange={chooseCut}
        options={reportCuts.map((value) => ({ value, label: t(value) }))}
      />
      <FilterButtons
        label={t('period')}
        value={hasOwnDays(params) ? '' : (calendarPeriodIn(params) ?? String(daysOf(params)))}
        onChange={choosePeriod}
        options={[
          ...calendarPeriods.map((value) => ({ value: value as string, label: t(`period_${value}`) })),
          ...periods.map((count) => ({ value: String(count), label: t('lastDays', { count }) })),
        ]}
      />
      <div className="flex flex-wrap items-end gap-4">
        <div className="grid grid-cols-2 gap-4 max-wide:w-full max-[359px]:grid-cols-1">
          <UrlDay name="from" label={t('from')} meant={span.from} />
          <UrlDay name="to" label={t('to')} meant={span.to} />
        </div>
        <div className="min-w-52 max-wide:w-full">
          <SelectField
            label={t('comparison')}
            name="compare"
            value={reportComparisons.find((known) => known === compare) ?? 'previous'}
            onChange={({ currentTarget: { value } }) =>
              setCompare(reportComparisons.find((known) => known === value) ?? 'previous')
            }
            options={reportComparisons.map((value) => ({ value, label: t(value) }))}
          />
        </div>
      </div>
    </div>
  )
}
