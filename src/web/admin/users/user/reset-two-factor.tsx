import ShieldOff from 'lucide-react/icons/shield-off'
import { lazy, useState } from 'react'
import type { AdminUser } from '#contract/users/admin-users.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

// Fetched when it is first opened.
const ResetDialog = lazy(async () => ({
  default: (await import('./reset-two-factor-dialog.tsx')).ResetTwoFactorDialog,
}))

type ResetTwoFactorProps = { user: AdminUser; onDone: (sentence: string) => Promise<void> }

/** For a user who lost the device and the codes. Nobody can do it for themselves. */
export function ResetTwoFactor({ user, onDone }: ResetTwoFactorProps) {
  const t = useText(adminUsersText)
  const own = useSession()?.user
  const [isOpen, setIsOpen] = useState(false)
  if (own === undefined || own.id === user.id) return null
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setIsOpen(true)}>
        <ShieldOff aria-hidden className="size-4" />
        {t('resetTwoFactor')}
      </Button>
      {isOpen && (
        <LazyPart isFloating>
          <ResetDialog user={user} onDone={onDone} onClose={() => setIsOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}
