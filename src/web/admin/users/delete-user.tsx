import { type AdminUser, deleteUser } from '#contract/users/admin-users.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminUsersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { toDeleteFailure } from './users-failure.ts'

type DeleteUser = {
  user: AdminUser | undefined
  onClose: () => void
  onDeleted: (user: AdminUser) => Promise<void> | void
  /** Called if the user may have changed since. */
  onFailed: () => Promise<void>
}

/** Shows what will be lost, and sends what was shown: if the balance has changed since, nothing is deleted. */
export function DeleteUser({ user, onClose, onDeleted, onFailed }: DeleteUser) {
  const t = useText(adminUsersText)
  const { money } = useFormat()
  if (user === undefined) return null
  const { id, name, email, balance, open_orders: openOrders } = user

  async function remove(): Promise<void> {
    try {
      const query = { expected_balance: balance, expected_open_orders: openOrders }
      await call(deleteUser, { params: { id }, query })
    } catch (error) {
      await onFailed()
      throw toDeleteFailure(t, error)
    }
    if (user !== undefined) await onDeleted(user)
  }

  return (
    <Confirm
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('deleteTitle', { name })}
      action={t('deleteUser')}
      onConfirm={remove}
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere">{t('deleteWho', { email })}</p>
        <ul className="grid list-disc gap-1 ps-5 font-semibold text-ink">
          {balance > 0n && <li>{t('deleteBalance', { balance: money(balance) })}</li>}
          {openOrders > 0 && <li>{t('deleteOrders', { count: openOrders })}</li>}
          {balance === 0n && openOrders === 0 && <li>{t('deleteEmpty')}</li>}
        </ul>
        <p>{t('deleteStays')}</p>
      </div>
    </Confirm>
  )
}
