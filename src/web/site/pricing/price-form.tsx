import { useHref } from 'react-router'
import { pageSorts } from '#contract/catalogue/service-pages.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { pricingText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { PriceQuery } from './price-query.ts'

const labels = {
  price: 'sortPrice',
  'price-down': 'sortPriceDown',
  min: 'sortMin',
  name: 'sortName',
} as const

/** Search, sort order and quantity: the server answers, so no script is needed. */
export function PriceForm({ query }: { query: PriceQuery }) {
  const t = useText(pricingText)
  const catalogue = useText(catalogueText)
  const format = useFormat()
  return (
    <form
      method="get"
      action={useHref('/pricing')}
      autoComplete="off"
      className="grid grid-cols-2 items-end gap-x-3 gap-y-4 wide:grid-cols-[minmax(0,1fr)_14rem_9rem_auto]"
    >
      {query.platform !== undefined && (
        <input type="hidden" name="platform" value={query.platform.toLowerCase()} />
      )}
      <TextField
        label={t('search')}
        name="search"
        type="search"
        maxLength={100}
        placeholder={t('searchHint')}
        defaultValue={query.search}
        className="max-wide:col-span-2"
      />
      <div className="max-wide:col-span-2">
        <SelectField
          label={t('sort')}
          name="sort"
          defaultValue={query.sort ?? ''}
          options={[
            { value: '', label: t('sortCatalogue') },
            ...pageSorts.map((value) => ({ value, label: t(labels[value]) })),
          ]}
        />
      </div>
      <NumberField
        label={catalogue('quantity')}
        name="quantity"
        kind="quantity"
        isPlain
        defaultValue={query.quantity}
        placeholder={format.number(1_000)}
      />
      <Button type="submit" needsNoScript>
        {t('show')}
      </Button>
    </form>
  )
}
