import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Select } from '#web/ui/fields/select-field.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { pageSizeIn } from './read-address.ts'

/** The page size, in the URL (`?limit=20`). */
export function PageSize({ sizes, initial }: { sizes: readonly number[]; initial: number }) {
  const t = useText(commonText)
  const [limit, setLimit] = useUrlState('limit', String(initial))
  return (
    <label className="flex items-center gap-3 text-14 whitespace-nowrap text-ink-2">
      {t('pageSize')}
      <Select
        className="w-22"
        name="limit"
        value={String(pageSizeIn(new URLSearchParams({ limit }), { sizes, initial }))}
        onChange={({ currentTarget }) => setLimit(currentTarget.value)}
        options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
      />
    </label>
  )
}
