import { lazy, useState } from 'react'
import {
  type OrderView,
  deleteOrderView,
  listOrderViews,
  ORDER_VIEWS_MAX,
} from '#contract/orders/order-views.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Link } from '#web/platform/page/link.tsx'
import { reread } from '#web/platform/query/reread.ts'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { filterButtonClass } from '#web/ui/list/filter-buttons.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { usePlaceUnderWay } from '#web/ui/url/use-url-state.ts'
import { adminOrdersText } from './texts.en.ts'

// Fetched when it is first opened.
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }))

/**
 * The reader's own views of the list: each a name for what its address says. What is shown now is saved under a name, or is
 * the view that is renamed and deleted.
 */
export function SavedViews({ views }: { views: readonly OrderView[] }) {
  const t = useText(adminOrdersText)
  const [naming, setNaming] = useState<{ view: OrderView | undefined }>()
  const query = queryIn(usePlaceUnderWay().search)
  const shown = views.find((view) => queryIn(view.query) === query)
  const canSave = shown === undefined && query !== '' && views.length < ORDER_VIEWS_MAX
  if (views.length === 0 && !canSave) return null
  return (
    <nav aria-label={t('savedViews')} className="flex flex-wrap items-center gap-2">
      {views.map((view) => (
        <Link
          key={view.id}
          to={`/admin/orders?${view.query}`}
          aria-current={view === shown ? 'true' : undefined}
          className={filterButtonClass(view === shown)}
        >
          <bdi className="max-w-60 truncate">{view.name}</bdi>
        </Link>
      ))}
      {canSave && (
        <Button tone="quiet" size="tiny" onClick={() => setNaming({ view: undefined })}>
          {t('saveView')}
        </Button>
      )}
      {shown !== undefined && (
        <>
          <Button tone="quiet" size="tiny" onClick={() => setNaming({ view: shown })}>
            {t('renameView')}
          </Button>
          <Button tone="quiet" size="tiny" onClick={() => remove(shown, t('actFailed'))}>
            {t('deleteView')}
          </Button>
        </>
      )}
      {naming !== undefined && (
        <LazyPart isFloating>
          <ViewDialog view={naming.view} query={query} onClose={() => setNaming(undefined)} />
        </LazyPart>
      )}
    </nav>
  )
}

/** Filters in one order, without the page that one has turned to. */
function queryIn(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('cursor')
  params.sort()
  return params.toString()
}

async function remove({ id }: OrderView, failed: string): Promise<void> {
  try {
    await call(deleteOrderView, { params: { id } })
    await reread(listOrderViews)
  } catch (error) {
    toast('error', messageOf(error, failed))
  }
}
