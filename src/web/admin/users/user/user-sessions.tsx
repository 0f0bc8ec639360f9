import { useState } from 'react'
import { endOtherSessions, endSession, type Session } from '#contract/users/sessions.ts'
import type { AdminUser } from '#contract/users/admin-users.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

type UserSessionsProps = {
  user: AdminUser
  /** Undefined if the staff member may not see them. */
  sessions: readonly Session[] | undefined
  onDone: (sentence: string) => Promise<void>
}

/** A user's sessions, and how to end them. */
export function UserSessions({ user, sessions, onDone }: UserSessionsProps) {
  const t = useText(adminUsersText)
  const [asked, setAsked] = useState<Session | 'all'>()

  async function signOut(): Promise<void> {
    const query = { user_id: user.id }
    if (asked === 'all') {
      const { ended } = await call(endOtherSessions, { query })
      await onDone(t('signedOut', { count: ended }))
    } else if (asked !== undefined) {
      await call(endSession, { params: { id: asked.id }, query }).catch(ignoreGone)
      await onDone(t('signedOut', { count: 1 }))
    }
  }

  return (
    <CardSection
      title={t('sessions')}
      aside={
        sessions !== undefined &&
        sessions.length > 0 && (
          <Button tone="secondary" size="small" onClick={() => setAsked('all')}>
            {t('signOutAll')}
          </Button>
        )
      }
    >
      {sessions === undefined || sessions.length === 0 ? (
        <p className="p-5 text-14 text-ink-2 max-wide:p-4">
          {sessions === undefined ? t('sessionsOfStaff') : t('noSessions')}
        </p>
      ) : (
        <ul>
          {sessions.map((session) => (
            <li
              key={session.id}
              className="flex items-center gap-4 border-b border-line px-5 py-3 text-14 last:border-0 max-wide:px-4"
            >
              <div className="grid min-w-0 flex-1">
                <span className="font-semibold">{nameOf(t, session)}</span>
                <span className="flex flex-wrap gap-x-3 text-13 text-ink-2">
                  <span className="figures break-all">{session.address ?? '–'}</span>
                  <RelativeTime date={session.used_at} />
                </span>
              </div>
              <Button
                tone="secondary"
                size="tiny"
                aria-label={t('signOutOf', { device: nameOf(t, session) })}
                onClick={() => setAsked(session)}
              >
                {t('signOut')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Confirm
        isOpen={asked !== undefined}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={
          asked === undefined || asked === 'all'
            ? t('signOutAll')
            : t('signOutOf', { device: nameOf(t, asked) })
        }
        action={asked === 'all' ? t('signOutAll') : t('signOut')}
        onConfirm={signOut}
      >
        {t('signOutAllText', { name: user.name })}
      </Confirm>
    </CardSection>
  )
}

function nameOf(t: Say<typeof adminUsersText>, { browser, system }: Session): string {
  return [browser, system].filter((part) => part !== null).join(' · ') || t('unknownDevice')
}

/** It expired meanwhile, or the first response was lost: either way it is signed out. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.code !== 'unconfirmed'))
    throw error
}
