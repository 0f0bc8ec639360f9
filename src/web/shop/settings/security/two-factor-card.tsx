import { lazy, useState } from 'react'
import type { TwoFactor } from '#contract/users/two-factor.ts'
import { getTwoFactor } from '#contract/users/two-factor.ts'
import { listSessions } from '#contract/users/sessions.ts'
import { twoFactorText } from '#web/parts/two-factor/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { reread } from '#web/platform/query/reread.ts'
import { refreshUser } from '#web/parts/wallet/use-live-balance.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import type { Change } from './change-dialog.tsx'

// Fetched when first opened.
const SetUpDialog = lazy(async () => ({ default: (await import('./set-up-dialog.tsx')).SetUpDialog }))
const ChangeDialog = lazy(async () => ({ default: (await import('./change-dialog.tsx')).ChangeDialog }))

/** This few are soon used up. */
const FEW = 3

/** Whether signing in requires a second factor, and how to change that. Opening it changes nothing. */
export function TwoFactorCard({ factor }: { factor: TwoFactor }) {
  const t = useText(twoFactorText)
  const isView = useSession()?.isView === true
  const [open, setOpen] = useState<'set-up' | Change>()
  const { enabled_at: since, recovery_codes_left: left, is_required: isRequired } = factor
  const isOn = since !== null

  /** Opens the pages that were closed to staff without it. */
  function changed(): void {
    void refreshUser()
    void reread(getTwoFactor, listSessions)
  }

  return (
    <CardSection
      title={t('title')}
      aside={<Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? t('on') : t('off')}</Badge>}
    >
      <div className="grid gap-5 p-5 max-wide:p-4">
        {isRequired && !isOn && <Alert tone="info">{t('required')}</Alert>}
        <p className="text-14 text-ink-2">{t('lead')}</p>
        {isOn && <Facts since={since} left={left} />}
        {!isView && (
          <div className="flex flex-wrap gap-3">
            {isOn ? (
              <>
                <Button tone="secondary" onClick={() => setOpen('codes')} className="max-narrow:w-full">
                  {t('newCodes')}
                </Button>
                <Button tone="secondary" onClick={() => setOpen('off')} className="max-narrow:w-full">
                  {t('turnOff')}
                </Button>
              </>
            ) : (
              <Button onClick={() => setOpen('set-up')} className="max-narrow:w-full">
                {t('setUp')}
              </Button>
            )}
          </div>
        )}
      </div>
      {open !== undefined && (
        <LazyPart isFloating>
          {open === 'set-up' ? (
            <SetUpDialog onTurnedOn={changed} onClose={() => setOpen(undefined)} />
          ) : (
            <ChangeDialog change={open} onChanged={changed} onClose={() => setOpen(undefined)} />
          )}
        </LazyPart>
      )}
    </CardSection>
  )
}

function Facts({ since, left }: { since: Date; left: number }) {
  const t = useText(twoFactorText)
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-2 text-14">
      <div className="flex gap-1">
        <dt className="text-ink-3">{t('since')}</dt>
        <dd>
          <RelativeTime date={since} />
        </dd>
      </div>
      <div className="flex flex-wrap gap-1">
        <dt className="text-ink-3">{t('codesLeft')}</dt>
        <dd className={left <= FEW ? 'text-bad' : undefined}>
          {t('left', { count: left })}
          {left <= FEW && `. ${t('few')}`}
        </dd>
      </div>
    </dl>
  )
}
