import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { inSlices } from '#server/lib/event-loop/in-slices.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import { cutRows } from './cut-rows.ts'
import { isObject, type Json, memberIn, memberOf, readJson } from './read-json.ts'
import { isEitherComma, readCount, readDecimal, readFlag, readId, readText } from './read-values.ts'
import { movePoint, trimDecimal } from './decimals.ts'
import type { Spoken } from './dialects/dialect.ts'
import { spoken } from './dialects/dialects.ts'
import {
  ANSWER_BYTES_MAX,
  type PanelAnswer,
  type PanelService,
  type PanelServiceList,
  type UnreadRow,
} from './panel.ts'
import { readAnswer } from './read-answer.ts'
import type { Secrets } from './read-error.ts'

/** The largest panels have about 10,000 services; an import takes 20,000. */
const ROWS_MAX = 50_000
const NAME_MAX = 2_000
const DESCRIPTION_MAX = 50_000

/**
 * Reads the list in a `services` response, bare or wrapped; undefined when there is none, or it is truncated or too
 * long. A repeated id counts once, unless its rates differ: then none is used. Unusable rows are returned with a
 * reason. Yields to the event loop while reading.
 */
export async function readServices(
  text: string,
  words: Spoken = spoken,
): Promise<PanelServiceList | undefined> {
  const services = new Map<string, PanelService>()
  const unread: UnreadRow[] = []
  const repeated = new Map<string, string>()
  const seen = { decimalCommas: 0, others: 0 }
  let rows = 0
  let hasList = false
  for await (const cut of inSlices(cutRows(text, words.members.services))) {
    if (cut.kind === 'end') hasList = cut.hasList
    if (cut.kind !== 'row' && cut.kind !== 'malformed') continue
    rows += 1
    if (rows > ROWS_MAX) return undefined
    const row = cut.kind === 'row' ? readJson(cut.text) : undefined
    const read = toService(row, words)
    if ('reason' in read) unread.push(read)
    else {
      const known = services.get(read.service)
      if (known === undefined) services.set(read.service, read)
      else if (trimDecimal(known.rate) !== trimDecimal(read.rate))
        repeated.set(read.service, `${known.rate}, ${read.rate}`)
      countSpelling(seen, readText(rateOf(row, words)))
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

function toService(row: Json | undefined, words: Spoken): PanelService | UnreadRow {
  if (!isObject(row)) return toUnread('not_a_service', undefined, '')
  const { members } = words
  const service = members.service.map((name) => readId(memberOf(row, name))).find((id) => id !== undefined)
  const name = readText(memberIn(row, members.name)).slice(0, NAME_MAX).toWellFormed()
  if (service === undefined) return toUnread('no_id', undefined, name)
  if (name === '') return toUnread('no_name', service, '')
  const written = rateOf(row, words)
  const rate = isEitherComma(written) ? readText(written) : readDecimal(written)
  if (rate === undefined || rate.startsWith('-')) return toUnread('no_rate', service, readText(written))
  const [min, max] = [readCount(memberOf(row, 'min')), readCount(memberOf(row, 'max'))]
  if (min === undefined || max === undefined || max < min)
    return toUnread(
      'no_range',
      service,
      `${readText(memberOf(row, 'min'))}-${readText(memberOf(row, 'max'))}`,
    )
  const description = readText(memberIn(row, members.description))
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

function rateOf(row: Json | undefined, { members }: Spoken): Json | undefined {
  return isObject(row) ? memberIn(row, members.rate) : undefined
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
export function readServiceList({
  words,
  ...answer
}: {
  status: number
  body: Buffer
  location?: string | undefined
  key: Secrets
  words: Spoken
}): Promise<PanelAnswer<PanelServiceList>> {
  return reading(async () => {
    const text = String(answer.body)
    const list = answer.status === 200 ? await readServices(text, words) : undefined
    if (list !== undefined && (list.services.length > 0 || list.unread.length === 0))
      return { ok: true, value: list }
    // An error is short; a long response without services is unknown.
    const body = text.length > ANSWER_BYTES_MAX ? '[]' : text
    const failed = readAnswer({ ...answer, body }, answer.key, words)
    if (!failed.ok) return failed
    const fault = { code: 'no_services', details: {} } as const
    return { ok: false, fault, isDown: false }
  })
}
