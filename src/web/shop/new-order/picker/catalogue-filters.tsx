import { memo } from 'react'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { platforms } from '#contract/catalogue/platforms.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Select } from '#web/ui/fields/select-field.tsx'

type CategorySelectProps = {
  categories: readonly Category[]
  platform: string | undefined
  value: number | undefined
  onChange: (categoryId: number | undefined) => void
  /** Called before it opens, to fetch its options. */
  onTouch: () => void
}

/** A platform's categories with their number of services. Typing elsewhere in the form does not re-render them. */
export const CategorySelect = memo(function CategorySelect(props: CategorySelectProps) {
  const { categories, platform, value, onChange, onTouch } = props
  const t = useText(newOrderText)
  const format = useFormat()
  const offered = categories.filter((category) => platform === undefined || category.platform === platform)
  return (
    <label className="grid content-start gap-2">
      <span className="text-15 font-semibold">{t('category')}</span>
      <Select
        name="category"
        value={value === undefined ? '' : String(value)}
        onFocus={onTouch}
        onPointerDown={onTouch}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
        }
        options={[
          { value: '', label: t('allCategories') },
          ...offered.map(({ id, name, services }) => ({
            value: String(id),
            label: `${name} (${format.number(services)})`,
          })),
        ]}
      />
    </label>
  )
})

/** All platforms until the catalogue is loaded, then those with services. */
export function platformsOf(categories: readonly { platform: string }[] | undefined): readonly string[] {
  if (categories === undefined) return platforms
  return [...new Set(categories.map(({ platform }) => platform))].toSorted()
}
