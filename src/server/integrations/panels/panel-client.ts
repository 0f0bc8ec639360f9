import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { guardedFetch, type GuardedAnswer } from '#server/lib/http/outbound/guarded-fetch.ts'
import type { Spoken } from '#server/integrations/panels/dialects/dialect.ts'
import { spoken } from '#server/integrations/panels/dialects/dialects.ts'

import { secretsIn, secretsOf, toPanelUrl } from './panel-account.ts'
import {
  ANSWER_BYTES_MAX,
  NO_REASON,
  type Panel,
  PANEL_IDS_MAX,
  type PanelAccount,
  type PanelAnswer,
  type PanelBalance,
  type PanelOrderAnswer,
  type PanelRefill,
  type AddExchange,
  type AddOptions,
  type AddOutcome,
  type OrderToAdd,
} from './panel.ts'
import { readAnswer } from './read-answer.ts'
import { readCancel } from './read-cancel.ts'
import { isObject, type Json, memberOf } from './read-json.ts'
import { readRefill, readRefillState } from './read-refill.ts'
import { LIST_BYTES_MAX, LIST_TIMEOUT_MS, readServiceList, toPerThousand } from './read-services.ts'
import { readCurrency, readEntries, readOrder } from './read-status.ts'
import { readDecimal } from './read-values.ts'
import { toSentence } from './judge-error.ts'
import { readAdd } from './read-add.ts'
import { scrubKey, type Secrets } from './read-error.ts'

const TIMEOUT_MS = 30_000
const GET_TIMEOUT_MS = 15_000
const ADD_TIMEOUT_MS = 60_000

/** The panel protocol ("API v2") in all dialects. */
export const panel: Panel = makePanel(spoken)

