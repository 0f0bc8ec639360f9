import { dispatchStates, orderStatuses } from '#contract/order-statuses.ts'
import { orderStatusesIn } from '#contract/words/statuses.ts'
import { useLanguage } from '#web/language/reader-language.ts'
import { adminOrdersText } from '#web/messages/admin-orders.ts'
import { useText } from '#web/messages/text.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { useUrlState } from '#web/ui/use-url-state.ts'
import { UrlSearch } from '#web/ui/url-fields.tsx'

export function AdminOrdersFilters() {
  const t = useText(adminOrdersText)
  const statuses = orderStatusesIn[useLanguage()]
  const [show, setShow] = useUrlState<string>('show', 'attention')
  const [status, setStatus] = useUrlState<string>('status', '')
  const [sending, setSending] = useUrlState<string>('sending', '')
  return (
    <div className="grid gap-3 wide:grid-cols-[2fr_1fr_1fr_1fr] max-wide:grid-cols-2 max-wide:[&>:first-child]:col-span-2 max-wide:[&>:last-child]:col-span-2 max-[359px]:*:col-span-2">
      <UrlSearch label={t('search')} hint={t('searchHint')} />
      <SelectField
        label={t('show')}
        name="show"
        value={show === 'all' ? 'all' : 'attention'}
        onChange={({ currentTarget }) => setShow(currentTarget.value)}
        options={[
          { value: 'attention', label: t('attention') },
          { value: 'all', label: t('all') },
        ]}
      />
      <SelectField
        label={t('status')}
        name="status"
        value={status}
        onChange={({ currentTarget }) => setStatus(currentTarget.value)}
        options={[
          { value: '', label: t('allStatuses') },
          ...orderStatuses.map((value) => ({ value, label: statuses[value] })),
        ]}
      />
      <SelectField
        label={t('sending')}
        name="sending"
        value={sending}
        onChange={({ currentTarget }) => setSending(currentTarget.value)}
        options={[
          { value: '', label: t('allSendings') },
          ...dispatchStates.map((value) => ({ value, label: t(`dispatch_${value}`) })),
        ]}
      />
    </div>
  )
}
