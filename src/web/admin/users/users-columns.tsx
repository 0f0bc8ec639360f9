import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { Link } from '#web/platform/page/link.tsx'
import type { AdminUser } from '#contract/users/admin-users.ts'
import { adminUsersText } from './texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import type { Column } from '#web/ui/list/table.tsx'
import { RoleOfUser, StatusOfUser } from './user-badges.tsx'

type Acts = {
  mayEdit: (user: AdminUser) => boolean
  mayDelete: (user: AdminUser) => boolean
  onEdit: (user: AdminUser) => void
  onDelete: (user: AdminUser) => void
}

/** A phone shows one figure: the one that the list is sorted by, or else the balance. */
export function columnsOf(
  t: Say<typeof adminUsersText>,
  sortedBy: string | undefined,
  { mayEdit, mayDelete, onEdit, onDelete }: Acts,
): Column<AdminUser>[] {
  const figure = sortedBy === 'spent' || sortedBy === 'seen' ? sortedBy : 'balance'
  const narrowOf = (key: string) => (key === figure ? 'end' : 'hidden')
  return [
    { key: 'id', heading: t('id'), cell: ({ id }) => <span className="figures text-ink-2">{id}</span> },
    {
      key: 'name',
      heading: t('name'),
      narrow: 'whole',
      // An email is longer than a name and would take its space; the start of either is enough to recognize it.
      className: 'min-[1200px]:min-w-32',
      cell: ({ id, name, email }) => (
        <span className="grid min-w-0">
          <Link
            to={`/admin/users/${id}`}
            className="line-clamp-2 font-semibold wrap-anywhere underline-offset-4 wide:line-clamp-1 wide:break-all hover:text-petrol hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="line-clamp-1 text-13 break-all text-ink-3 wide:hidden">{email}</span>
        </span>
      ),
    },
    {
      key: 'email',
      heading: t('email'),
      className: 'min-[1200px]:min-w-32',
      cell: ({ email, username }) => (
        <span className="grid min-w-0">
          <span className="line-clamp-1 break-all" title={email}>
            {email}
          </span>
          <span className="line-clamp-1 text-13 break-all text-ink-3">{username}</span>
        </span>
      ),
    },
    {
      key: 'balance',
      heading: t('balance'),
      align: 'end',
      narrow: narrowOf('balance'),
      isSortable: true,
      cell: ({ balance }) => <MoneyText amount={balance} decimals={2} />,
    },
    {
      key: 'spent',
      heading: t('spent'),
      align: 'end',
      narrow: narrowOf('spent'),
      isSortable: true,
      cell: ({ spent }) => <MoneyText amount={spent} decimals={2} />,
    },
    {
      key: 'seen',
      heading: t('lastUsed'),
      narrow: narrowOf('seen'),
      isSortable: true,
      cell: ({ seen_at: at }) =>
        at === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <RelativeTime date={at} className="text-13 text-ink-3" />
        ),
    },
    { key: 'role', heading: t('role'), cell: (user) => <RoleOfUser user={user} /> },
    {
      key: 'status',
      heading: t('status'),
      narrow: 'second',
      cell: (user) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusOfUser user={user} />
          {user.role === 'admin' && (
            <span className="wide:hidden">
              <RoleOfUser user={user} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'actions',
      heading: t('actions'),
      align: 'end',
      narrow: 'second-end',
      cell: (user) => (
        <span className="flex justify-end gap-1">
          {mayEdit(user) && (
            <IconButton
              label={t('editOf', { name: user.name })}
              className="size-8 max-wide:size-11"
              onClick={() => onEdit(user)}
            >
              <Pencil aria-hidden className="size-4" />
            </IconButton>
          )}
          {mayDelete(user) && (
            <IconButton
              label={t('deleteOf', { name: user.name })}
              className="size-8 hover:text-bad max-wide:size-11"
              onClick={() => onDelete(user)}
            >
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          )}
        </span>
      ),
    },
  ]
}
