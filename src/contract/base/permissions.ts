/** Permissions of staff; an endpoint names the one it needs. */
export const permissions = [
  'orders',
  // Gives money back for orders; within a daily limit, if the owner set one.
  'refund',
  'users',
  'catalogue',
  'providers',
  'money',
  'support',
  'settings',
  'reports',
  'staff',
] as const
export type Permission = (typeof permissions)[number]

/** What a staff endpoint requires: a permission, or ('any') just being staff. */
export type Need = Permission | 'any'

/** Staff are users with role `admin`; without a list they have all permissions. */
export type Staff = { readonly role: 'user' | 'admin'; readonly permissions: readonly Permission[] | null }

export function isAllowed({ role, permissions: own }: Staff, needed: Need): boolean {
  return role === 'admin' && (own === null || needed === 'any' || own.includes(needed))
}

/** Staff with all permissions, including those that later versions add. */
export function isOwner({ role, permissions: own }: Staff): boolean {
  return role === 'admin' && own === null
}

/**
 * Whether `staff` may manage these staff accounts: only with the permission `staff` and every permission that they have. An owner
 * has more than all listed permissions, so only owners manage owners. Customers in `involved` need nothing.
 */
export function mayManageStaff(staff: Staff, involved: readonly Staff[]): boolean {
  const mayGive = ({ role, permissions: own }: Staff) =>
    role === 'user' || (own === null ? isOwner(staff) : own.every((one) => isAllowed(staff, one)))
  return isAllowed(staff, 'staff') && involved.every(mayGive)
}

/** Whether `staff` with access to customers may act on this account: on staff accounts only if they may manage them. */
export function mayActOn(staff: Staff, whom: Staff): boolean {
  return whom.role === 'user' || mayManageStaff(staff, [whom])
}