export function makePanel(words: Spoken): Panel {
  /** A read-only call, so a pooled connection may be used. */
  const call = async (account: PanelAccount, request: PanelCall): Promise<PanelAnswer<Json>> => {
    const sent = await send(account, request)
    if (!sent.ok) return sent
    return readAnswer({ ...sent.value, body: String(sent.value.body) }, secretsOf(account), words)
  }

  const orders: Panel['orders'] = async (account, ids) => {
    refuseTooMany(ids)
    const answer = await call(account, { action: 'status', fields: { orders: ids.join(',') } })
    if (!answer.ok) return answer
    const found = new Map<string, PanelOrderAnswer>()
    for (const [id, entry] of readEntries(answer.value, ids, 'order', words)) {
      const order = readOrder(entry, secretsOf(account), words)
      if (order !== undefined) found.set(id, order)
    }
    return { ok: true, value: found }
  }

  const refills: Panel['refills'] = async (account, ids) => {
    refuseTooMany(ids)
    const answer = await call(account, { action: 'refill_status', fields: { refills: ids.join(',') } })
    if (!answer.ok) return answer
    const found = new Map<string, PanelRefill>()
    for (const [id, entry] of readEntries(answer.value, ids, 'refill', words)) {
      const refill = readRefillState(entry, secretsOf(account), words)
      if (refill !== undefined) found.set(id, refill)
    }
    return { ok: true, value: found }
  }

  return {
    orders,
    refills,
    add: (account, order, options = {}) => addOrder(account, order, options, words),
    describeAdd: (order) =>
      Object.entries({ action: 'add', ...toAddFields(order) }).map(([name, value]) => ({ name, value })),

    async services(account) {
      const limits = { timeoutMs: LIST_TIMEOUT_MS, bytesMax: LIST_BYTES_MAX }
      const sent = await send(account, { action: 'services' }, limits)
      if (!sent.ok) return sent
      const list = await readServiceList({ ...sent.value, key: secretsOf(account), words })
      return list.ok && account.ratePer === 1 ? { ok: true, value: toPerThousand(list.value) } : list
    },

    async servicesAt(url, reach) {
      const outcome = await guardedFetch({
        ...reach,
        url,
        method: 'GET',
        timeoutMs: LIST_TIMEOUT_MS,
        bytesMax: LIST_BYTES_MAX,
      })
      if (outcome.kind !== 'answered') return outcome
      return readServiceList({ ...outcome, key: secretsIn(url), words })
    },

    async balance(account) {
      const answer = await call(account, { action: 'balance' })
      if (!answer.ok) return answer
      const value = readBalance(answer.value)
      if (value !== undefined) return { ok: true, value }
      const fault = { code: 'no_balance', details: {} } as const
      return { ok: false, fault, isDown: false }
    },

    async order(account, id) {
      const answer = await call(account, { action: 'status', fields: { order: id } })
      if (!answer.ok) return answer
      const entry = readEntries(answer.value, [id], 'order', words).get(id)
      return { ok: true, value: readOrder(entry, secretsOf(account), words) }
    },

    async refill(account, id) {
      const answer = await call(account, { action: 'refill_status', fields: { refill: id } })
      if (!answer.ok) return answer
      const entry = readEntries(answer.value, [id], 'refill', words).get(id)
      return {
        ok: true,
        value: entry === undefined ? undefined : readRefillState(entry, secretsOf(account), words),
      }
    },

    async requestRefill(account, order) {
      const outcome = await guardedFetch({
        ...toRequest(account, { action: 'refill', fields: { order } }),
        isFresh: true,
      })
      if (outcome.kind !== 'answered') return { kind: outcome.kind, fault: outcome.fault }
      return readRefill({ ...outcome, body: String(outcome.body) }, secretsOf(account), words)
    },

    async requestCancel(account, id) {
      const together = await call(account, { action: 'cancel', fields: { orders: id } })
      // Some panels do not support lists. Requesting a cancel twice does no harm.
      const answer = isFaultOfLists(together)
        ? await call(account, { action: 'cancel', fields: { order: id } })
        : together
      if (answer.ok) {
        const entry = readEntries(answer.value, [id], 'order', words).get(id)
        return { ok: true, value: entry === undefined ? undefined : readCancel(entry, words) }
      }
      if (answer.isDown || answer.about !== undefined) return answer
      // An error of the whole call that is not about our account is about the order it was made for.
      return { ok: true, value: { kind: 'refused' } }
    },

    async acceptsKeyByGet(account) {
      const { url, form, ...request } = toRequest(account, { action: 'balance' })
      if (!URL.canParse(url)) return false
      const address = new URL(url)
      for (const [name, value] of form) address.searchParams.set(name, value)
      const get = { ...request, url: address.href, method: 'GET' as const, timeoutMs: GET_TIMEOUT_MS }
      const outcome = await guardedFetch(get)
      if (outcome.kind !== 'answered') return false
      const answer = readAnswer({ ...outcome, body: String(outcome.body) }, secretsOf(account), words)
      return answer.ok && readBalance(answer.value) !== undefined
    },
  }
}

/** One HTTP request on a connection of its own, without redirects, never repeated (field notes 2). */
async function addOrder(
  account: PanelAccount,
  order: OrderToAdd,
  { timeoutMs = ADD_TIMEOUT_MS, signal, refuseStart, onExchange, isTaught }: AddOptions,
  words: Spoken,
): Promise<AddOutcome> {
  const fields = toAddFields(order)
  const outcome = await guardedFetch({
    url: toPanelUrl(account.apiUrl),
    method: 'POST',
    form: new URLSearchParams({ ...fields, key: account.key, action: 'add' }),
    timeoutMs,
    bytesMax: ANSWER_BYTES_MAX,
    isFresh: true,
    signal,
    refuseStart,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.('add'),
  })
  const secrets = secretsOf(account)
  if (outcome.kind !== 'answered') {
    if (outcome.kind === 'unknown') onExchange?.(toAddExchange({ fields, answer: undefined }, secrets))
    return { kind: outcome.kind, fault: outcome.fault }
  }
  const answer = { status: outcome.status, body: String(outcome.body) }
  onExchange?.(toAddExchange({ fields, answer }, secrets))
  const read = readAdd({ ...outcome, ...answer }, secrets, words)
  return isTaught === undefined ? read : applyTaught(read, { order, isTaught, words })
}

