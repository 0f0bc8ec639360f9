import MailPlus from 'lucide-react/icons/mail-plus'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { type AdminUser, inviteAgain, getAdminUser } from '#contract/users/admin-users.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { EnterDeposit } from '#web/admin/frame/enter-deposit.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ResetTwoFactor } from './reset-two-factor.tsx'
import { ViewAs } from '#web/admin/frame/view-as.tsx'
import { useMayAct } from '#web/admin/users/use-may-act.ts'

type UserActionsProps = {
  user: AdminUser
  onEdit: () => void
  onDelete: () => void
  onDone: (sentence: string) => Promise<void>
}

export function UserActions({ user, onEdit, onDelete, onDone }: UserActionsProps) {
  const t = useText(adminUsersText)
  const { mayEdit, mayDelete } = useMayAct()
  return (
    <div className="flex flex-wrap gap-3">
      {mayEdit(user) && user.is_invited && user.status === 'active' && (
        <InviteAgain user={user} onDone={onDone} />
      )}
      {mayEdit(user) && user.has_two_factor && <ResetTwoFactor user={user} onDone={onDone} />}
      {mayEdit(user) && <ViewAs userId={user.id} name={user.name} />}
      <EnterDeposit user={user.email} onEntered={() => reread(getAdminUser)} />
      {mayEdit(user) && (
        <Button tone="secondary" size="small" onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
          {t('edit')}
        </Button>
      )}
      {mayDelete(user) && (
        <Button tone="secondary" size="small" onClick={onDelete}>
          <Trash2 aria-hidden className="size-4" />
          {t('delete')}
        </Button>
      )}
    </div>
  )
}

function InviteAgain({ user: { id, email }, onDone }: Pick<UserActionsProps, 'user' | 'onDone'>) {
  const t = useText(adminUsersText)
  const [isBusy, setIsBusy] = useState(false)
  async function invite(): Promise<void> {
    setIsBusy(true)
    try {
      await call(inviteAgain, { params: { id } })
      await onDone(t('invitationSent', { email }))
    } catch (error) {
      toast('error', messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void invite()}>
      {!isBusy && <MailPlus aria-hidden className="size-4" />}
      {t('inviteAgain')}
    </Button>
  )
}
