import { type ServiceSort, serviceStates } from '#contract/catalogue/admin-services.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import { adminServicesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { UrlSearch, UrlSelect } from '#web/ui/fields/url-fields.tsx'

const sorts = [
  ['id', 'byId'],
  ['-id', 'byNewest'],
  ['name', 'byName'],
  ['rate', 'byRate'],
  ['-rate', 'byRateDown'],
  ['markup', 'byMarkup'],
  ['place', 'byPlace'],
] as const satisfies readonly (readonly [ServiceSort, string])[]

/** All stored in the URL: the results can be shared as a link. */
export function AdminServicesFilters({
  categories,
  found,
}: {
  categories: readonly AdminCategory[]
  found: number
}) {
  const t = useText(adminServicesText)
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 wide:grid-cols-[minmax(12rem,2fr)_minmax(10rem,2fr)_1fr_1fr] max-wide:grid-cols-2 max-wide:[&>:first-child]:col-span-2 max-wide:[&>:last-child]:col-span-2 max-[359px]:*:col-span-2">
        <UrlSearch label={t('search')} hint={t('searchHint')} />
        <UrlSelect
          name="category"
          label={t('category')}
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
        <UrlSelect
          name="state"
          label={t('state')}
          options={[
            { value: '', label: t('allStates') },
            ...serviceStates.map((value) => ({ value, label: t(value) })),
          ]}
        />
        <UrlSelect
          name="sort"
          label={t('sort')}
          options={sorts.map(([value, label]) => ({ value, label: t(label) }))}
        />
      </div>
      <output className="text-13 text-ink-3">{t('found', { count: found })}</output>
    </div>
  )
}
