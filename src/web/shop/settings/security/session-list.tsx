import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { endOtherSessions, endSession, type Session, listSessions } from '#contract/users/sessions.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { securityText } from '#web/shop/settings/texts.en.ts'
import { type Say, useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

/** Active sessions, this one first, with buttons to end each of the others, or all of them. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const t = useText(securityText)
  const others = sessions.filter(({ is_current: isCurrent }) => !isCurrent)
  return (
    <CardSection
      title={t('sessionsTitle')}
      aside={others.length > 1 && <SignOutOthers count={others.length} />}
    >
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others.length === 0 && <p className="px-5 pb-5 text-14 text-ink-2 max-wide:px-4">{t('onlyThis')}</p>}
    </CardSection>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useText(securityText)
  const { address, system, is_current: isCurrent } = session
  const Picture = /^(?:iPhone|iPad|Android)$/.test(system ?? '') ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-5 py-4 last:border-0 max-wide:px-4">
      <Picture aria-hidden className="size-5 shrink-0 self-start text-ink-3" />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {nameOf(session, t)}
          {isCurrent && <Badge tone="ok">{t('thisOne')}</Badge>}
        </p>
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-2">
          <div>
            <dt className="sr-only">{t('address')}</dt>
            <dd className="figures break-all">{address ?? t('noAddress')}</dd>
          </div>
          <Moment label={t('signedIn')} date={session.signed_in_at} />
          {!isCurrent && <Moment label={t('used')} date={session.used_at} />}
        </dl>
      </div>
      {!isCurrent && <SignOut session={session} />}
    </li>
  )
}

function Moment({ label, date }: { label: string; date: Date }) {
  return (
    <div className="flex gap-1">
      <dt className="text-ink-3">{label}</dt>
      <dd>
        <RelativeTime date={date} />
      </dd>
    </div>
  )
}

function SignOut({ session }: { session: Session }) {
  const t = useText(securityText)
  const [isOpen, setIsOpen] = useState(false)
  const device = nameOf(session, t)

  async function signOut(): Promise<void> {
    await call(endSession, { params: { id: session.id } }).catch(ignoreGone)
    toast('success', t('signedOut', { device }))
    await reread(listSessions)
  }

  return (
    <>
      <Button
        tone="secondary"
        size="small"
        aria-label={t('signOutOf', { device })}
        onClick={() => setIsOpen(true)}
      >
        {t('signOut')}
      </Button>
      <Confirm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('signOutTitle', { device })}
        action={t('signOut')}
        keep={t('keep')}
        onConfirm={signOut}
      >
        {t('signOutText')}
      </Confirm>
    </>
  )
}

function SignOutOthers({ count }: { count: number }) {
  const t = useText(securityText)
  const [isOpen, setIsOpen] = useState(false)

  async function signOut(): Promise<void> {
    const { ended } = await call(endOtherSessions, {})
    toast('success', t('othersSignedOut', { count: ended }))
    await reread(listSessions)
  }

  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setIsOpen(true)}>
        {t('signOutOthers')}
      </Button>
      <Confirm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('signOutOthersTitle')}
        action={t('signOutOthers')}
        keep={t('keep')}
        onConfirm={signOut}
      >
        {t('signOutOthersText', { count })}
      </Confirm>
    </>
  )
}

function nameOf({ browser, system }: Session, t: Say<typeof securityText>): string {
  if (browser !== null && system !== null) return t('onSystem', { browser, system })
  return browser ?? system ?? t('unknownBrowser')
}

/** It expired meanwhile, or the first response was lost: either way it is signed out. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.code !== 'unconfirmed'))
    throw error
}
