import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { getOrderStatus } from '#contract/orders/orders.ts'
import { call } from '#web/platform/api/call.ts'
import { ordersText } from '#web/parts/orders/texts.en.ts'
import { say } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

type Progress = { done: number; total: number }

/** Requests the status of the page's orders, one at a time (spec §4), until all are done or it is stopped. */
export function useStatusRefresh(onStatus: (status: AnswerOf<typeof getOrderStatus>) => void): {
  progress: Progress | undefined
  start: (ids: readonly number[]) => void
  stop: () => void
} {
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run(ids: readonly number[], stopping: AbortController): Promise<void> {
    let failures = 0
    for (const [done, id] of ids.entries()) {
      if (stopping.signal.aborted) break
      setProgress({ done, total: ids.length })
      try {
        onStatus(await call(getOrderStatus, { params: { id }, query: {} }, { signal: stopping.signal }))
      } catch (error) {
        if (stopping.signal.aborted) break
        failures += 1
        report(error)
      }
    }
    setProgress(undefined)
    running.current = undefined
    if (failures > 0) toast('error', say(ordersText, 'refreshFailed'))
    else if (!stopping.signal.aborted) announce(say(ordersText, 'refreshed', { count: ids.length }))
  }

  return {
    progress,
    start: (ids) => {
      if (running.current !== undefined || ids.length === 0) return
      running.current = new AbortController()
      void run(ids, running.current)
    },
    stop: () => running.current?.abort(),
  }
}
