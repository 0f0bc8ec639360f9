import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { listAdminOrders } from '#contract/orders/admin-orders.ts'
import { dispatchStates, orderStatuses } from '#contract/orders/order-statuses.ts'
import { ATTENTION_COUNTED_MAX } from '#contract/operations/attention.ts'
import { orderStatusesIn } from '#contract/words/statuses.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminOrdersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { type Place, withParam } from '#web/ui/url/url-place.ts'
import { usePlaceUnderWay, useUrlChange, useUrlState, useUrlText } from '#web/ui/url/use-url-state.ts'
import { idIn } from '#web/ui/list/read-address.ts'
import { UrlSearch, UrlSelect } from '#web/ui/fields/url-fields.tsx'
import { keyIn, viewIn } from './order-views.ts'

/**
 * `toReview`: the number of orders in review, counted up to `ATTENTION_COUNTED_MAX`. `named`: the active filters with
 * their names, and the options.
 */
export function AdminOrdersFilters({ toReview, named }: { toReview: number; named: Named }) {
  const t = useText(adminOrdersText)
  const statuses = orderStatusesIn[useLanguage()]
  const change = useUrlChange()
  const view = viewIn(new URLSearchParams(usePlaceUnderWay().search)) ?? 'all'
  const [status] = useUrlState<string>('status', '')
  const views = [
    { value: 'all', label: t('all') },
    {
      value: 'review',
      label: t('needsReview'),
      count: toReview,
      countMax: ATTENTION_COUNTED_MAX,
    },
    { value: 'active', label: t('inProgress') },
    { value: 'failed', label: t('failed') },
  ] as const
  return (
    <div className="grid gap-3 wide:grid-cols-[2fr_1fr_1fr] max-wide:grid-cols-2 max-wide:[&>:nth-child(-n+2)]:col-span-2 max-[359px]:*:col-span-2">
      <div className="min-w-0 wide:col-span-3">
        <FilterButtons
          label={t('show')}
          value={view}
          onChange={(next) =>
            change((place) => withParam(withParam(place, 'show', next === 'all' ? '' : next), 'status', ''))
          }
          options={views}
        />
      </div>
      <UrlSearch label={t('search')} hint={t('searchHint')} />
      <SelectField
        label={t('status')}
        name="status"
        value={status}
        onChange={({ currentTarget: { value } }) => change((place) => withStatus(place, value))}
        options={[
          { value: '', label: t('allStatuses') },
          ...orderStatuses.map((value) => ({ value, label: statuses[value] })),
        ]}
      />
      <UrlSelect
        name="sending"
        label={t('sending')}
        options={[
          { value: '', label: t('allSendings') },
          ...dispatchStates.map((value) => ({ value, label: t(`dispatch_${value}`) })),
        ]}
      />
      <MoreFilters providers={named.providers} />
      <OnlyThese named={named} />
    </div>
  )
}

type Named = Pick<AnswerOf<typeof listAdminOrders>, 'user' | 'service' | 'providers' | 'api_key'>

const whole = 'wide:col-span-3 max-wide:col-span-2'
const narrower = ['provider', 'service', 'user', 'key']

/** Less frequent filters; expanded if the URL has one of them, as with a saved view. */
function MoreFilters({ providers }: Pick<Named, 'providers'>) {
  const t = useText(adminOrdersText)
  const params = new URLSearchParams(usePlaceUnderWay().search)
  const isNarrowed = narrower.some((name) => params.has(name))
  const [isOpen, setIsOpen] = useState(isNarrowed)
  const [wasNarrowed, setWasNarrowed] = useState(isNarrowed)
  if (isNarrowed !== wasNarrowed) {
    setWasNarrowed(isNarrowed)
    if (isNarrowed) setIsOpen(true)
  }
  return (
    <div className={cx(whole, 'grid gap-3')}>
      <Button
        tone="quiet"
        size="tiny"
        className="justify-self-start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('moreFilters')}
        <ChevronDown aria-hidden className={cx('size-4', isOpen && 'rotate-180')} />
      </Button>
      {isOpen && (
        <div className="grid gap-3 wide:grid-cols-4 max-wide:grid-cols-2 max-[359px]:grid-cols-1">
          <UrlSelect
            name="provider"
            label={t('provider')}
            options={[
              { value: '', label: t('allProviders') },
              ...providers.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <UrlBox name="service" label={t('serviceId')} isNumber />
          <UrlBox name="user" label={t('customerId')} isNumber />
          <UrlBox name="key" label={t('keyId')} />
        </div>
      )}
    </div>
  )
}

/** An id in the URL. An invalid one filters nothing, and is reported. */
function UrlBox({ name, label, isNumber = false }: { name: string; label: string; isNumber?: boolean }) {
  const t = useText(adminOrdersText)
  const [text, setText, settled] = useUrlText(name)
  const asked = new URLSearchParams({ [name]: settled })
  const isUnread = settled !== '' && (isNumber ? idIn(asked, name) : keyIn(asked)) === undefined
  return (
    <TextField
      label={label}
      name={name}
      value={text}
      maxLength={36}
      autoComplete="off"
      spellCheck={false}
      error={isUnread && text !== '' ? t('idUnread') : undefined}
      {...(isNumber && { inputMode: 'numeric' as const })}
      onChange={({ currentTarget }) => setText(currentTarget.value.trim())}
    />
  )
}

/** The active filter's name, with a link back to all orders. */
function OnlyThese({ named: { api_key: key, user, service, providers } }: { named: Named }) {
  const t = useText(adminOrdersText)
  const change = useUrlChange()
  const provider = idIn(new URLSearchParams(usePlaceUnderWay().search), 'provider')
  const only = [
    key !== null && { name: 'key', text: t('ofKey', { name: key.name ?? key.id }) },
    user !== null && { name: 'user', text: t('ofUser', { email: user.email }) },
    service !== null && { name: 'service', text: t('ofService', { name: service.name }) },
    provider !== undefined && {
      name: 'provider',
      text: t('ofProvider', { name: providers.find(({ id }) => id === provider)?.name ?? `#${provider}` }),
    },
  ].filter((one) => one !== false)
  return only.map(({ name, text }) => (
    <p key={name} className={cx(whole, 'flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-2')}>
      <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
      <Button tone="quiet" size="tiny" onClick={() => change((place) => withParam(place, name, ''))}>
        {t('noKey')}
      </Button>
    </p>
  ))
}

/** Selecting a status replaces a view that has its own statuses. */
function withStatus(place: Place, status: string): Place {
  const view = viewIn(new URLSearchParams(place.search))
  return withParam(view === 'review' ? place : withParam(place, 'show', ''), 'status', status)
}
