import ArrowLeft from 'lucide-react/icons/arrow-left'
import Banknote from 'lucide-react/icons/banknote'
import BarChart3 from 'lucide-react/icons/chart-column'
import ExternalLink from 'lucide-react/icons/external-link'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import ListOrdered from 'lucide-react/icons/list-ordered'
import MailQuestionMark from 'lucide-react/icons/mail-question-mark'
import Megaphone from 'lucide-react/icons/megaphone'
import PackageSearch from 'lucide-react/icons/package-search'
import Plug from 'lucide-react/icons/plug'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import type { Format } from '#contract/base/format.ts'
import { ATTENTION_COUNTED_MAX } from '#contract/operations/attention.ts'
import type { MenuCount } from './attention.ts'
import type { adminFrameText } from './texts.en.ts'
import type { PlainKey, Say } from '#web/platform/i18n/text.ts'
import { mayOpen } from '#web/platform/session/may.ts'
import type { SessionUser } from '#web/platform/session/stored-session.ts'
import {
  type FrameEntry,
  type FrameGroup,
  sayEntries,
  sayGroups,
  type WrittenEntry,
  type WrittenGroup,
} from '#web/parts/frame/frame-menu.ts'

type Label = PlainKey<typeof adminFrameText>
type Entry = WrittenEntry<Label>

/** The admin menu: the entries of spec §2 with its texts and order, then those added by the product. */
const groups: readonly WrittenGroup<Label, Entry>[] = [
  {
    heading: 'main',
    entries: [{ to: '/admin/dashboard', label: 'dashboard', Picture: LayoutDashboard, isExact: true }],
  },
  {
    heading: 'management',
    entries: [
      { to: '/admin/users', label: 'users', Picture: Users },
      { to: '/admin/services', label: 'services', Picture: PackageSearch },
      { to: '/admin/transactions', label: 'transactions', Picture: ReceiptText },
      { to: '/admin/orders', label: 'orders', Picture: ListOrdered },
      { to: '/admin/deposits', label: 'deposits', Picture: Banknote },
      { to: '/admin/tickets', label: 'tickets', Picture: LifeBuoy },
      { to: '/admin/contact', label: 'contact', Picture: MailQuestionMark },
      { to: '/admin/providers', label: 'providers', Picture: Plug },
      { to: '/admin/announcements', label: 'announcements', Picture: Megaphone },
      { to: '/admin/reports', label: 'reports', Picture: BarChart3 },
      { to: '/admin/audit', label: 'audit', Picture: ScrollText },
      { to: '/admin/failures', label: 'failures', Picture: TriangleAlert },
    ],
  },
  {
    heading: 'settings',
    entries: [
      { to: '/admin/settings', label: 'systemSettings', Picture: Settings },
      { to: '/admin/api', label: 'apiSettings', Picture: KeyRound },
      { to: '/', label: 'viewSite', Picture: ExternalLink, isExact: true },
    ],
  },
]

const userMenu: readonly Entry[] = [
  { to: '/profile', label: 'myProfile', Picture: UserRound },
  { to: '/admin/settings', label: 'adminSettings', Picture: Settings },
  { to: '/dashboard', label: 'userDashboard', Picture: LayoutDashboard },
]

const wayBack: Entry = { to: '/dashboard', label: 'backToUserPanel', Picture: ArrowLeft, isExact: true }

type Menus = { groups: FrameGroup[]; userMenu: FrameEntry[]; wayBack: FrameEntry }
type Frame = Say<typeof adminFrameText>

/** What a page's count means; `isBounded`: see `ATTENTION_COUNTED_MAX`. */
const countedOn: Readonly<
  Partial<Record<string, { words: `${string}Waiting` & keyof typeof adminFrameText; isBounded?: true }>>
> = {
  '/admin/orders': { words: 'ordersWaiting', isBounded: true },
  '/admin/deposits': { words: 'depositsWaiting', isBounded: true },
  '/admin/tickets': { words: 'ticketsWaiting', isBounded: true },
  '/admin/contact': { words: 'contactWaiting', isBounded: true },
  '/admin/providers': { words: 'providersWaiting' },
  '/admin/services': { words: 'servicesWaiting' },
  '/admin/failures': { words: 'failuresWaiting' },
}

type MenuOptions = { counts?: ReadonlyMap<string, MenuCount>; format?: Format }

/** The pages that `user` may open: the server refuses the rest. `counts`: the pending items by path. */
export function adminMenus(
  t: Frame,
  user: SessionUser | undefined,
  { counts, format }: MenuOptions = {},
): Menus {
  const isOpen = ({ to }: Entry) => mayOpen(user, to)
  const withCount = (entry: Entry): Entry => {
    const known = counts?.get(entry.to)
    const counted = countedOn[entry.to]
    if (known === undefined || counted === undefined || format === undefined) return entry
    const isMore = counted.isBounded && known.count >= ATTENTION_COUNTED_MAX
    const shown = `${format.number(known.count)}${isMore ? '+' : ''}`
    return { ...entry, waiting: { shown, words: t(counted.words, { count: shown }), to: known.to } }
  }
  const open = groups.map(({ heading, entries }) => ({
    heading,
    entries: entries.filter(isOpen).map(withCount),
  }))
  const label = (key: Label) => t(key)
  return {
    groups: sayGroups(open, label),
    userMenu: sayEntries(userMenu.filter(isOpen), label),
    wayBack: { ...wayBack, label: t(wayBack.label) },
  }
}
