import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { inSlices } from '#server/lib/event-loop/in-slices.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import { cutRows } from './cut-rows.ts'
import { isObject, type Json, memberOf, readJson } from './read-json.ts'
import { isEitherComma, readCount, readDecimal, readFlag, readId, readText } from './read-values.ts'
import { ANSWER_BYTES_MAX } from './call-panel.ts'
import type { PanelAnswer } from './panel-account.ts'
import { readAnswer } from './read-answer.ts'
import type { Secrets } from './read-error.ts'

/** A service in a provider's list. `rate` is a decimal text in its currency, per 1,000 or for a package. */
export type PanelService = {
  service: string
  name: string
  category: string
  type: string
  rate: string
  min: number
  max: number
  refill: boolean
  cancel: boolean
  dripfeed: boolean
  description: string
  averageTime: string | undefined
}

/** A row that cannot be used: the reason, its id, and the text found instead. */
export type UnreadRow = {
  reason: 'not_a_service' | 'no_id' | 'no_name' | 'no_rate' | 'no_range' | 'repeated_id'
  service: string | null
  word: string
}
export type PanelServiceList = { services: PanelService[]; unread: UnreadRow[] }

/** The largest panels have about 10,000 services; an import takes 20,000. */
const ROWS_MAX = 50_000
const NAME_MAX = 2_000
const DESCRIPTION_MAX = 50_000

/**
 * Reads the list in a `services` response, bare or wrapped; undefined when there is none, or it is truncated or too
 * long. A repeated id counts once, unless its rates differ: then none is used. Unusable rows are returned with a
 * reason. Yields to the event loop while reading.
 */
export async function readServices(text: string): Promise<PanelServiceList | undefined> {
  const services = new Map<string, PanelService>()
  const unread: UnreadRow[] = []
  const repeated = new Map<string, string>()
  const seen = { decimalCommas: 0, others: 0 }
  let rows = 0
  let hasList = false
  for await (const cut of inSlices(cutRows(text))) {
    if (cut.kind === 'end') hasList = cut.hasList
    if (cut.kind !== 'row' && cut.kind !== 'malformed') continue
    rows += 1
    if (rows > ROWS_MAX) return undefined
    const row = cut.kind === 'row' ? readJson(cut.text) : undefined
    const read = toService(row)
    if ('reason' in read) unread.push(read)
    else {
      const known = services.get(read.service)
      if (known === undefined) services.set(read.service, read)
      else if (trimDecimal(known.rate) !== trimDecimal(read.rate))
        repeated.set(read.service, `${known.rate}, ${read.rate}`)
      countSpelling(seen, readText(rateOf(row)))
    }
  }
  if (!hasList) return undefined
  for (const [service, rates] of repeated) {
    services.delete(service)
    unread.push(toUnread('repeated_id', service, rates))
  }
  return resolveCommas({ services: [...services.values()], unread }, seen)
}

/** Converts a list with rates per piece. */
export function toPerThousand({ services, unread }: PanelServiceList): PanelServiceList {
  return { services: services.map((one) => ({ ...one, rate: ratePerThousand(one) })), unread }
}

function ratePerThousand({ type, rate }: PanelService): string {
  const known = toServiceType(type)
  return known !== undefined && rulesOf(known).rateIsPrice ? rate : movePoint(rate, 3)
}

/** Multiplies exactly by ten to the power of `places`. */
export function movePoint(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  if (places < 0) {
    const padded = whole.padStart(1 - places, '0')
    return trimDecimal(`${padded.slice(0, places)}.${padded.slice(places)}${fraction}`)
  }
  const padded = fraction.padEnd(places, '0')
  return trimDecimal(`${whole}${padded.slice(0, places)}.${padded.slice(places)}`)
}

/** Without trailing and leading zeros: "0.90" and "0.9" are the same price. */
export function trimDecimal(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, '')
  return whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole
}

type Spellings = { decimalCommas: number; others: number }

function countSpelling(seen: Spellings, rate: string): void {
  if (isEitherComma(rate) || !/[.,]/.test(rate)) return
  if (/^[^.,]*,[^.,]*$/.test(rate)) seen.decimalCommas += 1
  else seen.others += 1
}

