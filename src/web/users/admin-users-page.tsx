import { Download, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { exportUsers, listUsers } from '#contract/user-desk.ts'
import { call } from '#web/api/call.ts'
import { downloadFile } from '#web/api/download-file.ts'
import { LoadFailed } from '#web/api/load-failed.tsx'
import { adminUsersText } from '#web/messages/admin-users.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSize, pageSizeIn } from '#web/ui/page-size.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { SuccessBanner } from '#web/ui/success-banner.tsx'
import { useSelection } from '#web/ui/table-selection.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { usePageNumber } from '#web/ui/use-url-state.ts'
import type { Route } from './+types/admin-users-page.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { BeyondBound } from './beyond-bound.tsx'
import { ChosenUsers } from './chosen-users.tsx'
import { DeleteUser } from './delete-user.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { UserFilters, usersAsked } from './user-filters.tsx'
import { sayLoadFailure } from './users-failure.ts'
import { UsersTable } from './users-table.tsx'

const sizes = { sizes: [10, 20, 50], initial: 20 } as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminUsersText)('title'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const page = Math.min(1_000_000, Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1))
  const query = { ...usersAsked(searchParams), limit: pageSizeIn(searchParams, sizes), page }
  const { users, pagination } = await call(listUsers, { query }, { signal: request.signal })
  return { users, pagination }
}

export function HydrateFallback() {
  const t = useText(adminUsersText)
  return (
    <Frame>
      <Card isFlush>
        <SkeletonRows rows={sizes.initial} label={t('title')} />
      </Card>
    </Frame>
  )
}

export default function AdminUsersPage({ loaderData: { users, pagination } }: Route.ComponentProps) {
  const t = useText(adminUsersText)
  const page = usePageNumber()
  const { revalidate } = useRevalidator()
  const isLoading = useNavigation().location?.pathname === '/admin/users'
  const selection = useSelection(users.map(({ id }) => id))
  const [isAdding, setIsAdding] = useState(false)
  const [editedId, setEditedId] = useState<number>()
  const [deletedId, setDeletedId] = useState<number>()
  const [done, setDone] = useState<string>()
  // By their ids: what the list says now is what they are shown.
  const named = (id: number | undefined) => users.find((user) => user.id === id)

  async function say(sentence: string): Promise<void> {
    setDone(sentence)
    await revalidate()
  }

  return (
    <Frame aside={<Aside onAdd={() => setIsAdding(true)} />}>
      <SuccessBanner message={done} onClose={() => setDone(undefined)} reader="staff" />
      <UserFilters />
      <Card
        isFlush
        className={cx('transition-opacity duration-120', isLoading && 'opacity-60')}
        aria-busy={isLoading}
      >
        {users.length === 0 ? (
          <NoUsers />
        ) : (
          <UsersTable
            users={users}
            selection={selection}
            onEdit={({ id }) => setEditedId(id)}
            onDelete={({ id }) => setDeletedId(id)}
          />
        )}
        <ChosenUsers users={users} selection={selection} onDone={say} />
      </Card>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Pager page={page} totalPages={pagination.totalPages} isOfStaff />
        <div className="ms-auto">
          <PageSize {...sizes} />
        </div>
      </div>
      <BeyondBound pagination={pagination} lastId={users.at(-1)?.id} />
      <AddUserDialog
        isOpen={isAdding}
        onOpenChange={setIsAdding}
        onAdded={(email) => void say(t('invitationSent', { email }))}
      />
      <EditUserDialog
        user={named(editedId)}
        onClose={() => setEditedId(undefined)}
        onSaved={() => say(t('updated'))}
        onFailed={revalidate}
      />
      <DeleteUser
        user={named(deletedId)}
        onClose={() => setDeletedId(undefined)}
        onDeleted={({ name }) => say(t('deleted', { name }))}
        onFailed={revalidate}
      />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminUsersText)
  return (
    <Frame>
      <LoadFailed error={error} message={sayLoadFailure(t, error)} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminUsersText)
  return (
    <div className="grid gap-5">
      <PageHeading aside={aside}>{t('title')}</PageHeading>
      {children}
    </div>
  )
}

function Aside({ onAdd }: { onAdd: () => void }) {
  const t = useText(adminUsersText)
  const { search } = useLocation()
  const [isBusy, setIsBusy] = useState(false)
  async function download(): Promise<void> {
    setIsBusy(true)
    const { before: _, ...asked } = usersAsked(new URLSearchParams(search))
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value)
    await downloadFile(`${exportUsers.path}?${query.toString()}`, 'users.csv').catch(() =>
      toast('error', t('downloadFailed')),
    )
    setIsBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void download()}>
        {!isBusy && <Download aria-hidden className="size-4" />}
        {t('download')}
      </Button>
      <Button size="small" onClick={onAdd}>
        <UserPlus aria-hidden className="size-4" />
        {t('add')}
      </Button>
    </div>
  )
}

function NoUsers() {
  const t = useText(adminUsersText)
  return (
    <EmptyState message={t('noneFound')}>
      <LinkButton tone="secondary" to="/admin/users">
        {t('resetFilters')}
      </LinkButton>
    </EmptyState>
  )
}
