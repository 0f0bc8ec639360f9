import { lazy, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router'
import { type AdminService, listAdminServices } from '#contract/catalogue/admin-services.ts'
import { listAdminCategories } from '#contract/catalogue/sort-order.ts'
import { adminServicesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { queryClient, useLoaded } from '#web/platform/query/query-client.ts'
import { joined, queryOf, wholeOf } from '#web/platform/query/query.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { reread } from '#web/platform/query/reread.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import { inPages, loadList, makeList, rereadsList } from '#web/ui/list/list.ts'
import { NoneFound } from '#web/ui/list/list-rows.tsx'
import { ListFailed, ListPage } from '#web/ui/list/page-list.tsx'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import type { Selection } from '#web/ui/list/table-selection.tsx'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/services-page.ts'
import { AdminServicesActions } from './services-actions.tsx'
import { columnsOf } from './services-columns.tsx'
import { AdminServicesFilters } from './services-filters.tsx'
import { type OpenedOver, readOpened, servicesAsked, withOpened } from './services-view.ts'

// Fetched when first opened.
const ServiceDialogs = lazy(async () => ({
  default: (await import('./service-dialogs.tsx')).ServiceDialogs,
}))

const BulkDialog = lazy(async () => ({
  default: (await import('#web/admin/services/bulk/bulk-dialog.tsx')).BulkDialog,
}))

const list = makeList({
  text: adminServicesText,
  words: (t) => ({
    title: t('title'),
    table: t('table'),
    noneFound: t('noneFound'),
    empty: t('empty'),
    failed: t('loadFailed'),
  }),
  read: servicesAsked,
  // Spec §9.
  paging: inPages({ sizes: [10, 15, 20, 50], initial: 15, isOfStaff: true }),
  ask: (query) =>
    joined(
      { listed: queryOf(listAdminServices, { query }), all: wholeOf(listAdminCategories) },
      ({ listed, all: { categories } }) => ({ ...listed, categories }),
    ),
  rowsOf: ({ services }) => services,
  rowKey: ({ id }) => id,
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminServicesText)('title'))

export const handle = { isList: true }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadList(list, request)
}

/** Opening a dialog over the list does not reload it. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return rereadsList(list, args)
}

export default function AdminServicesPage({ loaderData }: Route.ComponentProps) {
  const data = useLoaded(loaderData)
  const t = useText(adminServicesText)
  const { services, pagination, categories } = data
  const { search } = useLocation()
  const navigate = useNavigate()
  const [done, setDone] = useState<{ message: string; copyId?: number }>()
  const [changing, setChanging] = useState<Selection>()
  const params = new URLSearchParams(search)
  const { sort, ...filter } = servicesAsked(params)
  const opened = readOpened(params)
  const canMove = sort === 'place' && filter.category !== undefined

  const reloaded = () => reread(listAdminServices, listAdminCategories)

  async function open(next: OpenedOver | undefined): Promise<void> {
    await navigate(
      { search: withOpened(search, next) },
      { preventScrollReset: true, replace: next === undefined, state: keepsFocus },
    )
  }
  async function finish(message: string): Promise<void> {
    setDone({ message })
    await reloaded()
  }
  /** After a move: announces the new position to screen readers. */
  async function sayMoved({ id, name }: AdminService): Promise<{ isOnPage: boolean }> {
    await reloaded()
    const now = queryClient().getQueryData<typeof data>(loaderData.queryKey) ?? data
    const at = now.services.findIndex((service) => service.id === id)
    const { page, limit } = list.paging.read(params)
    const place = ((page ?? 1) - 1) * (limit ?? 0) + at + 1
    announce(at < 0 ? t('movedOff', { name }) : t('moved', { name, place: String(place) }))
    return { isOnPage: at >= 0 }
  }

  return (
    <ListPage
      list={list}
      data={data}
      columns={columnsOf(t, {
        onMoved: canMove ? sayMoved : undefined,
        onChanged: reloaded,
        onCopied: async ({ id, name }) => {
          setDone({ message: t('copied', { id: String(id), name }), copyId: id })
          await reloaded()
        },
      })}
      aside={
        <AdminServicesActions
          onAdd={() => void open({ dialog: 'add' })}
          onArrange={() => void open({ dialog: 'categories' })}
        />
      }
      filters={
        <>
          <SuccessBanner reader="staff" message={done?.message} onClose={() => setDone(undefined)}>
            {done?.copyId !== undefined && (
              <LinkButton tone="quiet" size="tiny" to={{ search: `?search=${done.copyId}` }}>
                {t('showCopy')}
              </LinkButton>
            )}
          </SuccessBanner>
          <AdminServicesFilters categories={categories} found={pagination.totalItems} />
        </>
      }
      none={
        <NoneFound list={list}>
          <LinkButton to="/admin/services/import">{t('importServices')}</LinkButton>
        </NoneFound>
      }
      renderBulk={(selection) => (
        <SelectionBar selection={selection}>
          <Button size="small" onClick={() => setChanging(selection)}>
            {t('change')}
          </Button>
        </SelectionBar>
      )}
      rowName={({ name }) => name}
      isCompact
      isLinked
    >
      {opened !== undefined && (
        <LazyPart isFloating>
          <ServiceDialogs
            {...{ opened, services, categories }}
            onClose={() => open(undefined)}
            onDone={finish}
          />
        </LazyPart>
      )}
      {changing !== undefined && (
        <LazyPart isFloating>
          <BulkDialog
            chosen={services.filter(({ id }) => changing.chosen.has(id)).map(({ id }) => id)}
            filter={filter}
            found={pagination.totalItems}
            categories={categories}
            onClose={() => setChanging(undefined)}
            onDone={async (message) => {
              changing.clear()
              await finish(message)
            }}
          />
        </LazyPart>
      )}
    </ListPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFailed list={list} error={error} />
}
