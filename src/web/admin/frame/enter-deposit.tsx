import Landmark from 'lucide-react/icons/landmark'
import { lazy, useState } from 'react'
import { adminFrameText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

// Fetched when it is first opened.
const EnterDepositDialog = lazy(async () => ({
  default: (await import('#web/admin/deposits/enter-deposit-dialog.tsx')).EnterDepositDialog,
}))

/** For staff who may move money; `user` if the customer is known. */
export function EnterDeposit({ user, onEntered }: { user?: string; onEntered: () => Promise<void> }) {
  const t = useText(adminFrameText)
  const self = useSession()?.user
  const [isOpen, setIsOpen] = useState(false)
  if (self === undefined || !mayDo(self, 'money')) return null
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setIsOpen(true)}>
        <Landmark aria-hidden className="size-4" />
        {t('enterDeposit')}
      </Button>
      {isOpen && (
        <LazyPart isFloating>
          <EnterDepositDialog user={user} onClose={() => setIsOpen(false)} onEntered={onEntered} />
        </LazyPart>
      )}
    </>
  )
}
