import MailQuestion from 'lucide-react/icons/mail-question-mark'
import { useState } from 'react'
import { updateProfile, type User, getProfile } from '#contract/users/users.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { settingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

/** A new email awaiting confirmation, and how to keep the current one. */
export function PendingEmail({ user, pending }: { user: User; pending: string }) {
  const t = useText(settingsText)
  const [isBusy, setIsBusy] = useState(false)
  const { name, email } = user

  async function keep(): Promise<void> {
    setIsBusy(true)
    try {
      await call(updateProfile, { body: { name, email, pending_email: null } })
      toast('success', t('emailKept', { email }))
      await reread(getProfile)
    } catch (error) {
      toast('error', messageOf(error, t('saveFailed')))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section
      aria-label={t('email')}
      className="flex gap-3 rounded-card border border-foil-ink bg-foil-soft p-4 text-14 text-foil-ink"
    >
      <MailQuestion aria-hidden className="mt-px size-4.5 shrink-0" />
      <div className="grid min-w-0 gap-3">
        <div className="grid gap-1">
          <p className="font-semibold wrap-anywhere">{t('pendingTitle', { email: pending })}</p>
          <p className="wrap-anywhere">{t('pendingText', { email })}</p>
        </div>
        <Button
          tone="secondary"
          size="small"
          isBusy={isBusy}
          onClick={() => void keep()}
          className="max-w-full justify-self-start truncate"
        >
          {t('keepEmail', { email })}
        </Button>
      </div>
    </section>
  )
}
