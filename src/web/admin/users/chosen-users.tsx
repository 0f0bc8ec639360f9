import { useState } from 'react'
import { type AdminUser, updateUser } from '#contract/users/admin-users.ts'
import { call } from '#web/platform/api/call.ts'
import { adminUsersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import type { Selection } from '#web/ui/list/table-selection.tsx'
import { useMayAct } from './use-may-act.ts'
import { toUpdateFailure } from './users-failure.ts'

/** The bulk action: blocks users one by one, each with its own audit log entry. */
export function ChosenUsers({
  users,
  selection,
  onDone,
}: {
  users: readonly AdminUser[]
  selection: Selection
  onDone: (sentence: string) => Promise<void>
}) {
  const t = useText(adminUsersText)
  const [isAsking, setIsAsking] = useState(false)
  const { mayEdit } = useMayAct()
  const chosen = users.filter(
    (user) => selection.chosen.has(user.id) && user.status === 'active' && mayEdit(user),
  )

  async function block(): Promise<void> {
    try {
      for (const { id } of chosen) await call(updateUser, { params: { id }, body: { status: 'blocked' } })
    } catch (error) {
      throw toUpdateFailure(t, error)
    }
    selection.clear()
    await onDone(t('blockedSome', { count: chosen.length }))
  }

  return (
    <>
      <SelectionBar selection={selection}>
        <Button tone="danger" size="small" isDisabled={chosen.length === 0} onClick={() => setIsAsking(true)}>
          {t('blockTitle')}
        </Button>
      </SelectionBar>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('blockTitle')}
        action={t('yes')}
        onConfirm={block}
      >
        <p>{chosen.length === 1 ? t('block') : t('blockSome', { count: chosen.length })}</p>
        <p className="mt-2 text-14">{t('blockNote')}</p>
      </Confirm>
    </>
  )
}
