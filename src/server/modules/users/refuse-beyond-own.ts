import { AppError } from '#contract/base/errors.ts'
import { mayManageStaff, type Staff } from '#contract/base/permissions.ts'

/** Staff are changed by those who may change staff, and nobody gives or takes what they do not have themselves. */
export function refuseBeyondOwn(staff: Staff, involved: readonly Staff[]): void {
  if (!mayManageStaff(staff, involved)) throw new AppError('insufficient_permissions')
}
