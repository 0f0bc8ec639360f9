import { useEffect, useState } from 'react'
import { meetAtTicket } from '#contract/support/admin-tickets.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { call } from '#web/platform/api/call.ts'

/** Well within the 20 s for which a report is valid. */
const againMilliseconds = 5_000

type Meeting = Pick<AnswerOf<typeof meetAtTicket>, 'others'> & { newest: number }

/** Reports to colleagues that this staff member has the ticket open, and returns who else has. */
export function useMeeting(id: number, isAnswering: boolean): Meeting {
  const [meeting, setMeeting] = useState<Meeting>({ others: [], newest: 0 })
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function meet(): Promise<void> {
      if (document.visibilityState === 'visible') {
        const asked = { params: { id }, body: { is_answering: isAnswering } }
        // A failed call is repeated shortly.
        const met = await call(meetAtTicket, asked, { signal: leaving.signal }).catch(() => undefined)
        if (leaving.signal.aborted) return
        if (met !== undefined) setMeeting({ others: met.others, newest: met.last_message })
      }
      timer = setTimeout(() => void meet(), againMilliseconds)
    }
    void meet()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [id, isAnswering])
  useEffect(
    () => () => {
      call(meetAtTicket, { params: { id }, body: { is_answering: null } }).catch(() => undefined)
    },
    [id],
  )
  return meeting
}
