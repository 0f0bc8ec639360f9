import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { foreignPlatformOf, isLink } from '#contract/orders/links.ts'
import { findOpenOrder } from '#contract/orders/orders.ts'
import { call } from '#web/platform/api/call.ts'
import { orderFormText } from '#web/parts/orders/texts.en.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'

const delayMilliseconds = 400

type OpenOrder = AnswerOf<typeof findOpenOrder>['order']

/**
 * Warnings about a link that can still be ordered, one sentence each: it belongs to another platform, or an order for
 * it is still open. The customer can place the order anyway.
 */
export function useLinkDoubts(service: { platform: string } | undefined, typed: string): readonly string[] {
  const t = useText(newOrderText)
  const say = useText(orderFormText)
  const link = typed.trim()
  const sold = service?.platform
  const isGood = sold !== undefined && isLink(link, sold)
  const open = useOpenOrder(isGood ? link : undefined)
  if (!isGood) return []
  const linked = foreignPlatformOf(link, sold)
  return [
    ...(linked === undefined ? [] : [say('linkMismatch', { linked, sold })]),
    ...(open === null ? [] : [t('linkOpen', { id: String(open.id), service: open.service_name })]),
  ]
}

/** Requested when typing pauses. Without a response, the order is not held back. */
function useOpenOrder(link: string | undefined): OpenOrder {
  const [found, setFound] = useState<{ link: string; order: OpenOrder }>()

  useEffect(() => {
    if (link === undefined) return
    const leaving = new AbortController()
    const timer = setTimeout(() => void ask(link), delayMilliseconds)

    async function ask(asked: string): Promise<void> {
      try {
        const { order } = await call(findOpenOrder, { query: { link: asked } }, { signal: leaving.signal })
        setFound({ link: asked, order })
      } catch (error) {
        if (!leaving.signal.aborted) report(error)
      }
    }

    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [link])

  return found !== undefined && found.link === link ? found.order : null
}
