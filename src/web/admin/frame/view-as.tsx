import Eye from 'lucide-react/icons/eye'
import { lazy, useState } from 'react'
import { useText } from '#web/platform/i18n/text.ts'
import { viewText } from '#web/parts/frame/texts.en.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

// Fetched when it is first opened.
const ViewAsDialog = lazy(async () => ({
  default: (await import('#web/admin/users/user/view-as-dialog.tsx')).ViewAsDialog,
}))

type ViewAsProps = { userId: number; name: string; reason?: string }

/** Views the panel as this user, if allowed. Nobody can view as themselves. */
export function ViewAs({ userId, name, reason }: ViewAsProps) {
  const t = useText(viewText)
  const user = useSession()?.user
  const [isOpen, setIsOpen] = useState(false)
  if (user === undefined || user.id === userId) return null
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setIsOpen(true)}>
        <Eye aria-hidden className="size-4" />
        {t('seeAs')}
      </Button>
      {isOpen && (
        <LazyPart isFloating>
          <ViewAsDialog userId={userId} name={name} reason={reason ?? ''} onClose={() => setIsOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}
