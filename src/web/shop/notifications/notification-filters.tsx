import { type NotificationKind, notificationKinds } from '#contract/messaging/notification-kinds.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { useUrlState } from '#web/ui/url/use-url-state.ts'
import { notificationPageText } from './texts.en.ts'

/** The valid filters in the URL. */
export function filterIn(params: URLSearchParams): {
  kind: NotificationKind | undefined
  unread: 'true' | undefined
} {
  return {
    kind: notificationKinds.find((kind) => kind === params.get('kind')),
    unread: params.get('unread') === 'true' ? 'true' : undefined,
  }
}

/** One kind or all, stored in the URL. */
export function KindFilter() {
  const t = useText(notificationPageText)
  const [kind, setKind] = useUrlState<string>('kind', '')
  const isStaff = useSession()?.user.role === 'admin'
  const kinds = notificationKinds.filter((one) => one !== 'operation' || isStaff)
  return (
    <FilterButtons
      label={t('kinds')}
      value={kinds.find((one) => one === kind) ?? 'all'}
      onChange={(value) => setKind(value === 'all' ? '' : value)}
      options={[{ value: 'all', label: t('all') }, ...kinds.map((value) => ({ value, label: t(value) }))]}
    />
  )
}

/** Unread ones only, stored in the URL. */
export function UnreadFilter() {
  const t = useText(notificationPageText)
  const [unread, setUnread] = useUrlState<string>('unread', '')
  return (
    <FilterButtons
      label={t('state')}
      isWrapped
      value={unread === 'true' ? ['unread'] : []}
      onChange={() => setUnread((now) => (now === 'true' ? '' : 'true'))}
      options={[{ value: 'unread', label: t('onlyUnread') }]}
    />
  )
}
