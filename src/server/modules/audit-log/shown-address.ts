import { isAllowed, type Staff } from '#contract/base/permissions.ts'

/**
 * A customer's email as staff see it beside their own work: whole for who may see users, else as much as tells one from another
 * and what kind of mailbox it is.
 */
export function shownAddress(staff: Staff, email: string): string {
  if (isAllowed(staff, 'users')) return email
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(Math.max(at, 1))}`
}
