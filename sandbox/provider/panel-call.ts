import { timingSafeEqual } from 'node:crypto'
import type { Faults } from '#sandbox/faults/faults.ts'
import { replyWithFault } from '#sandbox/faults/reply-with-fault.ts'
import { readBody } from '#sandbox/http/read-body.ts'
import { send, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import type { CallLog } from './call-log.ts'
import { PANEL_ACTIONS, type Panel } from './panel-actions.ts'
import { quirkyAnswer, WRONG_KEY } from './quirky-answer.ts'
import { readFields } from './read-fields.ts'
import { showAdded, showRefilled } from './show-taken.ts'

/**
 * `{url}/api/v2`: one call of the panel protocol, by GET or POST, in the query, a form, a multipart form or JSON,
 * with its pending fault, if any. An unknown call is answered with HTTP 200, like every error of the protocol.
 */
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
  const { request, response, url } = exchange
  const { quirks } = panel.settings
  if (request.method !== 'GET' && request.method !== 'POST')
    return send(response, quirkyAnswer({ error: 'Incorrect request' }, quirks))
  const fields = await readFields({
    query: url.searchParams,
    body: await readBody(request),
    contentType: request.headers['content-type'] ?? '',
  })
  if (quirks.has('key_by_get_only')) fields.set('key', url.searchParams.get('key') ?? '')
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
  if (panel.settings.quirks.has('address_not_allowed')) return { error: 'Your IP 192.0.2.7 is not allowed' }
  if (!fields.has('action')) return { error: 'Incorrect request' }
  if (!isSameText(fields.get('key') ?? '', key)) return { error: WRONG_KEY }
  const act = Object.hasOwn(PANEL_ACTIONS, name) ? PANEL_ACTIONS[name] : undefined
  return act ? act(panel, fields) : { error: 'Incorrect request' }
}

/** Only `add` and `refill` return ids; other calls are answered normally. */
function repeatEarlier({ state, settings }: Panel, name: string): Answer | undefined {
  const order = name === 'add' ? [...state.orders.keys()].at(-1) : undefined
  if (order !== undefined) return quirkyAnswer(showAdded(order, settings.quirks), settings.quirks)
  const refill = name === 'refill' ? [...state.refills.keys()].at(-1) : undefined
  return refill === undefined
    ? undefined
    : quirkyAnswer(showRefilled(refill, settings.quirks), settings.quirks)
}

function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
