import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { inSlices } from '#server/lib/limits/in-slices.ts'

import { cutRows } from './cut-rows.ts'
import { isObject, type Json, memberOf, readJson } from './read-json.ts'
import { isEitherComma, readCount, readDecimal, readFlag, readId, readText } from './read-values.ts'

/** A service as a provider offers it, in plain form. `rate` is a decimal text in its currency, per 1,000 or for a package. */
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

/** A row that can not be used: why, under which id, and what stands there instead. */
export type UnreadRow = {
  reason: 'not_a_service' | 'no_id' | 'no_name' | 'no_rate' | 'no_range' | 'repeated_id'
  service: string | null
  word: string
}
export type PanelServiceList = { services: PanelService[]; unread: UnreadRow[] }

/** The largest panels have some 10,000; an import takes 20,000. */
const ROWS_MAX = 50_000
const NAME_MAX = 2_000
const DESCRIPTION_MAX = 50_000

/**
 * The list in a `services` answer, bare or wrapped; undefined when there is none, or not to its end, or one without end.
 * A repeated id counts once; where its rates differ, none of them is believed. A row that can not be used is told of with
 * its reason, and the event loop is not held for long.
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
      noteSpelling(seen, readText(rateOf(row)))
    }
  }
  if (!hasList) return undefined
  for (const [service, rates] of repeated) {
    services.delete(service)
    unread.push(notRead('repeated_id', service, rates))
  }
  return settleCommas({ services: [...services.values()], unread }, seen)
}

/** The list of a panel whose rates are for one piece. */
export function toPerThousand({ services, unread }: PanelServiceList): PanelServiceList {
  return { services: services.map((one) => ({ ...one, rate: ratePerThousand(one) })), unread }
}

function ratePerThousand({ type, rate }: PanelService): string {
  const known = toServiceType(type)
  return known !== undefined && rulesOf(known).rateIsPrice ? rate : movePoint(rate, 3)
}

/** Times ten to the power of `places`, exactly. */
export function movePoint(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  if (places < 0) {
    const padded = whole.padStart(1 - places, '0')
    return trimDecimal(`${padded.slice(0, places)}.${padded.slice(places)}${fraction}`)
  }
  const padded = fraction.padEnd(places, '0')
  return trimDecimal(`${whole}${padded.slice(0, places)}.${padded.slice(places)}`)
}

/** Without idle zeros, so that "0.90" and "0.9" are the same price. */
export function trimDecimal(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, '')
  return whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole
}

type Spellings = { decimalCommas: number; others: number }

function noteSpelling(seen: Spellings, rate: string): void {
  if (isEitherComma(rate) || !/[.,]/.test(rate)) return
  if (/^[^.,]*,[^.,]*$/.test(rate)) seen.decimalCommas += 1
  else seen.others += 1
}

/**
 * "1,234" is 1.234 in a list whose other rates have decimal commas too and no point anywhere. Elsewhere it may be a
 * thousand times as much: money is not guessed, and the row is told of.
 */
function settleCommas(
  { services, unread }: PanelServiceList,
  { decimalCommas, others }: Spellings,
): PanelServiceList {
  const isEither = ({ rate }: PanelService) => isEitherComma(rate)
  const doubtful = services.filter(isEither)
  if (decimalCommas > 0 && others === 0) {
    for (const service of doubtful) service.rate = readDecimal(service.rate.replace(',', '.')) ?? service.rate
    return { services, unread }
  }
  return {
    services: services.filter((one) => !isEither(one)),
    unread: [...unread, ...doubtful.map(({ service, rate }) => notRead('no_rate', service, rate))],
  }
}

function toService(row: Json | undefined): PanelService | UnreadRow {
  if (!isObject(row)) return notRead('not_a_service', undefined, '')
  const service = readId(memberOf(row, 'service')) ?? readId(memberOf(row, 'id'))
  const name = readText(memberOf(row, 'name')).slice(0, NAME_MAX).toWellFormed()
  if (service === undefined) return notRead('no_id', undefined, name)
  if (name === '') return notRead('no_name', service, '')
  const written = rateOf(row)
  const rate = isEitherComma(written) ? readText(written) : readDecimal(written)
  if (rate === undefined || rate.startsWith('-')) return notRead('no_rate', service, readText(written))
  const [min, max] = [readCount(memberOf(row, 'min')), readCount(memberOf(row, 'max'))]
  if (min === undefined || max === undefined || max < min)
    return notRead('no_range', service, `${readText(memberOf(row, 'min'))}-${readText(memberOf(row, 'max'))}`)
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

function notRead(reason: UnreadRow['reason'], service: string | undefined, word: string): UnreadRow {
  return { reason, service: service ?? null, word: word.slice(0, 60).toWellFormed() }
}
