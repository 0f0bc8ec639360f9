import { timingSafeEqual } from 'node:crypto'
import type { Faults } from '#sandbox/faults/faults.ts'
import { replyWithFault } from '#sandbox/faults/reply-with-fault.ts'
import { readBody, toFields } from '#sandbox/http/read-body.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import type { CallLog } from './call-log.ts'
import { PANEL_ACTIONS, type Panel } from './panel-actions.ts'
import { quirkyAnswer, showAdded } from './quirks.ts'

/** `POST {url}/api/v2`: one call of the panel protocol, form or JSON, met by the fault that waits for it, if any. */
export async function answerPanelCall({
  panel,
  exchange,
  faults,
  log,
  key,
}: {
  panel: Panel
  exchange: Exchange
  faults: Faults
  log: CallLog
  key: string
}): Promise<void> {
  const { request } = exchange
  const body = (await readBody(request)).toString('utf8')
  const fields = toFields(body, request.headers['content-type'] ?? '')
  const name = fields.get('action') ?? ''
  const fault = faults.nextForCall(name)
  const note = log.note({ action: name, fields, fault: fault?.kind })
  await replyWithFault({
    exchange,
    fault,
    take: () => {
      const value = takeCall({ panel, fields, name, key })
      note.answered(value)
      return quirkyAnswer(value, panel.settings.quirks)
    },
    repeatEarlier: () => repeatEarlier(panel, name),
  })
}

function takeCall({
  panel,
  fields,
  name,
  key,
}: {
  panel: Panel
  fields: Map<string, string>
  name: string
  key: string
}): unknown {
  if (!isSameText(fields.get('key') ?? '', key)) return { error: 'Invalid API key' }
  const act = Object.hasOwn(PANEL_ACTIONS, name) ? PANEL_ACTIONS[name] : undefined
  return act ? act(panel, fields) : { error: 'Incorrect request' }
}

/** Only `add` and `refill` hand out ids; of other calls the ordinary answer is right. */
function repeatEarlier({ state, settings }: Panel, name: string): Answer | undefined {
  const order = name === 'add' ? [...state.orders.keys()].at(-1) : undefined
  if (order !== undefined) return quirkyAnswer(showAdded(order, settings.quirks), settings.quirks)
  const refill = name === 'refill' ? [...state.refills.keys()].at(-1) : undefined
  return refill === undefined ? undefined : jsonAnswer({ refill: String(refill) })
}

function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
