import { isBuilt } from '#web/built-pages.ts'
import type { frameText } from '#web/messages/frame.ts'
import type { PlainKey } from '#web/messages/text.ts'

type Label = PlainKey<typeof frameText>
export type SidebarEntry = { to: string; label: Label; shortcut?: string }
export type SidebarGroup = { heading: Label; entries: readonly SidebarEntry[] }

/** The signed-in menu, word for word and in the order of spec §2. What has no page in routes.ts is left out by itself. */
const groups: readonly (SidebarGroup & { isForAdmins?: boolean })[] = [
  { heading: 'main', entries: [{ to: '/dashboard', label: 'dashboard' }] },
  {
    heading: 'orders',
    entries: [
      { to: '/new-order', label: 'newOrder', shortcut: 'N' },
      { to: '/orders', label: 'orderHistory' },
      { to: '/services', label: 'services' },
    ],
  },
  {
    heading: 'account',
    entries: [
      { to: '/add-funds', label: 'addFunds' },
      { to: '/transactions', label: 'transactions' },
      { to: '/support', label: 'support' },
      { to: '/settings', label: 'settings' },
    ],
  },
  {
    heading: 'administration',
    isForAdmins: true,
    entries: [{ to: '/admin/dashboard', label: 'adminPanel' }],
  },
]

export function sidebarGroups({ isAdmin }: { isAdmin: boolean }): SidebarGroup[] {
  return groups
    .filter(({ isForAdmins = false }) => isAdmin || !isForAdmins)
    .map(({ heading, entries }) => ({ heading, entries: entries.filter(({ to }) => isBuilt(to)) }))
    .filter(({ entries }) => entries.length > 0)
}

const allUserMenuEntries: readonly SidebarEntry[] = [
  { to: '/profile', label: 'myProfile' },
  { to: '/settings', label: 'accountSettings' },
]

export const userMenuEntries = allUserMenuEntries.filter(({ to }) => isBuilt(to))
