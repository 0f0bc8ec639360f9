import type { AdminUser } from '#contract/users/admin-users.ts'
import { useMay, useMayManage } from '#web/platform/session/may.ts'

/** What the signed-in staff member may do to one user: deleting a balance requires `money`. */
export function useMayAct() {
  const may = useMay()
  const mayEdit = useMayManage()
  const mayDelete = (user: AdminUser) => mayEdit(user) && (user.balance === 0n || may('money'))
  return { mayEdit, mayDelete }
}
