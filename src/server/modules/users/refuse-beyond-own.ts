import { AppError } from '#contract/base/errors.ts'
import { mayManageStaff, type Staff } from '#contract/base/permissions.ts'

/** Changing staff needs `staff`, and no one can grant or remove permissions they don't have. */
export function refuseBeyondOwn(staff: Staff, involved: readonly Staff[]): void {
  if (!mayManageStaff(staff, involved)) throw new AppError('insufficient_permissions')
}
