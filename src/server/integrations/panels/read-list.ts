import { makeGate } from '#server/lib/limits/gate.ts'

import { ANSWER_BYTES_MAX } from './call-panel.ts'
import type { PanelAnswer } from './panel-account.ts'
import { readAnswer } from './read-answer.ts'
import type { Secrets } from './read-error.ts'
import { type PanelServiceList, readServices } from './read-services.ts'

/** The largest panels have some 10,000 services, with descriptions some 10 MB. */
export const LIST_BYTES_MAX = 32 * 1024 * 1024
export const LIST_TIMEOUT_MS = 60_000 // spec §9

/** The text of a list is in memory while its rows are read. */
const gate = makeGate({ runningMax: 2, waitingMax: 8 })

/** The services in an answer. Throws `unavailable` where too many lists wait to be read. */
export function readList(answer: {
  status: number
  body: Buffer
  location?: string | undefined
  key: Secrets
}): Promise<PanelAnswer<PanelServiceList>> {
  return gate(async () => {
    const text = String(answer.body)
    const list = answer.status === 200 ? await readServices(text) : undefined
    if (list !== undefined && (list.services.length > 0 || list.unread.length === 0))
      return { ok: true, value: list }
    // A fault is short; what is long and holds no service is nothing that we know.
    const body = text.length > ANSWER_BYTES_MAX ? '[]' : text
    const told = readAnswer({ ...answer, body }, answer.key)
    if (!told.ok) return told
    const fault = { code: 'no_services', details: {} } as const
    return { ok: false, fault, error: 'No services found from the API', isDown: false } // spec §8
  })
}
