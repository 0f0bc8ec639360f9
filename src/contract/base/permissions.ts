/** What a member of staff may be allowed to do; an endpoint names the one that it needs. */
export const permissions = [
  'orders',
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

/** Staff are users of role `admin`; without a list they may do everything. */
export type Staff = { readonly role: 'user' | 'admin'; readonly permissions: readonly Permission[] | null }

export function isAllowed({ role, permissions: own }: Staff, needed: Permission): boolean {
  return role === 'admin' && (own === null || own.includes(needed))
}

/**
 * Whether `staff` may act on these accounts of staff as such: only with the permission `staff`, and nobody gives or takes a
 * permission that they don't have themselves. Customers among `involved` ask for nothing.
 */
export function mayManageStaff(staff: Staff, involved: readonly Staff[]): boolean {
  const given = involved.flatMap(({ role, permissions: own }) =>
    role === 'user' ? [] : (own ?? permissions),
  )
  return isAllowed(staff, 'staff') && given.every((one) => isAllowed(staff, one))
}

/** Whether `staff`, who may do a thing to customers, may do it to this account: to those of staff, who may manage them. */
export function mayActOn(staff: Staff, whom: Staff): boolean {
  return whom.role === 'user' || mayManageStaff(staff, [whom])
}
