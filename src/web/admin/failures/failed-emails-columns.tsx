import type { FailedEmail } from '#contract/messaging/failed-emails.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { failuresText } from './texts.en.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import type { Column } from '#web/ui/list/table.tsx'

type Acts = { busy: ReadonlySet<string>; onSend: (email: FailedEmail) => void }

/** If an email can't be sent again, the reason replaces its button. */
export function columnsOf(t: Say<typeof failuresText>, { busy, onSend }: Acts): Column<FailedEmail>[] {
  return [
    {
      key: 'email',
      heading: t('email'),
      narrow: 'first',
      cell: (email) => (
        <span className="grid min-w-0">
          <span className="font-semibold">{t(email.kind)}</span>
          <span className="wide:hidden">
            <Receiver email={email} />
          </span>
        </span>
      ),
    },
    {
      key: 'receiver',
      heading: t('receiver'),
      cell: (email) => <Receiver email={email} />,
    },
    { key: 'why', heading: t('why'), narrow: 'second', cell: (email) => <Why email={email} /> },
    {
      key: 'when',
      heading: t('when'),
      cell: ({ given_up_at: date, tries }) => (
        <span className="whitespace-nowrap text-13 text-ink-3">
          <RelativeTime date={date} /> · {t('tries', { count: tries })}
        </span>
      ),
    },
    {
      key: 'actions',
      heading: t('actions'),
      align: 'end',
      narrow: 'end',
      cell: (email) =>
        email.held_by === null && (
          <Button
            tone="secondary"
            size="small"
            aria-label={t('sendAgainTo', { receiver: email.receiver })}
            isBusy={busy.has(email.id)}
            onClick={() => onSend(email)}
          >
            {t('sendAgain')}
          </Button>
        ),
    },
  ]
}

function Receiver({ email: { receiver, user_id: userId, user_name: name } }: { email: FailedEmail }) {
  return (
    <AdminLink
      to={`/admin/users/${userId}`}
      title={name}
      className="line-clamp-1 wrap-anywhere underline-offset-4 hover:text-petrol hover:underline"
    >
      <bdi>{receiver}</bdi>
    </AdminLink>
  )
}

function Why({ email: { reason, held_by: heldBy } }: { email: FailedEmail }) {
  const t = useText(failuresText)
  const language = useLanguage()
  return (
    <span className="grid py-1 text-13 text-ink-2">
      <span className="wrap-anywhere first-letter:uppercase">
        {reason === null ? t('unknownReason') : sayFault(language, reason)}
      </span>
      {heldBy !== null && <span className="text-bad">{t(heldBy)}</span>}
    </span>
  )
}
