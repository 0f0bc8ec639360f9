import {
  type KeyboardEvent,
  type MouseEvent,
  lazy,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import LayoutList from 'lucide-react/icons/layout-list'
import { useNavigate, useRevalidator } from 'react-router'
import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import type { ServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { useServiceIndex } from '#web/parts/catalogue/search/use-service-index.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { newOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { keepOverSignIn, useDraft } from '#web/platform/drafts/drafts.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { CategorySelect, platformsOf } from '#web/shop/new-order/picker/catalogue-filters.tsx'
import { ChosenService } from '#web/shop/new-order/service/chosen-service.tsx'
import { orderLayout } from './new-order-layout.ts'
import { takeOrderDraft } from './order-draft.ts'
import { OrderFields } from './order-fields.tsx'
import { addFundsPath, OrderBar, OrderSummary } from './order-summary.tsx'
import { PlatformFilter } from '#web/shop/new-order/picker/platform-filter.tsx'
import { type Failure, PreselectedFailure } from '#web/shop/new-order/service/preselected.tsx'
import { SuggestionsBox } from '#web/shop/new-order/service/suggestions-box.tsx'
import { ServicePicker } from '#web/shop/new-order/picker/service-picker.tsx'
import { useNewOrder } from './use-new-order.ts'
import { useServiceAddress } from './use-service-address.ts'

// Longer than most: the parts of one form, which render separately and are read together.

// The receipt is fetched at the first keystroke, long before it is needed.
const fetchReceipt = once(() => import('./placed-order.tsx'))
const Receipt = lazy(async () => ({ default: (await fetchReceipt()).PlacedOrderReceipt }))
// For customers who start with the link.
const LinkServices = lazy(async () => ({
  default: (await import('#web/shop/new-order/service/link-services.tsx')).LinkServices,
}))

const noCategories: readonly never[] = []

type NewOrderFormProps = {
  /** The values in the URL. */
  service: IndexedService | undefined
  link: string | undefined
  /** Why the service could not be selected, shown above the form. */
  failure: Failure | undefined
}

/** One order, from the first keystroke to its receipt. */
export function NewOrderForm({ service: preselected, link, failure }: NewOrderFormProps) {
  const t = useText(newOrderText)
  const { language } = useFormat()
  const navigate = useNavigate()
  const draft = useDraft('new-order')
  const [initial] = useState(() => takeOrderDraft(draft.values, preselected, link))
  const order = useNewOrder(initial)
  const catalogue = useServiceIndex()
  const [platform, setPlatform] = useState<string | undefined>(() =>
    preselected === undefined ? platformOfLink(initial.fields.link) : undefined,
  )
  const [categoryId, setCategoryId] = useState<number>()
  const form = useRef<HTMLFormElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const linkBox = useRef<HTMLInputElement>(null)
  const { service, fields } = order
  const { index, load } = catalogue
  const linked = useLinkTarget(index, fields.link)
  const platforms = useMemo(() => platformsOf(index?.categories), [index])
  const onTouch = useCallback(() => void load(), [load])
  const { keepOnly } = order
  const choosePlatform = useCallback(
    (next: string | undefined) => {
      setPlatform(next)
      setCategoryId(undefined)
      if (next !== undefined) keepOnly(({ platform: of }) => of === next)
      void load()
    },
    [load, keepOnly],
  )
  const chooseCategory = useCallback(
    (next: number | undefined) => {
      setCategoryId(next)
      if (next !== undefined) keepOnly(({ category }) => category.id === next)
    },
    [keepOnly],
  )

  // One arrives to type, before it is painted: what is typed then begins here. On a touch screen that would bring up the
  // keyboard before anything was read.
  useLayoutEffect(() => {
    if (matchMedia('(pointer: fine)').matches) (preselected === undefined ? picker : linkBox).current?.focus()
  }, [preselected])

  // If the stored service could not be loaded, a retry loads it.
  const missing = failure === 'loadFailed' ? draft.values['service'] : undefined

  const isForLink = preselected === undefined && platformOfLink(initial.fields.link) !== undefined
  useEffect(() => {
    if (isForLink) void catalogue.load()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isForLink])

  useServiceAddress(service?.id)

  const keep = useCallback(() => {
    if (form.current !== null) draft.keep(form.current)
  }, [draft])
  useEffect(() => keepOverSignIn(draft, keep), [draft, keep])
  // Try Again keeps everything typed until the reload finishes.
  const isLoadedAgain = useRevalidator().state === 'loading'
  useEffect(() => {
    if (isLoadedAgain) keep()
  })

  /** Add Funds links back to this order. */
  function onClick({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest('a[href^="/add-funds"]') !== null) keep()
  }

  async function place(): Promise<void> {
    if (order.shortfall !== undefined) {
      keep()
      void navigate(addFundsPath(order))
    } else if (!(await order.place())) {
      // After the messages are rendered, so that screen readers announce the field with its message.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void place()
  }

  function takeLink(typed: string): void {
    order.change({ link: typed })
    const found = platformOfLink(typed)
    if (found === undefined || service !== undefined) return
    if (found !== platform) choosePlatform(found)
    else void catalogue.load()
  }

  function choose(chosen: IndexedService): void {
    order.choose(chosen)
    // If there is already a link, continue with the quantity.
    const isFilled = fields.link.trim() !== ''
    const next = isFilled ? form.current?.elements.namedItem(fields.by) : undefined
    if (next instanceof HTMLInputElement) next.focus()
    else linkBox.current?.focus()
    // The selected service's details are inserted above and push it below a narrow screen's bar.
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }))
  }

  function showAll(): void {
    picker.current?.focus()
    picker.current?.click()
  }

  if (order.placed !== undefined) {
    return (
      <div className="grid justify-items-center gap-5">
        <PageHeading>{t('title')}</PageHeading>
        <LazyPart>
          <Receipt order={order.placed} onAnother={order.startAnother} />
        </LazyPart>
      </div>
    )
  }
  if (index?.services.length === 0 && service === undefined) return <NothingToOrder />
  return (
    <div className="grid gap-5">
      {failure !== undefined && <PreselectedFailure failure={failure} onRetry={keep} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter works in every field */}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onInput={() => void fetchReceipt().catch(() => {})} // reported where the receipt is rendered
        className={orderLayout}
      >
        <div className="grid grid-cols-1 gap-4">
          <PageHeading
            aside={
              <LinkButton to="/mass-order" tone="quiet" size="small" className="-my-1 -me-3">
                <LayoutList aria-hidden className="size-4" />
                {t('massOrder')}
              </LinkButton>
            }
          >
            {t('title')}
          </PageHeading>
          <PlatformFilter platforms={platforms} value={platform} onChange={choosePlatform} />
          <div className="relative grid grid-cols-1 items-start gap-4 wide:grid-cols-[13rem_minmax(0,1fr)]">
            <CategorySelect
              categories={index?.categories ?? noCategories}
              platform={platform}
              value={categoryId}
              onChange={chooseCategory}
              onTouch={onTouch}
            />
            <ServicePicker
              catalogue={catalogue}
              isFailureSaid={failure === 'loadFailed'}
              filter={{ platform, categoryId, linked }}
              service={service}
              error={order.shownErrors['service'] ?? order.shownErrors['service_id']}
              onChoose={choose}
              onLink={takeLink}
              input={picker}
            />
          </div>
          <input type="hidden" name="service" value={service?.id ?? missing ?? ''} />
          <input type="hidden" name="language" value={language} />
          {service !== undefined && (
            <ChosenService
              service={order.listed ?? service}
              rate={service.rate}
              quantity={order.quote.quantity}
              onRenewed={order.renew}
            />
          )}
          <OrderFields order={order} onLink={takeLink} linkBox={linkBox}>
            {service === undefined && linked !== undefined && index !== undefined && (
              <LazyPart>
                <LinkServices index={index} linked={linked} onChoose={choose} onAll={showAll} />
              </LazyPart>
            )}
          </OrderFields>
          {service === undefined && linked === undefined && (
            <SuggestionsBox {...{ index, platform, categoryId, onTouch }} onChoose={choose} />
          )}
        </div>
        <div className="wide:sticky wide:top-20">
          <OrderSummary order={order} onPlace={() => void place()} />
        </div>
        <OrderBar order={order} onPlace={() => void place()} />
      </form>
    </div>
  )
}

/** Only once: importing a chunk checks all its dependencies, which is too slow for each keystroke. */
function once<T>(fetch: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined
  return () => {
    fetched ??= fetch().catch((error: unknown) => {
      fetched = undefined
      throw error
    })
    return fetched
  }
}

/** The same object while the link has the same kind of target: results are not searched at every keystroke. */
function useLinkTarget(index: ServiceIndex | undefined, link: string) {
  const { platform, kind } = index?.linkIn(link) ?? {}
  return useMemo(() => (platform === undefined ? undefined : { platform, kind }), [platform, kind])
}

function NothingToOrder() {
  const t = useText(newOrderText)
  return (
    <div className="grid gap-5">
      <PageHeading>{t('title')}</PageHeading>
      <Card isFlush>
        <EmptyState message={t('noServices')}>
          <LinkButton to="/support?tab=new" tone="secondary">
            {t('askSupport')}
          </LinkButton>
        </EmptyState>
      </Card>
    </div>
  )
}
