import type { AdminUser } from '#contract/users/admin-users.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { type Change, isBlocking, isDemoting } from './user-change.ts'

/** The questions of spec §5, verbatim. */
export function BeforeItCounts({
  user,
  change,
  onClose,
  onYes,
}: {
  user: AdminUser
  change: Change | undefined
  onClose: () => void
  onYes: (change: Change) => Promise<void>
}) {
  const t = useText(adminUsersText)
  const demotes = change !== undefined && isDemoting(user, change)
  const blocks = change !== undefined && isBlocking(user, change)
  return (
    <Confirm
      isOpen={change !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={demotes ? t('demoteTitle') : t('blockTitle')}
      action={t('yes')}
      onConfirm={() => (change === undefined ? undefined : onYes(change))}
    >
      {demotes && <p>{t('demote')}</p>}
      {blocks && (
        <>
          <p>{t('block')}</p>
          <p className="mt-2 text-14">{t('blockNote')}</p>
        </>
      )}
    </Confirm>
  )
}
