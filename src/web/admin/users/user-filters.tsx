import { limits } from '#contract/base/limits.ts'
import { adminUsersText } from '#web/messages/admin-users.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { UrlSearch } from '#web/ui/fields/url-fields.tsx'

const shown = ['all', 'staff', 'blocked'] as const

/** Those of the address that mean something. */
export function usersAsked(params: URLSearchParams) {
  const search = params.get('search')?.trim().slice(0, limits.searchMax)
  const show = params.get('show')
  const before = Number(params.get('before'))
  return {
    search: search === '' ? undefined : search,
    role: show === 'staff' ? ('admin' as const) : undefined,
    status: show === 'blocked' ? ('blocked' as const) : undefined,
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
  }
}

/** All of them are in the address, so that a view can be kept and Back brings it back. */
export function UserFilters() {
  const t = useText(adminUsersText)
  const [show, setShow] = useUrlState<(typeof shown)[number]>('show', 'all')
  const labels = { all: t('all'), staff: t('staff'), blocked: t('blockedOnes') }
  return (
    <div className="grid gap-4 wide:grid-cols-[1fr_auto] wide:items-end">
      <UrlSearch label={t('search')} hint={t('searchHint')} />
      <FilterButtons
        label={t('show')}
        value={shown.find((known) => known === show) ?? 'all'}
        onChange={setShow}
        options={shown.map((value) => ({ value, label: labels[value] }))}
      />
    </div>
  )
}