/** The fields of an `add`, without the key. */
function toAddFields(order: OrderToAdd): Record<string, string> {
  const { link, quantity } = rulesOf(toServiceType(order.service_type) ?? 'Default')
  return {
    service: order.provider_service,
    ...(link ? { link: order.link } : {}),
    ...(quantity === 'asked' ? { quantity: String(order.quantity) } : {}),
    ...order.details,
  }
}

/** A refusal in unknown words counts as rejected when it was taught. */
async function applyTaught(
  outcome: AddOutcome,
  {
    order,
    isTaught,
    words,
  }: { order: OrderToAdd; isTaught: NonNullable<AddOptions['isTaught']>; words: Spoken },
): Promise<AddOutcome> {
  if (outcome.kind !== 'unknown') return outcome
  const { fault } = outcome
  if (fault.code === 'no_reason') return { ...outcome, sentence: NO_REASON }
  if (fault.code !== 'said') return outcome
  const sentence = toSentence(fault.details.error, order, words)
  return (await isTaught(sentence)) ? { kind: 'rejected', fault } : { ...outcome, sentence }
}

/** An `add` response has about 20 bytes; an HTML page says what it is in its first lines. */
const CHARACTERS_MAX = 4_096

export function toAddExchange(
  { fields, answer }: { fields: Readonly<Record<string, string>>; answer: AddExchange['answer'] },
  secrets: Secrets,
): AddExchange {
  // The API key is left out here; `toStorableText` also removes it where a customer typed it into a field.
  const request = new URLSearchParams({ ...fields, action: 'add' }).toString()
  return {
    request: toStorableText(request, secrets),
    answer: answer && { status: answer.status, body: toStorableText(answer.body, secrets) },
  }
}

/** PostgreSQL accepts neither NUL nor half a surrogate pair where the text is cut. */
function toStorableText(text: string, secrets: Secrets): string {
  const cut = scrubKey(text, secrets).replaceAll('\0', '\uFFFD').slice(0, CHARACTERS_MAX)
  return cut.toWellFormed()
}

type PanelCall = { action: string; fields?: Readonly<Record<string, string>> }

function toRequest(account: PanelAccount, { action, fields }: PanelCall) {
  return {
    url: toPanelUrl(account.apiUrl),
    method: 'POST' as const,
    form: new URLSearchParams({ key: account.key, action, ...fields }),
    timeoutMs: TIMEOUT_MS,
    bytesMax: ANSWER_BYTES_MAX,
    allowedOrigin: account.allowedOrigin,
    allowedNetworks: account.allowedNetworks,
    observe: account.observe?.(action),
  }
}

async function send(
  account: PanelAccount,
  request: PanelCall,
  limits: { timeoutMs?: number; bytesMax?: number } = {},
): Promise<PanelAnswer<Extract<GuardedAnswer, { kind: 'answered' }>>> {
  const outcome = await guardedFetch({ ...toRequest(account, request), ...limits })
  if (outcome.kind === 'answered') return { ok: true, value: outcome }
  return { ok: false, fault: outcome.fault, isDown: true }
}

/** {"balance":"1.5","currency":"USD"}, alone or in {"data":…}. */
function readBalance(answered: Json): PanelBalance | undefined {
  const inner = isObject(answered) ? memberOf(answered, 'data') : undefined
  const value = isObject(inner) ? inner : answered
  const balance = isObject(value) ? readDecimal(memberOf(value, 'balance')) : undefined
  if (!isObject(value) || balance === undefined) return undefined
  return { balance, currency: readCurrency(memberOf(value, 'currency')) }
}

function refuseTooMany(ids: readonly string[]): void {
  if (ids.length === 0 || ids.length > PANEL_IDS_MAX)
    throw new Error(`a call takes 1 to ${PANEL_IDS_MAX} ids, not ${ids.length}`)
}

function isFaultOfLists(answer: PanelAnswer<Json>): boolean {
  return !answer.ok && !answer.isDown && answer.about === undefined && answer.isAboutOneId !== true
}
