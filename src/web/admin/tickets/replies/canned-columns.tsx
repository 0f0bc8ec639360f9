import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import type { CannedReply } from '#contract/support/canned-replies.ts'
import { languageNames } from '#contract/base/languages.ts'
import { adminCannedRepliesText } from '#web/admin/tickets/texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type Column, rowLinkClass } from '#web/ui/list/table.tsx'

type Acts = {
  onEdit: (reply: CannedReply) => void
  onRemove: (reply: CannedReply) => void
}

export function columnsOf(
  t: Say<typeof adminCannedRepliesText>,
  { onEdit, onRemove }: Acts,
): Column<CannedReply>[] {
  return [
    {
      key: 'title',
      heading: t('name'),
      narrow: 'first',
      cell: (reply) => (
        <button
          type="button"
          onClick={() => onEdit(reply)}
          className={cx('text-start font-semibold wrap-anywhere', rowLinkClass)}
        >
          <bdi>{reply.title}</bdi>
        </button>
      ),
    },
    {
      key: 'language',
      heading: t('language'),
      className: 'whitespace-nowrap',
      cell: ({ language }) => languageNames[language],
    },
    {
      key: 'content',
      heading: t('content'),
      narrow: 'second',
      cell: ({ language, content }) => (
        <span lang={language} className="line-clamp-1 text-ink-2 wrap-anywhere">
          {content}
        </span>
      ),
    },
    {
      key: 'updated',
      heading: t('updated'),
      className: 'whitespace-nowrap text-13 text-ink-3',
      cell: ({ updated_at: date }) => <RelativeTime date={date} />,
    },
    {
      key: 'actions',
      heading: t('actions'),
      narrow: 'end',
      align: 'end',
      cell: (reply) => (
        <span className="inline-flex gap-1">
          <IconButton label={t('editOf', { title: reply.title })} onClick={() => onEdit(reply)}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={t('removeOf', { title: reply.title })} onClick={() => onRemove(reply)}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </span>
      ),
    },
  ]
}
