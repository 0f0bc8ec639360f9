import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { getRates } from '#contract/users/customer-rates.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { listSessions } from '#contract/users/sessions.ts'
import { getAdminUser } from '#contract/users/admin-users.ts'
import { listTransactions } from '#contract/ledger/transactions.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { sessionContext } from '#web/platform/session/guard.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { joined, queryOf } from '#web/platform/query/query.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import type { Route } from './+types/user-page.ts'
import { DeleteUser } from '#web/admin/users/delete-user.tsx'
import { EditUserDialog } from '#web/admin/users/edit/edit-user-dialog.tsx'
import { LatestLines, LatestOrders } from './latest-of-user.tsx'
import { UserActions } from './user-actions.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserPermissions } from './user-permissions.tsx'
import { UserRates } from './user-rates.tsx'
import { UserSessions } from './user-sessions.tsx'

const latest = 10

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminUsersText)('user'))

/** Data that the staff member may not read is not requested. */
export function clientLoader({ params, request: { signal }, context }: Route.ClientLoaderArgs) {
  const { user: self } = context.get(sessionContext)
  const id = Number(params.id)
  const query = { user_id: id }
  const asked = { query: { ...query, limit: latest } }
  const sessions = queryOf(listSessions, { query })
  const queries = {
    one: queryOf(getAdminUser, { params: { id } }),
    rates: queryOf(getRates, { query }),
    signedIn: {
      ...sessions,
      queryFn: (options: { signal: AbortSignal }) => sessions.queryFn(options).catch(undefinedWhereRefused),
    },
    ordered: mayDo(self, 'orders') ? queryOf(listOrders, asked) : undefined,
    booked: mayDo(self, 'money') ? queryOf(listTransactions, asked) : undefined,
  }
  return load(
    joined(queries, ({ one, rates, signedIn, ordered, booked }) => ({
      user: one.user,
      rates,
      sessions: signedIn?.sessions,
      orders: ordered?.orders,
      lines: booked?.transactions,
    })),
    signal,
  )
}

/** Sessions of staff are visible only to staff with the same permissions. */
function undefinedWhereRefused(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 403) throw error
}

export default function AdminUserPage({ loaderData }: Route.ComponentProps) {
  const t = useText(adminUsersText)
  const { user, rates, sessions, orders, lines } = useLoaded(loaderData)
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const [done, setDone] = useState<string>()
  async function say(sentence: string): Promise<void> {
    setDone(sentence)
    await reread(getAdminUser)
  }
  return (
    <Frame
      title={user.name}
      aside={
        <UserActions
          user={user}
          onEdit={() => setOpen('edit')}
          onDelete={() => setOpen('delete')}
          onDone={say}
        />
      }
    >
      <SuccessBanner message={done} onClose={() => setDone(undefined)} reader="staff" />
      <div className="grid items-start gap-5 wide:grid-cols-2">
        <div className="grid gap-5">
          <UserFacts user={user} />
          <UserSessions user={user} sessions={sessions} onDone={say} />
        </div>
        <div className="grid gap-5">
          <UserRates
            key={JSON.stringify(rates.rates, bigintsAsText)}
            user={user}
            rates={rates}
            onDone={say}
          />
          {user.role === 'admin' && (
            <UserPermissions
              key={`${user.permissions?.join() ?? 'all'} ${user.refund_limit}`}
              user={user}
              onDone={say}
            />
          )}
        </div>
      </div>
      {orders !== undefined && <LatestOrders user={user} orders={orders} />}
      {lines !== undefined && <LatestLines user={user} lines={lines} />}
      <EditUserDialog
        user={open === 'edit' ? user : undefined}
        onClose={() => setOpen(undefined)}
        onSaved={() => say(t('updated'))}
        onFailed={() => reread(getAdminUser)}
      />
      <DeleteUser
        user={open === 'delete' ? user : undefined}
        onClose={() => setOpen(undefined)}
        onDeleted={() => navigate('/admin/users', { replace: true })}
        onFailed={() => reread(getAdminUser)}
      />
    </Frame>
  )
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminUsersText)
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Frame title={t('user')}>
      <LoadFailed error={error} message={isGone ? t('noSuchUser') : t('oneFailed')} isChoice={isGone} />
    </Frame>
  )
}

function Frame({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminUsersText)
  return (
    <div className="grid gap-5">
      <PageHeading aside={aside} back={{ to: '/admin/users', label: t('backToUsers') }}>
        <bdi>{title}</bdi>
      </PageHeading>
      {children}
    </div>
  )
}
