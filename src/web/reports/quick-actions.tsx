import {
  Banknote,
  FileText,
  Import,
  LifeBuoy,
  ListOrdered,
  type LucideIcon,
  Settings,
  UserPlus,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Permission } from '#contract/permissions.ts'
import { adminDashboardText } from '#web/messages/admin-dashboard.ts'
import { type PlainKey, useText } from '#web/messages/text.ts'
import { mayDo } from '#web/session/guard.ts'
import { useSession } from '#web/session/session.ts'
import { CardSection } from '#web/ui/card.tsx'

type Action = {
  to: string
  label: PlainKey<typeof adminDashboardText>
  Picture: LucideIcon
  needs: Permission
}

const actions: readonly Action[] = [
  { to: '/admin/users', label: 'manageUsers', Picture: UserPlus, needs: 'users' },
  { to: '/admin/services/import', label: 'importServices', Picture: Import, needs: 'catalogue' },
  { to: '/admin/orders', label: 'manageOrders', Picture: ListOrdered, needs: 'orders' },
  { to: '/admin/deposits', label: 'manageDeposits', Picture: Banknote, needs: 'money' },
  { to: '/admin/tickets', label: 'answerTickets', Picture: LifeBuoy, needs: 'support' },
  { to: '/admin/reports', label: 'generateReport', Picture: FileText, needs: 'reports' },
  { to: '/admin/settings', label: 'changeSettings', Picture: Settings, needs: 'settings' },
]

/** What is done most often, for those who may. */
export function QuickActions() {
  const t = useText(adminDashboardText)
  const user = useSession()?.user
  const open = actions.filter(({ needs }) => user !== undefined && mayDo(user, needs))
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
