import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { exportUsers, listUsers } from '#contract/users/admin-users.ts'
import { call } from '#web/platform/api/call.ts'
import { DownloadButton } from '#web/platform/api/download-button.tsx'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminUsersText } from '#web/messages/admin-users.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { BeyondBound } from '#web/ui/list/beyond-bound.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { keepWithin, pageIn } from '#web/ui/list/page-in.ts'
import { PagesAndSize, pageSizeIn } from '#web/ui/list/page-size.tsx'
import { Coming, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import { useSelection } from '#web/ui/list/table-selection.tsx'
import { usePageNumber } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/users-page.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { ChosenUsers } from './chosen-users.tsx'
import { DeleteUser } from './delete-user.tsx'
import { EditUserDialog } from '#web/admin/users/edit/edit-user-dialog.tsx'
import { UserFilters, usersAsked } from './user-filters.tsx'
import { sayLoadFailure } from './users-failure.ts'
import { useMayAct } from './use-may-act.ts'
import { UsersTable } from './users-table.tsx'

const sizes = { sizes: [10, 20, 50], initial: 20 } as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminUsersText)('title'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const page = pageIn(searchParams)
  const query = { ...usersAsked(searchParams), limit: pageSizeIn(searchParams, sizes), page }
  const { users, pagination } = await call(listUsers, { query }, { signal: request.signal })
  keepWithin(request, { page, totalPages: pagination.totalPages })
  return { users, pagination }
}

export function HydrateFallback() {
  const t = useText(adminUsersText)
  return (
    <Frame
      aside={
        <Coming>
          <Aside onAdd={() => undefined} />
        </Coming>
      }
    >
      <Coming>
        <UserFilters />
      </Coming>
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
  const mayAct = useMayAct()
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
      <ListCard isLoading={isLoading}>
        {users.length === 0 ? (
          <NoUsers />
        ) : (
          <UsersTable
            users={users}
            selection={selection}
            {...mayAct}
            onEdit={({ id }) => setEditedId(id)}
            onDelete={({ id }) => setDeletedId(id)}
          />
        )}
        <ChosenUsers users={users} selection={selection} onDone={say} />
      </ListCard>
      <PagesAndSize page={page} totalPages={pagination.totalPages} {...sizes} />
      <BeyondBound
        pagination={pagination}
        lastId={users.at(-1)?.id}
        sentence={t('bounded', { count: pagination.totalItems })}
        searchSentence={t('boundedSearch', { count: pagination.totalItems })}
      />
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
      <LoadFailed error={error} message={sayLoadFailure(t, error)} notPermitted={t('accessDenied')} />
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
  return (
    <div className="flex flex-wrap gap-3">
      <DownloadButton
        path={exportPath(new URLSearchParams(search))}
        fileName="users.csv"
        label={t('download')}
        failure={t('downloadFailed')}
      />
      <Button size="small" onClick={onAdd}>
        <UserPlus aria-hidden className="size-4" />
        {t('add')}
      </Button>
    </div>
  )
}

/** The file has what the filters show. */
function exportPath(params: URLSearchParams): string {
  const { before: _, ...asked } = usersAsked(params)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value)
  return `${exportUsers.path}?${query.toString()}`
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
