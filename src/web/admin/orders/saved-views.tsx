import { lazy, useRef, useState } from 'react'
import {
  type OrderView,
  deleteOrderView,
  listOrderViews,
  ORDER_VIEWS_MAX,
} from '#contract/orders/order-views.ts'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Link } from '#web/platform/page/link.tsx'
import { reread } from '#web/platform/query/reread.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { filterButtonClass } from '#web/ui/list/filter-buttons.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { usePlaceUnderWay } from '#web/ui/url/use-url-state.ts'
import { adminOrdersText } from './texts.en.ts'

// Fetched when it is first opened.
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }))

/**
 * The reader's own views of the list: a name for a URL. The current filters can be saved under a name; a saved view can
 * be renamed and deleted.
 */
export function SavedViews({ views: read }: { views: readonly OrderView[] }) {
  const t = useText(adminOrdersText)
  const [asked, setAsked] = useState<{ view: OrderView; isOpen: boolean }>()
  const [deleted, setDeleted] = useState<number>()
  const save = useRef<HTMLButtonElement>(null)
  const views = read.filter(({ id }) => id !== deleted)
  const [naming, setNaming] = useState<{ view: OrderView | undefined }>()
  const query = queryIn(usePlaceUnderWay().search)
  const shown = views.find((view) => queryIn(view.query) === query)
  const canSave = shown === undefined && query !== '' && views.length < ORDER_VIEWS_MAX
  if (views.length === 0 && !canSave && asked?.isOpen !== true) return null
  async function remove(id: number): Promise<void> {
    await call(deleteOrderView, { params: { id } })
    // Set before the list is reloaded: the focus moves to the button that replaces it.
    setDeleted(id)
    await reread(listOrderViews)
  }
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
        <Button ref={save} tone="quiet" size="tiny" onClick={() => setNaming({ view: undefined })}>
          {t('saveView')}
        </Button>
      )}
      {shown !== undefined && (
        <>
          <Button tone="quiet" size="tiny" onClick={() => setNaming({ view: shown })}>
            {t('renameView')}
          </Button>
          <Button tone="quiet" size="tiny" onClick={() => setAsked({ view: shown, isOpen: true })}>
            {t('deleteView')}
          </Button>
        </>
      )}
      {asked !== undefined && (
        <Confirm
          isOpen={asked.isOpen}
          onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
          title={t('deleteViewTitle', { name: asked.view.name })}
          action={t('deleteView')}
          onConfirm={() => remove(asked.view.id)}
          focusAfter={() => save.current}
        >
          {t('deleteViewLead')}
        </Confirm>
      )}
      {naming !== undefined && (
        <LazyPart isFloating>
          <ViewDialog view={naming.view} query={query} onClose={() => setNaming(undefined)} />
        </LazyPart>
      )}
    </nav>
  )
}

/** The filters in a fixed order, without the page. */
function queryIn(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('cursor')
  params.sort()
  return params.toString()
}