/**
 * "1,234" is 1.234 in a list whose other rates use decimal commas and no decimal points. Otherwise it could be a
 * thousand times as much, and the row is reported as unusable.
 */
function resolveCommas(
  { services, unread }: PanelServiceList,
  { decimalCommas, others }: Spellings,
): PanelServiceList {
  const isAmbiguous = ({ rate }: PanelService) => isEitherComma(rate)
  const doubtful = services.filter(isAmbiguous)
  if (decimalCommas > 0 && others === 0) {
    for (const service of doubtful) service.rate = readDecimal(service.rate.replace(',', '.')) ?? service.rate
    return { services, unread }
  }
  return {
    services: services.filter((one) => !isAmbiguous(one)),
    unread: [...unread, ...doubtful.map(({ service, rate }) => toUnread('no_rate', service, rate))],
  }
}

function toService(row: Json | undefined): PanelService | UnreadRow {
  if (!isObject(row)) return toUnread('not_a_service', undefined, '')
  const service = readId(memberOf(row, 'service')) ?? readId(memberOf(row, 'id'))
  const name = readText(memberOf(row, 'name')).slice(0, NAME_MAX).toWellFormed()
  if (service === undefined) return toUnread('no_id', undefined, name)
  if (name === '') return toUnread('no_name', service, '')
  const written = rateOf(row)
  const rate = isEitherComma(written) ? readText(written) : readDecimal(written)
  if (rate === undefined || rate.startsWith('-')) return toUnread('no_rate', service, readText(written))
  const [min, max] = [readCount(memberOf(row, 'min')), readCount(memberOf(row, 'max'))]
  if (min === undefined || max === undefined || max < min)
    return toUnread(
      'no_range',
      service,
      `${readText(memberOf(row, 'min'))}-${readText(memberOf(row, 'max'))}`,
    )
  const description = readText(memberOf(row, 'description') ?? memberOf(row, 'desc'))
  return {
    service,
    name,
    category: readText(memberOf(row, 'category')).slice(0, NAME_MAX).toWellFormed(),
    type: readText(memberOf(row, 'type')).slice(0, 100).toWellFormed(),
    rate,
    min,
    max,
    refill: readFlag(memberOf(row, 'refill')),
    cancel: readFlag(memberOf(row, 'cancel')),
    dripfeed: readFlag(memberOf(row, 'dripfeed')),
    description: description.slice(0, DESCRIPTION_MAX).toWellFormed(),
    averageTime: readText(memberOf(row, 'average_time')).slice(0, 60).toWellFormed() || undefined,
  }
}

function rateOf(row: Json | undefined): Json | undefined {
  return isObject(row) ? (memberOf(row, 'rate') ?? memberOf(row, 'price')) : undefined
}

function toUnread(reason: UnreadRow['reason'], service: string | undefined, word: string): UnreadRow {
  return { reason, service: service ?? null, word: word.slice(0, 60).toWellFormed() }
}

/** The largest panels have about 10,000 services, about 10 MB with descriptions. */
export const LIST_BYTES_MAX = 32 * 1024 * 1024
export const LIST_TIMEOUT_MS = 60_000 // spec §9

/** Limits memory: the whole text is held while its rows are read. */
const reading = makeSemaphore({ runningMax: 2, waitingMax: 8, waitMs: LIST_TIMEOUT_MS })

/** Reads the services in a response. Throws `unavailable` when too many lists wait to be read. */
export function readServiceList(answer: {
  status: number
  body: Buffer
  location?: string | undefined
  key: Secrets
}): Promise<PanelAnswer<PanelServiceList>> {
  return reading(async () => {
    const text = String(answer.body)
    const list = answer.status === 200 ? await readServices(text) : undefined
    if (list !== undefined && (list.services.length > 0 || list.unread.length === 0))
      return { ok: true, value: list }
    // An error is short; a long response without services is unknown.
    const body = text.length > ANSWER_BYTES_MAX ? '[]' : text
    const failed = readAnswer({ ...answer, body }, answer.key)
    if (!failed.ok) return failed
    const fault = { code: 'no_services', details: {} } as const
    return { ok: false, fault, error: 'No services found from the API', isDown: false } // spec §8
  })
}
