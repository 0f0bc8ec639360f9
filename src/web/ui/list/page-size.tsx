import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Pager } from './pager.tsx'
import { Select } from '#web/ui/fields/select-field.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'

type Sizes = { sizes: readonly number[]; initial: number }

/** Below a list of staff's: its pages, and how many rows each has. */
export function PagesAndSize({ page, totalPages, ...sizes }: Sizes & { page: number; totalPages: number }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <Pager page={page} totalPages={totalPages} isOfStaff />
      <div className="ms-auto">
        <PageSize {...sizes} />
      </div>
    </div>
  )
}

/** How many rows a page of the list has, in the address (`?limit=20`). */
export function PageSize({ sizes, initial }: Sizes) {
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

/** The one in the address, where it is one of the sizes. */
export function pageSizeIn(params: URLSearchParams, { sizes, initial }: Sizes): number {
  const asked = Number(params.get('limit'))
  return sizes.includes(asked) ? asked : initial
}
