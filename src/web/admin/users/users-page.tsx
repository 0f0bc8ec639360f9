import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { exportUsers, listUsers, userSorts } from '#contract/users/admin-users.ts'
import { EditUserDialog } from '#web/admin/users/edit/edit-user-dialog.tsx'
import { adminUsersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import type { Sort } from '#web/ui/list/table-head.tsx'
import { withParam } from '#web/ui/url/url-place.ts'
import { usePlaceUnderWay, useUrlChange } from '#web/ui/url/use-url-state.ts'
import { UrlButtons, UrlSearch } from '#web/ui/fields/url-fields.tsx'
import { inBoundedPages, loadList, makeList } from '#web/ui/list/list.ts'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { oneIn, searchIn } from '#web/ui/list/read-address.ts'
import { Button } from '#web/ui/page/button.tsx'
import type { Route } from './+types/users-page.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { ChosenUsers } from './chosen-users.tsx'
import { DeleteUser } from './delete-user.tsx'
import { useMayAct } from './use-may-act.ts'
import { columnsOf } from './users-columns.tsx'
import { sayLoadFailure } from './users-failure.ts'

const shown = ['all', 'staff', 'blocked'] as const

const paged = inBoundedPages({ sizes: [10, 20, 50], initial: 20, isOfStaff: true })

const list = makeList({
  text: adminUsersText,
  words: (t) => ({
    title: t('title'),
    table: t('table'),
    noneFound: t('noneFound'),
    failed: t('loadFailed'),
  }),
  read(params) {
    const show = oneIn(params, 'show', shown)
    return {
      search: searchIn(params),
      role: show === 'staff' ? ('admin' as const) : undefined,
      status: show === 'blocked' ? ('blocked' as const) : undefined,
    }
  },
  paging: {
    ...paged,
    // Not a filter: the file has the same rows.
    read: (params) => ({
      ...paged.read(params),
      sort: oneIn(params, 'sort', userSorts),
      direction: oneIn(params, 'direction', ['ascending'] as const),
    }),
  },
  ask: (query) => queryOf(listUsers, { query }),
  rowsOf: ({ users }) => users,
  rowKey: ({ id }) => id,
  idOf: ({ id }) => id,
  download: { path: exportUsers.path, fileName: 'users.csv' },
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminUsersText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

export default function AdminUsersPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminUsersText)
  const mayAct = useMayAct()
  const sorting = useSort()
  const [isAdding, setIsAdding] = useState(false)
  const [editedId, setEditedId] = useState<number>()
  const [deletedId, setDeletedId] = useState<number>()
  const [done, setDone] = useState<string>()
  // By ID, so that the list's latest values are shown.
  const named = (id: number | undefined) => data.users.find((user) => user.id === id)

  async function say(sentence: string): Promise<void> {
    setDone(sentence)
    await reread(listUsers)
  }

  return (
    <ListPage
      list={list}
      data={data}
      columns={columnsOf(t, sorting.sort?.by, {
        ...mayAct,
        onEdit: ({ id }) => setEditedId(id),
        onDelete: ({ id }) => setDeletedId(id),
      })}
      aside={<Add onClick={() => setIsAdding(true)} />}
      filters={
        <>
          <SuccessBanner message={done} onClose={() => setDone(undefined)} reader="staff" />
          <Filters />
        </>
      }
      renderBulk={(selection, users) => <ChosenUsers users={users} selection={selection} onDone={say} />}
      rowName={({ name }) => name}
      isCompact
      {...sorting}
    >
      <AddUserDialog
        isOpen={isAdding}
        onOpenChange={setIsAdding}
        onAdded={(email) => void say(t('invitationSent', { email }))}
      />
      <EditUserDialog
        user={named(editedId)}
        onClose={() => setEditedId(undefined)}
        onSaved={() => say(t('updated'))}
        onFailed={() => reread(listUsers)}
      />
      <DeleteUser
        user={named(deletedId)}
        onClose={() => setDeletedId(undefined)}
        onDeleted={({ name }) => say(t('deleted', { name }))}
        onFailed={() => reread(listUsers)}
      />
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminUsersText)
  return (
    <ListFailed
      list={list}
      error={error}
      message={sayLoadFailure(t, error)}
      notPermitted={t('accessDenied')}
    />
  )
}

/** In the URL; figures start with the largest, times with the latest. */
function useSort(): { sort?: Sort; onSort: (sort: Sort) => void } {
  const change = useUrlChange()
  const params = new URLSearchParams(usePlaceUnderWay().search)
  const by = oneIn(params, 'sort', userSorts)
  const direction = params.get('direction') === 'ascending' ? 'ascending' : 'descending'
  return {
    ...(by !== undefined && { sort: { by, direction } }),
    onSort: (next) => {
      const turned = next.by === by && next.direction === 'ascending' ? 'ascending' : ''
      change((place) =>
        withParam(withParam(withParam(place, 'before', ''), 'sort', next.by), 'direction', turned),
      )
    },
  }
}

function Add({ onClick }: { onClick: () => void }) {
  const t = useText(adminUsersText)
  return (
    <Button size="small" onClick={onClick}>
      <UserPlus aria-hidden className="size-4" />
      {t('add')}
    </Button>
  )
}

function Filters() {
  const t = useText(adminUsersText)
  return (
    <div className="grid gap-4 wide:grid-cols-[1fr_auto] wide:items-end">
      <UrlSearch label={t('search')} hint={t('searchHint')} />
      <UrlButtons
        name="show"
        label={t('show')}
        initial="all"
        options={[
          { value: 'all', label: t('all') },
          { value: 'staff', label: t('staff') },
          { value: 'blocked', label: t('blockedOnes') },
        ]}
      />
    </div>
  )
}
