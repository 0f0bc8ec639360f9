import { formatIn } from '#contract/base/format.ts'
import { getOrderAgain } from '#contract/orders/orders.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { readerLanguage } from '#web/platform/i18n/reader-language.ts'
import { orderAgainText } from './texts.en.ts'
import { say } from '#web/platform/i18n/text.ts'
import { keepValue, readKept } from '#web/platform/drafts/drafts.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

/** The name of New Order's draft. */
const name = 'new-order'

export function addressOfAgain(id: number): string {
  return `/new-order?again=${id}`
}

/** Order Again always fills the form from that order, even if a draft of another one is stored. */
export function startAgain(): void {
  keepValue(name, undefined)
}

/**
 * For the loader of New Order: writes the values of the order in `?again=` into the form's draft, unless a draft was
 * stored when the session expired. If that order can't be read, nothing is filled in and a message says so. Nothing
 * else is copied from it: the service, its limits and its price are loaded as for any other order.
 */
export async function fillAgain(params: URLSearchParams, signal: AbortSignal): Promise<void> {
  const id = Number(/^\d{1,16}$/.exec(params.get('again') ?? '')?.[0])
  if (!Number.isSafeInteger(id) || id === 0 || readKept(name) !== undefined) return
  try {
    const { order } = await call(getOrderAgain, { params: { id }, query: {} }, { signal })
    const { service_id: service, link, quantity, price, details } = order
    const own = { service: String(service), link, quantity: String(quantity), language: 'en' }
    keepValue(name, { ...details, ...own })
    const was = formatIn(readerLanguage()).money(price)
    toast('info', say(orderAgainText, 'againFilled', { id: String(id), price: was }))
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined
    // After an expired session, the user returns to this URL.
    if (signal.aborted || status === 401) throw error
    const isGone = status === 404
    toast('error', say(orderAgainText, isGone ? 'againNotFound' : 'againFailed', { id: String(id) }))
  }
}
