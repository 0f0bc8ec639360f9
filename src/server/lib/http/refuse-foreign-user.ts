import { AppError } from '#contract/base/errors.ts'
import { isAllowed, type Permission } from '#contract/base/permissions.ts'
import type { KeyCaller } from '#server/modules/users/api-keys/authenticate-key.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'

/**
 * A `user_id` or `userId` is one's own to name, or that of staff who are allowed what the call `needs`, on every call
 * and whether the call knows the member or not (api.md, "Who is asking"): what names somebody else is refused rather
 * than silently ignored. A body's is nobody's to name, since it is never believed.
 */
export function refuseForeignUser(
  caller: Caller | KeyCaller,
  { query, body }: { query: unknown; body?: unknown },
  needs?: Permission,
): void {
  const mayName = needs === undefined ? caller.role === 'admin' : isAllowed(caller, needs)
  if ((!mayName && namesAnother(caller, query)) || namesAnother(caller, body))
    throw new AppError('insufficient_permissions')
}

/** Whether whoever asks names somebody else. */
export function namesAnother({ id: own }: { id: number }, value: unknown): boolean {
  return userIdsIn(value).some((id) => id !== own)
}

function userIdsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  const { user_id: one, userId: other } = value as Record<string, unknown> // any object has members
  return [one, other]
    .flat()
    .filter((id) => id !== undefined && id !== null && id !== '')
    .map(Number)
}
