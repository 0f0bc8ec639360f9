import {
  ArrowLeft,
  Banknote,
  BarChart3,
  ExternalLink,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  ListOrdered,
  MailQuestionMark,
  Megaphone,
  PackageSearch,
  Plug,
  ReceiptText,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from 'lucide-react'
import type { Permission } from '#contract/permissions.ts'
import type { adminFrameText } from '#web/messages/admin-frame.ts'
import type { PlainKey, Say } from '#web/messages/text.ts'
import { mayDo } from '#web/session/guard.ts'
import type { SessionUser } from '#web/session/stored-session.ts'
import {
  type FrameEntry,
  type FrameGroup,
  sayEntries,
  sayGroups,
  type WrittenEntry,
  type WrittenGroup,
} from './frame-menu.ts'

type Label = PlainKey<typeof adminFrameText>
type Entry = WrittenEntry<Label> & { needs?: Permission }

/** The administration's menu: what spec §2 names in its words and order, and after it what came with the product. */
const groups: readonly WrittenGroup<Label, Entry>[] = [
  {
    heading: 'main',
    entries: [{ to: '/admin/dashboard', label: 'dashboard', Picture: LayoutDashboard, isExact: true }],
  },
  {
    heading: 'management',
    entries: [
      { to: '/admin/users', label: 'users', Picture: Users, needs: 'users' },
      { to: '/admin/services', label: 'services', Picture: PackageSearch, needs: 'catalogue' },
      { to: '/admin/transactions', label: 'transactions', Picture: ReceiptText, needs: 'money' },
      { to: '/admin/orders', label: 'orders', Picture: ListOrdered, needs: 'orders' },
      { to: '/admin/deposits', label: 'deposits', Picture: Banknote, needs: 'money' },
      { to: '/admin/tickets', label: 'tickets', Picture: LifeBuoy, needs: 'support' },
      { to: '/admin/contact', label: 'contact', Picture: MailQuestionMark, needs: 'support' },
      { to: '/admin/providers', label: 'providers', Picture: Plug, needs: 'providers' },
      { to: '/admin/announcements', label: 'announcements', Picture: Megaphone, needs: 'settings' },
      { to: '/admin/reports', label: 'reports', Picture: BarChart3, needs: 'reports' },
      { to: '/admin/audit', label: 'audit', Picture: ScrollText, needs: 'staff' },
    ],
  },
  {
    heading: 'settings',
    entries: [
      { to: '/admin/settings', label: 'systemSettings', Picture: Settings, needs: 'settings' },
      { to: '/admin/api', label: 'apiSettings', Picture: KeyRound, needs: 'settings' },
      { to: '/', label: 'viewSite', Picture: ExternalLink, isExact: true },
    ],
  },
]

const userMenu: readonly Entry[] = [
  { to: '/profile', label: 'myProfile', Picture: UserRound },
  { to: '/admin/settings', label: 'adminSettings', Picture: Settings, needs: 'settings' },
  { to: '/dashboard', label: 'userDashboard', Picture: LayoutDashboard },
]

const wayBack: Entry = { to: '/dashboard', label: 'backToUserPanel', Picture: ArrowLeft, isExact: true }

type Menus = { groups: FrameGroup[]; userMenu: FrameEntry[]; wayBack: FrameEntry }
type Frame = Say<typeof adminFrameText>

/** What `user` may open: the server refuses the rest, so it is not offered. */
export function adminMenus(t: Frame, user: SessionUser | undefined): Menus {
  const isOpen = ({ needs }: Entry) => needs === undefined || (user !== undefined && mayDo(user, needs))
  const open = groups.map(({ heading, entries }) => ({ heading, entries: entries.filter(isOpen) }))
  const label = (key: Label) => t(key)
  const { needs: _, ...back } = wayBack
  return {
    groups: sayGroups(open, label),
    userMenu: sayEntries(userMenu.filter(isOpen), label),
    wayBack: { ...back, label: t(back.label) },
  }
}
