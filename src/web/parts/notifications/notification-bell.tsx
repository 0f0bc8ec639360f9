import { lazy } from 'react'
import { OnDemand } from '#web/ui/dialog/on-demand.tsx'
import { useLiveBalance } from '#web/parts/wallet/use-live-balance.ts'
import { BellButton } from './bell-button.tsx'
import { useNotifications } from './use-notifications.ts'

const fetchList = () => import('./notification-menu.tsx')
const NotificationMenu = lazy(fetchList)

/** The bell in the top bar. It is on every signed-in page, so it also keeps the balance live. */
export function NotificationBell() {
  useLiveBalance()
  const notifications = useNotifications()
  return (
    <OnDemand
      fetch={fetchList}
      renderButton={(demand) => <BellButton {...demand} unreadCount={notifications.unreadCount} />}
    >
      <NotificationMenu {...notifications} />
    </OnDemand>
  )
}
