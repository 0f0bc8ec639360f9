import type { AdminUser } from '#contract/users/admin-users.ts'
import { useMay, useMayManage } from '#web/platform/session/may.ts'

/** What the signed-in member of staff may do to one user: a balance is deleted by those who may move money. */
export function useMayAct() {
  const may = useMay()
  const mayEdit = useMayManage()
  const mayDelete = (user: AdminUser) => mayEdit(user) && (user.balance === 0n || may('money'))
  return { mayEdit, mayDelete }
}
