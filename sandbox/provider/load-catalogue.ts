import { readFileSync } from 'node:fs'
import { parseDecimal } from '#sandbox/decimal.ts'
import type { CatalogueService } from './catalogue-service.ts'

/**
 * Reads a file in the format of a provider's `services` answer, bare or inside {"services":…} or {"data":…}, so that a
 * real panel's answer can be saved and served. Its members are served unchanged except ids and numbers, which get the
 * protocol's types.
 */
export function loadCatalogue(path: string): CatalogueService[] {
  const list = findList(JSON.parse(readFileSync(path, 'utf8')))
  if (!list || list.length === 0) throw new Error(`${path} holds no list of services`)
  const services = list.map((entry, index) => toService(entry, `${path}, service number ${index + 1}`))
  if (new Set(services.map((service) => service.service)).size < services.length)
    throw new Error(`${path} holds a service id twice`)
  return services
}

function findList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  if ('services' in value && Array.isArray(value.services)) return value.services
  return 'data' in value && Array.isArray(value.data) ? value.data : undefined
}

function toService(entry: unknown, where: string): CatalogueService {
  if (typeof entry !== 'object' || entry === null) throw new Error(`${where} is not an object`)
  const members: Record<string, unknown> = { ...entry }
  const id = Number(members['service'])
  if (!Number.isSafeInteger(id) || id < 1) throw new Error(`${where} has no id in "service"`)
  const { name } = members
  if (typeof name !== 'string') throw new Error(`${where} has no "name"`)
  const figures = Object.fromEntries(
    ['rate', 'min', 'max'].map((member) => [member, toFigure(members, member, where)]),
  )
  const flags = ['refill', 'cancel', 'dripfeed'].filter((flag) => members[flag] !== undefined)
  const { rate = '', min = '', max = '' } = figures
  return {
    ...members,
    service: id,
    name,
    type: typeof members['type'] === 'string' ? members['type'] : 'Default',
    category: typeof members['category'] === 'string' ? members['category'] : 'Other',
    rate,
    min,
    max,
    ...Object.fromEntries(flags.map((flag) => [flag, isTrue(members[flag])])),
  }
}

function toFigure(members: Record<string, unknown>, member: string, where: string): string {
  const text = String(members[member])
  if (parseDecimal(text) === undefined) throw new Error(`${where} has no figure in "${member}"`)
  return text
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}
