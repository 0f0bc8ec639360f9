import {
  LayoutDashboard,
  LifeBuoy,
  ListOrdered,
  type LucideIcon,
  ReceiptText,
  Settings,
  ShieldCheck,
  SquarePlus,
  Tags,
  UserRound,
  Wallet,
} from 'lucide-react'
import { isBuilt } from '#web/built-pages.ts'
import type { frameText } from '#web/messages/frame.ts'
import type { PlainKey } from '#web/messages/text.ts'

type Label = PlainKey<typeof frameText>
export type SidebarEntry = { to: string; label: Label; Picture: LucideIcon; shortcut?: string }
export type SidebarGroup = { heading: Label; entries: readonly SidebarEntry[] }

/** The signed-in menu, word for word and in the order of spec §2. What has no page in routes.ts is left out by itself. */
const groups: readonly (SidebarGroup & { isForAdmins?: boolean })[] = [
  { heading: 'main', entries: [{ to: '/dashboard', label: 'dashboard', Picture: LayoutDashboard }] },
  {
    heading: 'orders',
    entries: [
      { to: '/new-order', label: 'newOrder', Picture: SquarePlus, shortcut: 'N' },
      { to: '/orders', label: 'orderHistory', Picture: ListOrdered },
      { to: '/services', label: 'services', Picture: Tags },
    ],
  },
  {
    heading: 'account',
    entries: [
      { to: '/add-funds', label: 'addFunds', Picture: Wallet },
      { to: '/transactions', label: 'transactions', Picture: ReceiptText },
      { to: '/support', label: 'support', Picture: LifeBuoy },
      { to: '/settings', label: 'settings', Picture: Settings },
    ],
  },
  {
    heading: 'administration',
    isForAdmins: true,
    entries: [{ to: '/admin/dashboard', label: 'adminPanel', Picture: ShieldCheck }],
  },
]

export function sidebarGroups({ isAdmin }: { isAdmin: boolean }): SidebarGroup[] {
  return groups
    .filter(({ isForAdmins = false }) => isAdmin || !isForAdmins)
    .map(({ heading, entries }) => ({ heading, entries: entries.filter(({ to }) => isBuilt(to)) }))
    .filter(({ entries }) => entries.length > 0)
}

const allUserMenuEntries: readonly SidebarEntry[] = [
  { to: '/profile', label: 'myProfile', Picture: UserRound },
  { to: '/settings', label: 'accountSettings', Picture: Settings },
]

export const userMenuEntries = allUserMenuEntries.filter(({ to }) => isBuilt(to))
