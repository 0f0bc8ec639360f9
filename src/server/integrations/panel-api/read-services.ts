import { isObject, type Json, type JsonObject, memberOf } from './read-json.ts'
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
/** Rows that can not be used keep their id where they have one, so that an import can count them. */
export type PanelServiceList = { services: PanelService[]; malformed: (string | undefined)[] }

const NAME_MAX = 2_000
const DESCRIPTION_MAX = 50_000

/** The list in a `services` answer, bare or wrapped; undefined when there is none. A repeated id counts once. */
export function readServices(value: Json | undefined): PanelServiceList | undefined {
  const rows = findRows(value)
  if (rows === undefined) return undefined
  const services = new Map<string, PanelService>()
  const malformed: (string | undefined)[] = []
  for (const row of rows) {
    const read = isObject(row) ? toService(row) : undefined
    if (read === undefined) malformed.push(isObject(row) ? idOf(row) : undefined)
    else if (!services.has(read.service)) services.set(read.service, read)
  }
  return { services: [...services.values()], malformed }
}

function findRows(value: Json | undefined, depth = 0): Json[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value) || depth > 2) return undefined
  for (const wrapper of ['services', 'data', 'result']) {
    const rows = findRows(memberOf(value, wrapper), depth + 1)
    if (rows !== undefined) return rows
  }
  // PHP makes an object of a list whose numbering has gaps.
  const members = Object.values(value)
  const isList =
    members.length > 0 && members.every((one) => isObject(one) && memberOf(one, 'service') !== undefined)
  return isList ? members : undefined
}

function idOf(row: JsonObject): string | undefined {
  return readId(memberOf(row, 'service')) ?? readId(memberOf(row, 'id'))
}

function toService(row: JsonObject): PanelService | undefined {
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
