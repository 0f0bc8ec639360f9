import { transactionStatuses } from '#contract/ledger/transactions.ts'
import { transactionsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { UrlButtons, UrlDay, UrlSearch } from '#web/ui/fields/url-fields.tsx'

const filters = ['all', ...transactionStatuses] as const

/** All stored in the URL, so that a view can be bookmarked and Back restores it. */
export function TransactionFilters() {
  const t = useText(transactionsText)
  return (
    <div className="grid gap-4">
      <UrlButtons
        name="status"
        label={t('status')}
        initial="all"
        options={filters.map((value) => ({ value, label: t(value) }))}
      />
      <div className="grid gap-4 wide:grid-cols-[1fr_auto] wide:items-end">
        <UrlSearch label={t('search')} hint={t('searchHint')} />
        <div className="grid grid-cols-2 gap-4 max-[359px]:grid-cols-1">
          <UrlDay name="from" label={t('from')} />
          <UrlDay name="to" label={t('to')} />
        </div>
      </div>
    </div>
  )
}
