import Banknote from 'lucide-react/icons/banknote'
import FileText from 'lucide-react/icons/file-text'
import Import from 'lucide-react/icons/import'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Settings from 'lucide-react/icons/settings'
import UserPlus from 'lucide-react/icons/user-plus'
import type { LucideIcon } from 'lucide-react'
import { Link } from '#web/platform/page/link.tsx'
import { adminDashboardText } from './texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { useMayOpen } from '#web/platform/session/may.ts'
import { CardSection } from '#web/ui/page/card.tsx'

type Action = {
  to: string
  label: PlainKey<typeof adminDashboardText>
  Picture: LucideIcon
}

const actions: readonly Action[] = [
  { to: '/admin/users', label: 'manageUsers', Picture: UserPlus },
  { to: '/admin/services/import', label: 'importServices', Picture: Import },
  { to: '/admin/orders', label: 'manageOrders', Picture: ListOrdered },
  { to: '/admin/deposits', label: 'manageDeposits', Picture: Banknote },
  { to: '/admin/tickets', label: 'answerTickets', Picture: LifeBuoy },
  { to: '/admin/reports', label: 'generateReport', Picture: FileText },
  { to: '/admin/settings', label: 'changeSettings', Picture: Settings },
]

/** The most frequent actions, for staff with access. */
export function QuickActions() {
  const t = useText(adminDashboardText)
  const mayOpen = useMayOpen()
  const open = actions.filter(({ to }) => mayOpen(to))
  if (open.length === 0) return null
  return (
    <CardSection title={t('quickActions')}>
      <ul className="grid gap-2 p-4 min-[480px]:grid-cols-2">
        {open.map(({ to, label, Picture }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-3 rounded-control border border-line px-3 text-15 hover:border-line-strong hover:bg-sunken"
            >
              <Picture aria-hidden strokeWidth={1.5} className="size-4.5 shrink-0 text-petrol" />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
