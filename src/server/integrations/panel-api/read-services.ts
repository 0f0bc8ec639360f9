import { inSlices } from '#server/in-slices.ts'

import { cutRows } from './cut-rows.ts'
import { isObject, type Json, type JsonObject, memberOf, readJson } from './read-json.ts'
import { readCount, readDecimal, readFlag, readId, readText } from './read-values.ts'

/** A service as a provider offers it, in plain form. `rate` is a decimal text in its currency. */
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
/** Rows that can not be used are counted. */
export type PanelServiceList = { services: PanelService[]; malformed: number }

/** The largest panels have some 10,000; an import takes 20,000. */
const ROWS_MAX = 50_000
const NAME_MAX = 2_000
const DESCRIPTION_MAX = 50_000

/**
 * The list in a `services` answer, bare or wrapped; undefined when there is none, or not to its end, or one without end.
 * A repeated id counts once. Malformed rows are counted and not kept, and the event loop is not held for long.
 */
export async function readServices(text: string): Promise<PanelServiceList | undefined> {
  const services = new Map<string, PanelService>()
  let rows = 0
  let malformed = 0
  let hasList = false
  for await (const cut of inSlices(cutRows(text))) {
    if (cut.kind === 'end') hasList = cut.hasList
    if (cut.kind !== 'row' && cut.kind !== 'malformed') continue
    rows += 1
    if (rows > ROWS_MAX) return undefined
    const read = cut.kind === 'row' ? toService(readJson(cut.text)) : undefined
    if (read === undefined) malformed += 1
    else if (!services.has(read.service)) services.set(read.service, read)
  }
  return hasList ? { services: [...services.values()], malformed } : undefined
}

function idOf(row: JsonObject): string | undefined {
  return readId(memberOf(row, 'service')) ?? readId(memberOf(row, 'id'))
}

function toService(row: Json | undefined): PanelService | undefined {
  if (!isObject(row)) return undefined
  const service = idOf(row)
  const name = readText(memberOf(row, 'name')).slice(0, NAME_MAX).toWellFormed()
  const rate = readDecimal(memberOf(row, 'rate') ?? memberOf(row, 'price'))
  const min = readCount(memberOf(row, 'min'))
  const max = readCount(memberOf(row, 'max'))
  if (service === undefined || name === '' || rate === undefined || rate.startsWith('-')) return undefined
  if (min === undefined || max === undefined || max < min) return undefined
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
