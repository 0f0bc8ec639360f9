import { lazy, type ReactNode, useState } from 'react'
import {
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { listAdminServices } from '#contract/catalogue/admin-services.ts'
import { listAdminCategories } from '#contract/catalogue/sort-order.ts'
import { call } from '#web/platform/api/call.ts'
import { callWhole } from '#web/platform/api/call-whole.ts'
import { LoadFailed } from '#web/platform/api/load-failed.tsx'
import { adminServicesText } from '#web/messages/admin-services.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListCard } from '#web/ui/list/list-card.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { keepWithin } from '#web/ui/list/page-in.ts'
import { PagesAndSize } from '#web/ui/list/page-size.tsx'
import { SelectionBar } from '#web/ui/list/selection-bar.tsx'
import { Coming, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { SuccessBanner } from '#web/ui/feedback/success-banner.tsx'
import { useSelection } from '#web/ui/list/table-selection.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import type { Route } from './+types/services-page.ts'
import { AdminServicesFilters } from './services-filters.tsx'
import { AdminServicesTable } from './services-table.tsx'
import { type OpenedOver, pageSizes, readOpened, readServicesView, withOpened } from './services-view.ts'
import { AdminServicesActions } from './services-actions.tsx'

// Fetched when one is first opened.
const ServiceDialogs = lazy(async () => ({
  default: (await import('./service-dialogs.tsx')).ServiceDialogs,
}))

const BulkDialog = lazy(async () => ({
  default: (await import('#web/admin/services/bulk/bulk-dialog.tsx')).BulkDialog,
}))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, adminServicesText)('title'))

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { filter, sort, limit, page } = readServicesView(new URL(request.url).searchParams)
  const options = { signal: request.signal }
  const [listed, { categories }] = await Promise.all([
    call(listAdminServices, { query: { ...filter, sort, limit, page } }, options),
    callWhole(call, listAdminCategories, options),
  ])
  keepWithin(request, { page, totalPages: listed.pagination.totalPages })
  return { services: listed.services, pagination: listed.pagination, categories }
}

/** What opens over the list leaves it as it is. */
export function shouldRevalidate({ currentUrl, nextUrl, ...rest }: ShouldRevalidateFunctionArgs): boolean {
  const isSameList = withOpened(currentUrl.search, undefined) === withOpened(nextUrl.search, undefined)
  return isSameList && currentUrl.search !== nextUrl.search ? false : rest.defaultShouldRevalidate
}

export function HydrateFallback() {
  const t = useText(adminServicesText)
  return (
    <Frame
      aside={
        <Coming>
          <AdminServicesActions onAdd={() => undefined} onArrange={() => undefined} />
        </Coming>
      }
    >
      <Coming>
        <AdminServicesFilters categories={[]} found={0} />
      </Coming>
      <Card isFlush>
        <SkeletonRows rows={15} label={t('loading')} />
      </Card>
    </Frame>
  )
}

export default function AdminServicesPage({
  loaderData: { services, pagination, categories },
}: Route.ComponentProps) {
  const t = useText(adminServicesText)
  const { search } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const coming = useNavigation().location
  const isLoading =
    coming !== undefined && withOpened(coming.search, undefined) !== withOpened(search, undefined)
  const selection = useSelection(services.map(({ id }) => id))
  const [done, setDone] = useState<string>()
  const [isChanging, setIsChanging] = useState(false)
  const params = new URLSearchParams(search)
  const view = readServicesView(params)
  const opened = readOpened(params)

  async function open(next: OpenedOver | undefined): Promise<void> {
    await navigate(
      { search: withOpened(search, next) },
      { preventScrollReset: true, replace: next === undefined, state: keepsFocus },
    )
  }
  async function finish(message: string): Promise<void> {
    setDone(message)
    await revalidate()
  }

  return (
    <Frame
      aside={
        <AdminServicesActions
          onAdd={() => void open({ dialog: 'add' })}
          onArrange={() => void open({ dialog: 'categories' })}
        />
      }
    >
      <SuccessBanner reader="staff" message={done} onClose={() => setDone(undefined)} />
      <AdminServicesFilters categories={categories} found={pagination.totalItems} />
      <ListCard isLoading={isLoading}>
        {services.length === 0 ? (
          <NoServices />
        ) : (
          <AdminServicesTable services={services} selection={selection} view={view} onMoved={revalidate} />
        )}
        <SelectionBar selection={selection}>
          <Button size="small" onClick={() => setIsChanging(true)}>
            {t('change')}
          </Button>
        </SelectionBar>
      </ListCard>
      <PagesAndSize page={view.page} totalPages={pagination.totalPages} {...pageSizes} />
      {opened !== undefined && (
        <LazyPart isFloating>
          <ServiceDialogs
            {...{ opened, services, categories }}
            onClose={() => open(undefined)}
            onDone={finish}
          />
        </LazyPart>
      )}
      {isChanging && (
        <LazyPart isFloating>
          <BulkDialog
            chosen={services.filter(({ id }) => selection.chosen.has(id)).map(({ id }) => id)}
            filter={view.filter}
            found={pagination.totalItems}
            categories={categories}
            onClose={() => setIsChanging(false)}
            onDone={async (message) => {
              selection.clear()
              await finish(message)
            }}
          />
        </LazyPart>
      )}
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText(adminServicesText)
  return (
    <Frame>
      <LoadFailed error={error} message={t('loadFailed')} />
    </Frame>
  )
}

function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminServicesText)
  return (
    <div className="grid gap-5">
      <PageHeading aside={aside}>{t('title')}</PageHeading>
      {children}
    </div>
  )
}

function NoServices() {
  const t = useText(adminServicesText)
  const { search } = useLocation()
  const { filter } = readServicesView(new URLSearchParams(search))
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return isFiltered ? (
    <EmptyState message={t('noneFound')}>
      <LinkButton tone="secondary" to="/admin/services">
        {t('resetFilters')}
      </LinkButton>
    </EmptyState>
  ) : (
    <EmptyState message={t('empty')}>
      <LinkButton to="/admin/services/import">{t('importServices')}</LinkButton>
    </EmptyState>
  )
}
