import { memo } from 'react'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { Select } from '#web/ui/fields/select-field.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { partsOf } from '#web/parts/catalogue/names/name-parts.ts'

type CategoryFilterProps = { categories: readonly Category[] }

/**
 * The categories with their counts: next to the list, and as a select below 992 px. The selected one is in the URL.
 * There may be hundreds: a search does not re-render them.
 */
export const CategoryFilter = memo(function CategoryFilter({ categories }: CategoryFilterProps) {
  const t = useText(catalogueText)
  const format = useFormat()
  const [value, setValue] = useUrlState<string>('category', '')
  const total = categories.reduce((sum, { services }) => sum + services, 0)
  const entries = [
    { id: '', name: t('allServices'), services: total },
    ...categories.map(({ id, name, services }) => ({
      id: String(id),
      name: partsOf(name).join(' · '),
      services,
    })),
  ]
  return (
    <>
      <nav
        aria-label={t('categories')}
        className="max-h-[calc(100dvh-6rem)] self-start overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 max-wide:hidden"
      >
        <ul className="grid">
          {entries.map(({ id, name, services }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={id === value}
                onClick={() => setValue(id)}
                className={cx(
                  'flex min-h-9 w-full items-center justify-between gap-3 rounded-control px-3 py-1 text-start text-14 transition-colors duration-120',
                  id === value
                    ? 'bg-petrol-soft font-semibold text-ink'
                    : 'text-ink-2 hover:bg-sunken hover:text-ink',
                )}
              >
                <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                <span className="figures text-13 text-ink-3">{format.number(services)}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="wide:hidden">
        <Select
          // Sized by the selected option: otherwise the browser lays out all of them, half of the first layout.
          className="*:field-sizing-content"
          name="category"
          aria-label={t('categories')}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          options={entries.map(({ id, name, services }) => ({
            value: id,
            // The total is shown below it.
            label: id === '' ? name : `${name} (${format.number(services)})`,
          }))}
        />
      </div>
    </>
  )
})
