import { type ServiceSort, serviceStates } from '#contract/catalogue/admin-services.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import { adminServicesText } from '#web/messages/admin-services.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { UrlSearch } from '#web/ui/fields/url-fields.tsx'

const sorts = [
  ['id', 'byId'],
  ['-id', 'byNewest'],
  ['name', 'byName'],
  ['rate', 'byRate'],
  ['-rate', 'byRateDown'],
  ['markup', 'byMarkup'],
  ['place', 'byPlace'],
] as const satisfies readonly (readonly [ServiceSort, string])[]

/** All of it is in the address: a list that was found is a link. */
export function AdminServicesFilters({
  categories,
  found,
}: {
  categories: readonly AdminCategory[]
  found: number
}) {
  const t = useText(adminServicesText)
  const [category, setCategory] = useUrlState<string>('category', '')
  const [state, setState] = useUrlState<string>('state', '')
  const [sort, setSort] = useUrlState<string>('sort', 'id')
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 wide:grid-cols-[minmax(12rem,2fr)_minmax(10rem,2fr)_1fr_1fr] max-wide:grid-cols-2 max-wide:[&>:first-child]:col-span-2 max-wide:[&>:last-child]:col-span-2 max-[359px]:*:col-span-2">
        <UrlSearch label={t('search')} hint={t('searchHint')} />
        <SelectField
          label={t('category')}
          name="category"
          value={category}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
          options={[
            { value: '', label: t('allCategories') },
            ...categories
              .filter(({ services }) => services > 0)
              .map(({ id, name, platform }) => ({
                value: String(id),
                label: name.startsWith(platform) ? name : `${platform}: ${name}`,
              })),
          ]}
        />
        <SelectField
          label={t('state')}
          name="state"
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
          options={[
            { value: '', label: t('allStates') },
            ...serviceStates.map((value) => ({ value, label: t(value) })),
          ]}
        />
        <SelectField
          label={t('sort')}
          name="sort"
          value={sort}
          onChange={({ currentTarget }) => setSort(currentTarget.value)}
          options={sorts.map(([value, label]) => ({ value, label: t(label) }))}
        />
      </div>
      <output className="text-13 text-ink-3">{t('found', { count: found })}</output>
    </div>
  )
}
