import { partsText } from '#web/messages/parts.ts'
import { useText } from '#web/messages/text.ts'
import { SelectField } from './select-field.tsx'
import { useUrlState } from './use-url-state.ts'

type Sizes = { sizes: readonly number[]; initial: number }

/** How many rows a page of the list has, in the address (`?limit=20`). */
export function PageSize({ sizes, initial }: Sizes) {
  const t = useText(partsText)
  const [limit, setLimit] = useUrlState('limit', String(initial))
  return (
    <SelectField
      label={t('pageSize')}
      name="limit"
      value={String(pageSizeIn(new URLSearchParams({ limit }), { sizes, initial }))}
      onChange={({ currentTarget }) => setLimit(currentTarget.value)}
      options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
    />
  )
}

/** The one in the address, where it is one of the sizes. */
export function pageSizeIn(params: URLSearchParams, { sizes, initial }: Sizes): number {
  const asked = Number(params.get('limit'))
  return sizes.includes(asked) ? asked : initial
}
