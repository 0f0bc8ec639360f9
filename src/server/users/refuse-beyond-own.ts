import { AppError } from '#contract/errors.ts'
import { isAllowed, permissions as allPermissions, type Staff } from '#contract/permissions.ts'

/** Staff are changed by those who may change staff, and nobody gives or takes what they do not have themselves. */
export function refuseBeyondOwn(staff: Staff, involved: readonly Staff[]): void {
  const given = involved.flatMap(({ role, permissions }) =>
    role === 'user' ? [] : (permissions ?? allPermissions),
  )
  if (isAllowed(staff, 'staff') && given.every((one) => isAllowed(staff, one))) return
  throw new AppError('insufficient_permissions')
}
