import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import type { StaffAction } from '#contract/audit-log/audit-log.ts'
import type { Language } from '#contract/base/languages.ts'
import { adminAuditText } from './texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import { ChangeLine } from './change-line.tsx'
import { sayAction, Target } from './say-action.tsx'

/** The whole row opens its details; the subject links to its page. */
export function columnsOf(t: Say<typeof adminAuditText>, language: Language): Column<StaffAction>[] {
  return [
    {
      key: 'what',
      heading: t('what'),
      narrow: 'first',
      className: 'min-[1200px]:whitespace-nowrap',
      cell: (action) => <ActionLink {...action} name={sayAction(language, action.action)} />,
    },
    {
      key: 'target',
      heading: t('target'),
      className: 'rows:max-w-44',
      cell: (action) => <Target action={action} className="relative z-1 truncate" />,
    },
    {
      key: 'changes',
      heading: t('changes'),
      narrow: 'second',
      className: 'rows:max-w-64',
      cell: ({ changes: [first], changes_count: count, reason }) => (
        <span className="flex min-w-0 items-baseline gap-2 text-13">
          {first === undefined ? (
            <bdi className="truncate text-ink-2">{reason}</bdi>
          ) : (
            <ChangeLine change={first} className="truncate" />
          )}
          {count > 1 && <span className="figures shrink-0 text-ink-3">+{count - 1}</span>}
        </span>
      ),
    },
    {
      key: 'reason',
      heading: t('reason'),
      className: 'rows:max-w-44',
      cell: ({ reason }) => (
        <bdi className="block truncate text-13 text-ink-2" title={reason ?? undefined}>
          {reason}
        </bdi>
      ),
    },
    {
      key: 'who',
      heading: t('who'),
      narrow: 'second-end',
      className: 'rows:max-w-32',
      cell: ({ actor, api_key: key }) => (
        <span className="grid min-w-0">
          <bdi className="truncate">{actor.name ?? t('deletedUser')}</bdi>
          {key !== null && (
            <span className="truncate text-13 text-ink-3" title={key.name ?? key.id}>
              {t('byKey', { name: key.name ?? key.id })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'when',
      heading: t('when'),
      narrow: 'end',
      cell: ({ created_at: date }) => (
        <RelativeTime date={date} className="relative z-1 text-13 whitespace-nowrap text-ink-3" />
      ),
    },
  ]
}

/** The list behind it stays unchanged. */
function ActionLink({
  number,
  name,
  subject_id: id,
}: {
  number: number
  name: string
  subject_id: number | null
}) {
  const { search } = useLocation()
  return (
    <Link
      to={{ pathname: `/admin/audit/${number}`, search }}
      state={keepsFocus}
      preventScrollReset
      className={cx('font-semibold', rowLinkClass)}
    >
      {name}
      {id !== null && (
        <span aria-hidden className="figures font-normal text-ink-3 rows:hidden">
          {' '}
          #{id}
        </span>
      )}
      <span className="sr-only"> #{number}</span>
    </Link>
  )
}
