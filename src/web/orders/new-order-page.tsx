import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { platformOfLink } from '#contract/platform-of-link.ts'
import { platforms } from '#contract/platforms.ts'
import { useServiceIndex } from '#web/catalogue/use-service-index.ts'
import { openDraft, useDraft } from '#web/session/drafts.ts'
import { sessionContext } from '#web/session/guard.ts'
import { useFormat } from '#web/language/use-format.ts'
import { newOrderText } from '#web/messages/new-order.ts'
import { useText } from '#web/messages/text.ts'
import { pageTitle, textOf } from '#web/site/page-title.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { Select } from '#web/ui/select-field.tsx'
import { loadOwnRates } from '#web/wallet/use-own-rates.ts'
import type { Route } from './+types/new-order-page.ts'
import { ChosenService } from './chosen-service.tsx'
import { OrderFields } from './order-fields.tsx'
import { addFundsPath, OrderBar, OrderSummary } from './order-summary.tsx'
import { parseQuantity } from './parse-quantity.ts'
import { PlacedOrderReceipt } from './placed-order.tsx'
import { PlatformFilter } from './platform-filter.tsx'
import { loadPreselected, PreselectedFailure } from './preselected.tsx'
import { ServicePicker } from './service-picker.tsx'
import { fillAgain } from './fill-again.ts'
import { takeOrderDraft } from './order-draft.ts'
import { useNewOrder } from './use-new-order.ts'
import { forgetWritten, isOtherService, useServiceAddress } from './use-service-address.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, newOrderText)('title'))

let visits = 0

/**
 * `?service=` preselects one, else the one of a form that was left in the middle; a service that is gone, or could not be
 * asked for, leaves the form empty and says so. `?again=` fills the form in as an order of before was.
 */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const userId = context.get(sessionContext).user.id
  forgetWritten()
  // Beside the service, so that no other price is shown before the customer's own.
  const rates = loadOwnRates(userId)
  const { searchParams } = new URL(request.url)
  await fillAgain(searchParams, request.signal)
  const named = searchParams.get('service')
  const id = Number(named ?? openDraft('new-order', userId).values['service'])
  const isNamed = Number.isSafeInteger(id) && id > 0
  const loaded = isNamed
    ? await loadPreselected(id, request.signal)
    : { service: undefined, failure: undefined }
  await rates
  return { ...loaded, visit: (visits += 1) }
}

export const shouldRevalidate = isOtherService

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function NewOrderPage({ loaderData: { service, failure, visit } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      {failure !== undefined && <PreselectedFailure failure={failure} />}
      <NewOrderForm key={visit} preselected={service} />
    </div>
  )
}

function NewOrderForm({ preselected }: { preselected: Route.ComponentProps['loaderData']['service'] }) {
  const t = useText(newOrderText)
  const format = useFormat()
  const navigate = useNavigate()
  const draft = useDraft('new-order')
  const [initial] = useState(() => takeOrderDraft(draft.values, preselected))
  const order = useNewOrder(initial)
  const catalogue = useServiceIndex()
  const [platform, setPlatform] = useState<string>()
  const [categoryId, setCategoryId] = useState<number>()
  const form = useRef<HTMLFormElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const linkBox = useRef<HTMLInputElement>(null)
  const { service } = order

  // One arrives to type. On a touch screen that would bring up the keyboard before anything was read.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) (preselected === undefined ? picker : linkBox).current?.focus()
  }, [preselected])

  useServiceAddress(service?.id)

  // At every change, also one that no key made: a service that was picked, a quantity that was put right.
  useEffect(() => {
    if (order.placed !== undefined) draft.forget()
    else if (form.current !== null) draft.keep(form.current)
  }, [draft, order.fields, order.placed, service])

  async function place(): Promise<void> {
    if (order.shortfall !== undefined) {
      void navigate(addFundsPath(order))
    } else if (!(await order.place())) {
      // After the sentences are drawn, so that the field is read out with its own.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void place()
  }

  function takeLink(link: string): void {
    order.change({ link })
    const linked = platformOfLink(link)
    if (linked !== undefined && service === undefined) choosePlatform(linked)
  }

  function choosePlatform(next: string | undefined): void {
    setPlatform(next)
    setCategoryId(undefined)
    void catalogue.load()
  }

  if (order.placed !== undefined) {
    return (
      <div className="grid justify-items-center gap-5">
        <PageHeading>{t('title')}</PageHeading>
        <PlacedOrderReceipt order={order.placed} onAnother={order.startAnother} />
      </div>
    )
  }
  const categories = (catalogue.index?.categories ?? []).filter(
    (category) => platform === undefined || category.platform === platform,
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter works in every field
    <form
      ref={form}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      className="grid grid-cols-1 items-start gap-7 max-wide:pb-28 wide:grid-cols-[minmax(0,1fr)_21.75rem]"
    >
      <div className="grid grid-cols-1 gap-5">
        <PageHeading>{t('title')}</PageHeading>
        <PlatformFilter
          platforms={platformsOf(catalogue.index?.categories)}
          value={platform}
          onChange={choosePlatform}
        />
        <label className="grid gap-2">
          <span className="font-semibold">{t('category')}</span>
          <Select
            name="category"
            value={categoryId === undefined ? '' : String(categoryId)}
            onFocus={() => void catalogue.load()}
            onPointerDown={() => void catalogue.load()}
            onChange={({ currentTarget: { value } }) =>
              setCategoryId(value === '' ? undefined : Number(value))
            }
            options={[
              { value: '', label: t('allCategories') },
              ...categories.map(({ id, name, services }) => ({
                value: String(id),
                label: `${name} (${format.number(services)})`,
              })),
            ]}
          />
        </label>
        <ServicePicker
          catalogue={catalogue}
          filter={{ platform, categoryId }}
          service={service}
          error={order.shownErrors['service'] ?? order.shownErrors['service_id']}
          onChoose={(chosen) => {
            order.choose(chosen)
            linkBox.current?.focus()
          }}
          isLink={(text) => platformOfLink(text) !== undefined}
          onLink={takeLink}
          input={picker}
        />
        <input type="hidden" name="service" value={service?.id ?? ''} />
        <input type="hidden" name="language" value={format.language} />
        {service !== undefined && (
          <ChosenService
            service={order.listed ?? service}
            rate={service.rate}
            quantity={parseQuantity(format.language, order.fields.quantity)}
            onRenewed={order.renew}
          />
        )}
        <OrderFields
          order={{
            ...order,
            change: (part) => (part.link === undefined ? order.change(part) : takeLink(part.link)),
          }}
          linkBox={linkBox}
        />
      </div>
      <div className="wide:sticky wide:top-20">
        <OrderSummary order={order} onPlace={() => void place()} />
      </div>
      <OrderBar order={order} onPlace={() => void place()} />
    </form>
  )
}

/** Before the catalogue is here every platform is offered, then those that have services. */
function platformsOf(categories: readonly { platform: string }[] | undefined): readonly string[] {
  if (categories === undefined) return platforms
  return [...new Set(categories.map(({ platform }) => platform))].toSorted()
}
