import type { Endpoint } from '#contract/base/endpoint.ts'
import {
  isAllowed,
  isOwner,
  mayActOn,
  type Need,
  type Permission,
  type Staff,
} from '#contract/base/permissions.ts'
import { useSession } from './session.ts'
import type { SessionUser } from './stored-session.ts'

// The server decides; the interface only leaves out what it would refuse.

/** Whether `user` has the permission that `needs` names. */
export function mayDo(user: SessionUser, needs: Need): boolean {
  return isAllowed(toStaff(user), needs)
}

/** For the signed-in user, by permission or by endpoint: `may('money')`, `may(deleteProvider)`. */
export function useMay(): (needed: Permission | Endpoint) => boolean {
  const user = useSession()?.user
  return (needed) => {
    const needs = typeof needed === 'string' ? needed : needed.needs
    return user !== undefined && (needs === undefined || mayDo(user, needs))
  }
}

/** Owners have no list of permissions; no permission covers what only they may do. */
export function useIsOwner(): boolean {
  const user = useSession()?.user
  return user !== undefined && isOwner(toStaff(user))
}

/**
 * Whether the signed-in user may act on an account: any account with `users`, except staff who have more permissions.
 */
export function useMayManage(): (whom: Staff) => boolean {
  const user = useSession()?.user
  return (whom) => user !== undefined && mayDo(user, 'users') && mayActOn(toStaff(user), whom)
}

/** The permission for each admin page, by the first path segment after `/admin`. */
const pageNeeds: Readonly<Partial<Record<string, Permission>>> = {
  users: 'users',
  services: 'catalogue',
  transactions: 'money',
  orders: 'orders',
  deposits: 'money',
  tickets: 'support',
  contact: 'support',
  providers: 'providers',
  announcements: 'settings',
  failures: 'settings',
  reports: 'reports',
  audit: 'staff',
  settings: 'settings',
  api: 'settings',
}

/** Whether `user` may open the page at `path`; customers' pages need no permission. */
export function mayOpen(user: SessionUser | undefined, path: string): boolean {
  const needs = pageNeeds[/^\/admin\/([a-z]+)/.exec(path)?.[1] ?? '']
  return needs === undefined || (user !== undefined && mayDo(user, needs))
}

export function useMayOpen(): (path: string) => boolean {
  const user = useSession()?.user
  return (path) => mayOpen(user, path)
}

function toStaff({ role, permissions }: SessionUser): Staff {
  return { role, permissions: permissions ?? null }
}
