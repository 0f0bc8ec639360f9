import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LayoutList from 'lucide-react/icons/layout-list'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import ListOrdered from 'lucide-react/icons/list-ordered'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import SquarePlus from 'lucide-react/icons/square-plus'
import Tags from 'lucide-react/icons/tags'
import UserRound from 'lucide-react/icons/user-round'
import Wallet from 'lucide-react/icons/wallet'
import type { frameText } from './texts.en.ts'
import type { PlainKey, Say } from '#web/platform/i18n/text.ts'
import {
  type FrameEntry,
  type FrameGroup,
  sayEntries,
  sayGroups,
  type WrittenEntry,
  type WrittenGroup,
} from './frame-menu.ts'

type Label = PlainKey<typeof frameText>

/** The signed-in menu, with the texts and in the order of spec §2; Mass Order follows New Order. */
const groups: readonly WrittenGroup<Label>[] = [
  {
    heading: 'main',
    entries: [{ to: '/dashboard', label: 'dashboard', Picture: LayoutDashboard, isExact: true }],
  },
  {
    heading: 'orders',
    entries: [
      { to: '/new-order', label: 'newOrder', Picture: SquarePlus, shortcut: 'N' },
      { to: '/mass-order', label: 'massOrder', Picture: LayoutList, shortcut: 'M' },
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
]

const forAdmins: WrittenGroup<Label> = {
  heading: 'administration',
  entries: [{ to: '/admin/dashboard', label: 'adminPanel', Picture: ShieldCheck }],
}

const userMenu: readonly WrittenEntry<Label>[] = [
  { to: '/profile', label: 'myProfile', Picture: UserRound },
  { to: '/settings', label: 'accountSettings', Picture: Settings },
]

export function sidebarGroups(t: Say<typeof frameText>, { isAdmin }: { isAdmin: boolean }): FrameGroup[] {
  return sayGroups(isAdmin ? [...groups, forAdmins] : groups, (key) => t(key))
}

export function userMenuEntries(t: Say<typeof frameText>): FrameEntry[] {
  return sayEntries(userMenu, (key) => t(key))
}
