import type { FailedEmail } from '#contract/messaging/failed-emails.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { failuresText } from './texts.en.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import type { Column } from '#web/ui/list/table.tsx'

type Acts = { busy: ReadonlySet<string>; onSend: (letter: FailedEmail) => void }

/** One that can not be sent again says why where its button would be. */
export function columnsOf(t: Say<typeof failuresText>, { busy, onSend }: Acts): Column<FailedEmail>[] {
  return [
    {
      key: 'letter',
      heading: t('letter'),
      narrow: 'first',
      cell: (letter) => (
        <span className="grid min-w-0">
          <span className="font-semibold">{t(letter.letter)}</span>
          <span className="wide:hidden">
            <Receiver letter={letter} />
          </span>
        </span>
      ),
    },
    {
      key: 'receiver',
      heading: t('receiver'),
      cell: (letter) => <Receiver letter={letter} />,
    },
    { key: 'why', heading: t('why'), narrow: 'second', cell: (letter) => <Why letter={letter} /> },
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
      cell: (letter) =>
        letter.held_by === null && (
          <Button
            tone="secondary"
            size="small"
            aria-label={t('sendAgainTo', { receiver: letter.receiver })}
            isBusy={busy.has(letter.id)}
            onClick={() => onSend(letter)}
          >
            {t('sendAgain')}
          </Button>
        ),
    },
  ]
}

function Receiver({ letter: { receiver, user_id: userId, user_name: name } }: { letter: FailedEmail }) {
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

function Why({ letter: { reason, held_by: heldBy } }: { letter: FailedEmail }) {
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
