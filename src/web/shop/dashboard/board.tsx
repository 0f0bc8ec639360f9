import { type ReactNode, useRef } from 'react'
import type { Dashboard } from '#contract/reports/dashboard.ts'
import type { Order } from '#contract/orders/orders.ts'
import { getDashboard } from '#contract/reports/dashboard.ts'
import { useLiveEvent } from '#web/platform/live/live-events.ts'
import { dashboardText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLiveOrders } from '#web/parts/orders/use-live-orders.ts'
import { getSession } from '#web/platform/session/session.ts'
import { rereadSoon } from '#web/platform/query/reread.ts'
import { useLoaded, type Loaded } from '#web/platform/query/query-client.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { AccountSummary } from './account-summary.tsx'
import { ActiveOrders } from './active-orders.tsx'
import { AttentionCard } from '#web/shop/dashboard/attention/attention-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NeedHelpCard } from './need-help-card.tsx'
import { OrderAgain } from './order-again.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { SpendingCard } from './spending-card.tsx'

/** This customer's dashboard, live: orders change in place, the rest is reloaded on each event. */
export function Board({ loaded }: { loaded: Loaded<Dashboard> }) {
  const board = useLoaded(loaded)
  const t = useText(dashboardText)
  const { orders, isFlashing } = useLiveOrders(allOf(board), getDashboard)
  const balanceSeen = useRef(getSession()?.user.balance)
  useLiveEvent('balance', ({ balance }) => {
    // Each connection starts with the balance: only a different one is a change.
    if (balance !== balanceSeen.current) rereadSoon(getDashboard)
    balanceSeen.current = balance
  })
  useLiveEvent('ticket', () => rereadSoon(getDashboard))
  useLiveEvent('notification', () => rereadSoon(getDashboard))
  const now = (shown: readonly Order[]) =>
    shown.map((order) => orders.find(({ id }) => id === order.id) ?? order)
  const isNew = board.counts.all === 0
  return (
    <BoardColumns
      aside={
        <>
          {board.spending !== null && !isNew && <SpendingCard spending={board.spending} />}
          <AccountSummary counts={board.counts} />
          <NeedHelpCard />
        </>
      }
    >
      {isNew && <FirstSteps />}
      <AttentionCard attention={board.attention} />
      <ActiveOrders orders={now(board.active)} counts={board.counts} isFlashing={isFlashing} />
      <CardSection
        title={t('recentOrders')}
        aside={
          <LinkButton to="/orders" tone="quiet" size="small" className="-mx-3">
            {t('allOrders')}
          </LinkButton>
        }
      >
        <RecentOrders orders={now(board.recent)} isFlashing={isFlashing} />
      </CardSection>
      {board.again.length > 0 && <OrderAgain orders={board.again} />}
    </BoardColumns>
  )
}

/** Without duplicates: an active order is usually also a recent one. */
function allOf({ recent, active }: Dashboard): Order[] {
  return [...new Map([...recent, ...active].map((order) => [order.id, order])).values()]
}

/** Orders, and next to them the figures derived from them; stacked below 992 px. */
export function BoardColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-5">{children}</div>
      <div className="grid min-w-0 gap-5">{aside}</div>
    </div>
  )
}
