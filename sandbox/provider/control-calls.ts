import { parseDecimal } from '#sandbox/decimal.ts'
import { answerFaultCall } from '#sandbox/faults/fault-calls.ts'
import type { Faults } from '#sandbox/faults/faults.ts'
import { readControlBody } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import type { CallLog } from './call-log.ts'
import type { CatalogueService } from './catalogue-service.ts'
import { wholeOf, type Order } from './delivery.ts'
import type { Panel } from './panel-actions.ts'
import type { ProviderState } from './provider-state.ts'
import { changeSettings, showSettings } from './settings.ts'
import { takeHistory } from './take-history.ts'

const SPEED_MAX = 1_000_000
const ACTIONS = ['add', 'services', 'status', 'refill', 'refill_status', 'cancel', 'balance']
const STATUS_LENGTH_MAX = 200

/** The calls under /sandbox/: the call log, faults, the delivery speed, and the state of an order. */
export async function answerControlCall({
  panel,
  exchange,
  faults,
  log,
}: {
  panel: Panel
  exchange: Exchange
  faults: Faults
  log: CallLog
}): Promise<Answer> {
  const { request, url } = exchange
  const { state, settings } = panel
  const call = `${request.method} ${url.pathname}`
  if (url.pathname === '/sandbox/faults') return answerFaultCall(exchange, faults)
  if (call === 'GET /sandbox/calls') {
    const action = url.searchParams.get('action')
    if (action !== null && !ACTIONS.includes(action))
      refuse(400, `\`action\` must be one of: ${ACTIONS.join(', ')}.`)
    return jsonAnswer(log.list(state, action))
  }
  if (call === 'GET /sandbox/speed') return jsonAnswer({ factor: state.clock.factor() })
  if (call === 'POST /sandbox/speed') return jsonAnswer(setSpeed(state, await readControlBody(request)))
  if (call === 'GET /sandbox/settings') return jsonAnswer(showSettings(state, settings))
  if (call === 'POST /sandbox/settings') {
    changeSettings(state, settings, await readControlBody(request))
    return jsonAnswer(showSettings(state, settings))
  }
  if (call === 'POST /sandbox/history') return jsonAnswer(takeHistory(panel, await readControlBody(request)))
  const [, serviceId] = /^\/sandbox\/services\/(\d{1,15})$/.exec(url.pathname) ?? []
  if (serviceId !== undefined && request.method === 'POST')
    return jsonAnswer(changeService(panel.services, Number(serviceId), await readControlBody(request)))
  const [, id, refillId] = /^\/sandbox\/(?:orders\/(\d{1,15})|refills\/(\d{1,15}))$/.exec(url.pathname) ?? []
  if (refillId !== undefined && request.method === 'POST') {
    const refill = state.refills.get(Number(refillId)) ?? refuse(404, `There is no refill ${refillId} here.`)
    state.moveRefill(refill, toStatus((await readControlBody(request))['status']))
    return jsonAnswer({ refill: refill.id, order: refill.order, status: refill.moved })
  }
  if (id === undefined) refuse(404, `There is no control call ${call}.`)
  const order = state.orders.get(Number(id)) ?? refuse(404, `There is no order ${id} here.`)
  if (request.method === 'GET') return jsonAnswer(showOrder(state, order))
  if (request.method !== 'POST') refuse(405, 'An order is read with GET and moved with POST.')
  moveOrder(state, order, await readControlBody(request))
  return jsonAnswer(showOrder(state, order))
}

/**
 * Changes the price, name, type or bounds of a service from the next call on; `gone` removes it from the list and
 * refuses its orders. In memory, so a restart restores the original list.
 */
function changeService(
  services: Map<number, CatalogueService>,
  id: number,
  { gone, ...members }: Record<string, unknown>,
): unknown {
  const service = services.get(id) ?? refuse(404, `There is no service ${id} here.`)
  if (gone === true) {
    services.delete(id)
    return { service: id, gone: true }
  }
  const changed = { ...service }
  for (const [name, value] of Object.entries(members)) {
    if (!isChangeable(name))
      refuse(400, `Of a service ${changeable.join(', ')} can be changed, and \`gone\`.`)
    if (typeof value !== 'string') refuse(400, `\`${name}\` must be a string.`)
    if (['rate', 'min', 'max'].includes(name) && parseDecimal(value) === undefined)
      refuse(400, `\`${name}\` must be a figure in a string.`)
    changed[name] = value
  }
  services.set(id, changed)
  return changed
}

const changeable = ['name', 'type', 'rate', 'min', 'max'] as const

function isChangeable(name: string): name is (typeof changeable)[number] {
  return changeable.some((one) => one === name)
}

function setSpeed(state: ProviderState, { factor }: Record<string, unknown>): unknown {
  if (typeof factor !== 'number' || !(factor >= 0 && factor <= SPEED_MAX))
    refuse(400, `\`factor\` must be a number from 0 (nothing moves) to ${SPEED_MAX}.`)
  state.setSpeed(factor)
  return { factor }
}

/**
 * Sets the state of an order, which then stays. Any status is accepted, because handling an unknown one is worth a test
 * too.
 */
function moveOrder(state: ProviderState, order: Order, body: Record<string, unknown>): void {
  const { remains, start_count: startCount, charge } = body
  const status = toStatus(body['status'])
  const view = state.view(order)
  state.move(order, {
    status,
    remains:
      remains === undefined
        ? remainsOf(status, order, view.remains)
        : toCount(remains, 'remains', wholeOf(order)),
    startCount:
      startCount === undefined
        ? view.startCount
        : toCount(startCount, 'start_count', Number.MAX_SAFE_INTEGER),
    ...(charge !== undefined && { charge: toCharge(charge) }),
  })
}

/** The remainder if none is given: nothing, everything, or a part for Partial. */
function remainsOf(status: string, order: Order, remains: number | string): number | string {
  if (/^completed$/i.test(status)) return 0
  const whole = wholeOf(order)
  if (/^(pending|cancell?ed|refunded)$/i.test(status)) return whole
  const isPart = typeof remains === 'number' && remains > 0 && remains < whole
  return /^partial/i.test(status) && !isPart ? Math.floor(whole / 2) : remains
}

function toStatus(value: unknown): string {
  if (typeof value === 'string' && value.length <= STATUS_LENGTH_MAX) return value
  return refuse(
    400,
    `\`status\` must be given, a text of at most ${STATUS_LENGTH_MAX} characters, for instance "In progress".`,
  )
}

function toCharge(value: unknown): string {
  const units = typeof value === 'string' ? parseDecimal(value) : undefined
  return String(units ?? refuse(400, '`charge` must be dollars in a string: "0.54".'))
}

function toCount(value: unknown, name: string, max: number): number {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > max)
    refuse(400, `\`${name}\` must be a whole number from 0 to ${max}.`)
  return count
}

function showOrder(state: ProviderState, order: Order): unknown {
  const { status, remains, startCount } = state.view(order)
  return {
    order: order.id,
    service: order.service,
    link: order.link,
    quantity: order.quantity,
    status,
    remains,
    start_count: startCount,
  }
}
