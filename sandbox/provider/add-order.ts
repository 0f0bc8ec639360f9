import { multiplyDivide, parseDecimal } from '#sandbox/decimal.ts'
import type { CatalogueService } from './catalogue-service.ts'
import type { Order } from './delivery.ts'
import { atPriceLevel } from './price-level.ts'
import type { ProviderState } from './provider-state.ts'
import { ruleOfType } from './service-types.ts'

const LINK_LENGTH_MAX = 2048

type Added = { order: Order } | { error: string }

/** The `add` action: a refusal in the protocol's own words, or an order that is accepted and charged. */
export function addOrder({
  state,
  services,
  fields,
  isSameLinkRefused,
  packagePieces,
  pricePercent,
}: {
  state: ProviderState
  services: Map<number, CatalogueService>
  fields: Map<string, string>
  isSameLinkRefused: boolean
  packagePieces: number
  pricePercent: number
}): Added {
  const listed = services.get(Number(fields.get('service')))
  if (!listed) return { error: fields.has('service') ? 'Incorrect service ID' : 'Incorrect request' }
  const service = atPriceLevel(listed, pricePercent)
  const rule = ruleOfType(service.type)
  // A subscription has no link: lists show the account that it follows.
  const link = (rule.link ? fields.get('link') : fields.get('username'))?.trim() ?? ''
  if (rule.link && !isLink(link)) return { error: 'Incorrect link' }
  if (rule.needs.some((name) => !fields.has(name))) return { error: 'Incorrect request' }

  const quantity = readQuantity(rule.quantity, fields)
  const runs = readRuns(service, fields)
  if (quantity === undefined || runs === undefined || !isExpiry(fields.get('expiry')))
    return { error: 'Incorrect request' }
  const bounds = findBoundsError({ service, quantity, fields, kind: rule.quantity })
  if (bounds !== undefined) return { error: bounds }

  if (isSameLinkRefused && hasActiveOrder(state, service.service, link))
    return { error: 'You have active order with this link. Please wait until order being completed.' }
  const charge = priceOf({ service, quantity: quantity * runs, isPackage: rule.quantity === 'package' })
  if (state.balance() < charge) return { error: 'Not enough funds on balance' }

  const known = [...rule.needs, ...(rule.takes ?? [])].filter((name) => fields.has(name))
  const others = Object.fromEntries(known.map((name) => [name, fields.get(name) ?? '']))
  const order = state.addOrder({
    service: service.service,
    link,
    quantity: quantity * runs,
    charge,
    ...(rule.quantity === 'package' && { pieces: packagePieces }),
    ...(known.length > 0 && { fields: others }),
  })
  return { order }
}

/** A link, a handle or a bare name: providers accept all three, without blanks. */
function isLink(link: string): boolean {
  if (link === '' || link.length > LINK_LENGTH_MAX || /\s/.test(link)) return false
  return /^https?:/i.test(link) ? URL.canParse(link) : true
}

function readQuantity(
  kind: ReturnType<typeof ruleOfType>['quantity'],
  fields: Map<string, string>,
): number | undefined {
  if (kind === 'package') return 1
  if (kind === 'given') return toCount(fields.get('quantity'))
  if (kind !== 'subscription') return linesOf(fields.get(kind.linesOf) ?? '')
  const max = toCount(fields.get('max'))
  const posts = fields.has('posts') ? toCount(fields.get('posts')) : 1
  return max === undefined || posts === undefined ? undefined : max * Math.max(posts, 1)
}

/** The number of runs; drip-feed only if the service has it. Other types ignore it. */
function readRuns({ type, dripfeed }: CatalogueService, fields: Map<string, string>): number | undefined {
  if (!fields.has('runs') || ruleOfType(type).takes?.includes('runs') !== true) return 1
  const runs = toCount(fields.get('runs')) ?? 0
  const interval = fields.has('interval') ? toCount(fields.get('interval')) : 0
  return dripfeed === true && runs > 0 && interval !== undefined ? runs : undefined
}

/** A day in the protocol's format, for subscriptions only. */
function isExpiry(expiry: string | undefined): boolean {
  return expiry === undefined || /^(0?[1-9]|[12]\d|3[01])\/(0?[1-9]|1[0-2])\/\d{4}$/.test(expiry.trim())
}

function findBoundsError({
  service,
  quantity,
  fields,
  kind,
}: {
  service: CatalogueService
  quantity: number
  fields: Map<string, string>
  kind: ReturnType<typeof ruleOfType>['quantity']
}): string | undefined {
  if (kind === 'package') return undefined
  const least = kind === 'subscription' ? toCount(fields.get('min')) : quantity
  const most = kind === 'subscription' ? toCount(fields.get('max')) : quantity
  if (least === undefined || most === undefined) return 'Incorrect request'
  if (least < Number(service.min)) return `Quantity less than minimal ${service.min}`
  if (most > Number(service.max)) return `Quantity more than maximum ${service.max}`
  return undefined
}

/** The rate is per 1,000, except that a package's rate is its price. */
export function priceOf({
  service,
  quantity,
  isPackage,
}: {
  service: CatalogueService
  quantity: number
  isPackage: boolean
}): bigint {
  const rate = parseDecimal(service.rate) ?? 0n
  return isPackage ? rate : multiplyDivide(rate, BigInt(quantity), 1000n)
}

function hasActiveOrder(state: ProviderState, service: number, link: string): boolean {
  for (const order of state.orders.values()) {
    if (order.service !== service || order.link !== link) continue
    if (/^(pending|in progress|processing|inprogress)$/i.test(state.view(order).status)) return true
  }
  return false
}

function linesOf(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : undefined
}
