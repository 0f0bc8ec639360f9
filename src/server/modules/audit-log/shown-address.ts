import { isAllowed, type Staff } from '#contract/base/permissions.ts'

/**
 * A customer's email as visible to this staff member: complete with the permission `users`, else only the first letter
 * and the domain.
 */
export function shownAddress(staff: Staff, email: string): string {
  if (isAllowed(staff, 'users')) return email
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(Math.max(at, 1))}`
}
