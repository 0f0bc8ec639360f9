import { limits } from '#contract/limits.ts'
import { transactionStatuses } from '#contract/wallet.ts'
import { transactionsText } from '#web/messages/transactions.ts'
import { useText } from '#web/messages/text.ts'
import { FilterButtons } from '#web/ui/filter-buttons.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useUrlState, useUrlText } from '#web/ui/use-url-state.ts'

const filters = ['all', ...transactionStatuses] as const

/** All of them are in the address, so that a view can be kept and Back brings it back. */
export function TransactionFilters() {
  const t = useText(transactionsText)
  const [status, setStatus] = useUrlState<(typeof filters)[number]>('status', 'all')
  const [text, setText] = useUrlText('search')
  return (
    <div className="grid gap-4">
      <FilterButtons
        label={t('status')}
        value={filters.find((known) => known === status) ?? 'all'}
        onChange={setStatus}
        options={filters.map((value) => ({ value, label: t(value) }))}
      />
      <div className="grid gap-4 wide:grid-cols-[1fr_auto] wide:items-end">
        <TextField
          label={t('search')}
          name="search"
          type="search"
          placeholder={t('searchHint')}
          maxLength={limits.searchMax}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div className="grid grid-cols-2 gap-4 max-[359px]:grid-cols-1">
          <Day name="from" label={t('from')} />
          <Day name="to" label={t('to')} />
        </div>
      </div>
    </div>
  )
}

function Day({ name, label }: { name: 'from' | 'to'; label: string }) {
  const [day, setDay] = useUrlText(name)
  return (
    <TextField
      label={label}
      name={name}
      type="date"
      value={day}
      onChange={({ currentTarget }) => setDay(currentTarget.value)}
    />
  )
}
