import { limits } from '#contract/base/limits.ts'
import { newOrderText } from './texts.en.ts'
import { openDraft } from '#web/platform/drafts/drafts.ts'
import { sessionContext } from '#web/platform/session/guard.ts'
import { pageTitle, textOf } from '#web/platform/page/page-title.ts'
import { loadOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import type { Route } from './+types/new-order-page.ts'
import { NewOrderForm } from './new-order-form.tsx'
import { loadPreselected } from '#web/shop/new-order/service/preselected.tsx'
import { forgetWritten, isOtherService } from './use-service-address.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, textOf(matches, newOrderText)('title'))

let visits = 0

/**
 * `?service=` preselects a service, otherwise the draft stored when the session expired does; if a service is
 * unavailable or could not be loaded, the form is empty and says so. `?link=` is its link, and `?again=` fills in the
 * form from an earlier order.
 */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const userId = context.get(sessionContext).user.id
  forgetWritten()
  // In parallel with the service, so that only the customer's own price is shown.
  const rates = loadOwnRates()
  const { searchParams } = new URL(request.url)
  if (searchParams.has('again')) {
    // Rarely used, and it needs a kilobyte or two.
    const { fillAgain } = await import('#web/parts/orders/fill-again.ts')
    await fillAgain(searchParams, request.signal)
  }
  const link = searchParams.get('link')?.trim().slice(0, limits.linkMax)
  // A URL with only a link is for another order than the stored draft.
  const kept = link === undefined ? openDraft('new-order', userId).values['service'] : undefined
  const id = Number(searchParams.get('service') ?? kept)
  const isNamed = Number.isSafeInteger(id) && id > 0
  const loaded = isNamed
    ? await loadPreselected(id, request.signal)
    : { service: undefined, failure: undefined }
  await rates
  return { ...loaded, link, visit: (visits += 1) }
}

export const shouldRevalidate = isOtherService

export default function NewOrderPage({ loaderData }: Route.ComponentProps) {
  const { service, link, failure, visit } = loaderData
  return <NewOrderForm key={visit} service={service} link={link} failure={failure} />
}
