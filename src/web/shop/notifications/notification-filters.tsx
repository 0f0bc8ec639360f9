import { type NotificationKind, notificationKinds } from '#contract/messaging/notification-kinds.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { notificationPageText } from './texts.en.ts'

/** What of the address means something. */
export function filterIn(params: URLSearchParams): {
  kind: NotificationKind | undefined
  unread: 'true' | undefined
} {
  return {
    kind: notificationKinds.find((kind) => kind === params.get('kind')),
    unread: params.get('unread') === 'true' ? 'true' : undefined,
  }
}

/** One kind or all, and only the unread ones: all of it is in the address. */
export function NotificationFilters() {
  const t = useText(notificationPageText)
  const [kind, setKind] = useUrlState<string>('kind', '')
  const [unread, setUnread] = useUrlState<string>('unread', '')
  const isStaff = useSession()?.user.role === 'admin'
  const kinds = notificationKinds.filter((one) => one !== 'operation' || isStaff)
  return (
    <div className="flex min-w-0 flex-wrap gap-x-5 gap-y-3">
      <FilterButtons
        label={t('kinds')}
        value={kinds.find((one) => one === kind) ?? 'all'}
        onChange={(value) => setKind(value === 'all' ? '' : value)}
        options={[{ value: 'all', label: t('all') }, ...kinds.map((value) => ({ value, label: t(value) }))]}
      />
      <FilterButtons
        label={t('state')}
        value={unread === 'true' ? ['unread'] : []}
        onChange={() => setUnread((now) => (now === 'true' ? '' : 'true'))}
        options={[{ value: 'unread', label: t('onlyUnread') }]}
      />
    </div>
  )
}
