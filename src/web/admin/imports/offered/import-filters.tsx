import { useMemo } from 'react'
import { type ImportOutcome, importOutcome } from '#contract/catalogue/imports.ts'
import { adminImportsText } from '#web/admin/imports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { Select } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { type OfferedRow, valuesOf } from './filter-offered.ts'

type ImportFiltersProps = {
  rows: readonly OfferedRow[]
  /** The rows that match the other filters, for the buttons' counts. */
  matching: readonly OfferedRow[]
  search: string
  setSearch: (search: string) => void
  platform: string
  setPlatform: (platform: string) => void
  category: string
  setCategory: (category: string) => void
  outcome: ImportOutcome | ''
  setOutcome: (outcome: ImportOutcome | '') => void
}

/** Filters of the fetched services: words, platform, category, and outcome. */
export function ImportFilters({ rows, matching, ...filter }: ImportFiltersProps) {
  const t = useText(adminImportsText)
  const { platform, category } = filter
  const platforms = useMemo(() => valuesOf(rows, 'platform').toSorted(), [rows])
  const categories = useMemo(
    () => valuesOf(platform === '' ? rows : rows.filter((row) => row.platform === platform), 'category'),
    [rows, platform],
  )
  const counts = useMemo(() => Map.groupBy(matching, ({ preview }) => preview?.outcome), [matching])
  // Buttons stay even if a search leaves nothing for their outcome.
  const known = useMemo(() => new Set(rows.map(({ preview }) => preview?.outcome)), [rows])
  const outcomes = importOutcome.options.filter((one) => known.has(one))
  return (
    <div className="grid gap-3">
      <div className="grid items-end gap-3 wide:grid-cols-[1fr_12rem_20rem]">
        <TextField
          name="search"
          type="search"
          autoComplete="off"
          label={t('search')}
          value={filter.search}
          onChange={({ currentTarget }) => filter.setSearch(currentTarget.value)}
        />
        <Select
          name="platform"
          aria-label={t('platform')}
          value={platform}
          onChange={({ currentTarget }) => {
            filter.setPlatform(currentTarget.value)
            filter.setCategory('')
          }}
          options={[
            { value: '', label: t('allPlatforms') },
            ...platforms.map((name) => ({ value: name, label: name })),
          ]}
        />
        <Select
          name="category"
          aria-label={t('category')}
          value={category}
          onChange={({ currentTarget }) => filter.setCategory(currentTarget.value)}
          options={[
            { value: '', label: t('allCategories') },
            ...categories.map((name) => ({ value: name, label: name })),
          ]}
        />
      </div>
      {outcomes.length > 0 && (
        <FilterButtons
          label={t('outcome')}
          value={filter.outcome}
          onChange={filter.setOutcome}
          options={[
            { value: '', label: t('all'), count: matching.length },
            ...outcomes.map((one) => ({ value: one, label: t(one), count: counts.get(one)?.length ?? 0 })),
          ]}
        />
      )}
    </div>
  )
}
