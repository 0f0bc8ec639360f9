import { type Money, money, UNITS_PER_USD } from '#contract/base/money.ts'
import { partialRefund } from '#contract/orders/order-rules.ts'
import { makeRandom, type Random } from '#sandbox/provider/random.ts'

import { DEMO_DAYS, demoPeople } from './demo-people.ts'
import type { DemoCatalogue, DemoService } from './demo-services.ts'

/** How an order ended: `open` is in progress, `review` was sent without an answer. */
export type DemoEnding = 'COMPLETED' | 'PARTIAL' | 'CANCELED' | 'FAILED' | 'open' | 'review'

export type PlannedOrder = {
  /** An index in `demoPeople`. */
  customer: number
  service: DemoService
  link: string
  quantity: number
  price: Money
  /** Times in milliseconds. */
  createdAt: number
  beginsAt: number
  endsAt: number
  ending: DemoEnding
  undelivered: number
  startCount: number
  /** The number of its mass order. */
  mass: number | undefined
  isRefilled: boolean
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Without orders or refunds: staff then decide about money (demo-decisions.ts), and the ledger stays ordered by time. */
const QUIET_MS = 7 * MINUTE_MS
/** Sunday first. */
const weekdays = [0.8, 1, 1.05, 1, 1.1, 1.2, 0.85]
/** Relative number of orders in each hour of a UTC day. */
const hours = [3, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 8, 9, 10, 10, 10, 9, 9, 8, 8, 7, 6, 5, 4]
/** Minutes that the services take, best seller first, repeating. */
const paces = [14, 35, 80, 22, 190, 50, 420, 28, 120, 65, 900]
const platformsOfDemo = [
  'Instagram',
  'TikTok',
  'YouTube',
  'Instagram',
  'Telegram',
  'Facebook',
  'Twitter',
  'Instagram',
  'YouTube',
]

/** The shop's month up to `now`, oldest order first: the same each time, apart from the time of day. */
export function planOrders({ all, popular }: DemoCatalogue, now: number): PlannedOrder[] {
  if (popular.length === 0) return []
  const random = makeRandom(33)
  const planned = [
    ...planShop({ popular, random, now }),
    ...planDemoCustomer({ all, popular, random, now }),
    ...planLast({ popular, random, now }),
  ]
  return planned
    .filter(({ createdAt }) => createdAt < now - QUIET_MS)
    .toSorted((one, other) => one.createdAt - other.createdAt)
}

type Planning = { popular: readonly DemoService[]; random: Random; now: number }

/** 14 to 30 orders a day, more towards the end of the month and of the week. */
function planShop({ popular, random, now }: Planning): PlannedOrder[] {
  const orders: PlannedOrder[] = []
  const today = Math.floor(now / DAY_MS)
  let mass = 0
  for (let day = today - DEMO_DAYS + 1; day <= today; day += 1) {
    const grown = 13 + (10 * (day - today + DEMO_DAYS)) / DEMO_DAYS
    const count = Math.round(grown * (weekdays[(day + 4) % 7] ?? 1) * (0.85 + random.next() * 0.3))
    for (let nth = 0; nth < count; nth += 1) {
      const createdAt = day * DAY_MS + pickMinute(random) * MINUTE_MS + random.int(0, MINUTE_MS - 1)
      const customer = pickCustomer(random, (now - createdAt) / DAY_MS)
      if (customer === undefined) continue
      const lines = random.next() < 0.025 ? random.int(4, 7) : 1
      if (lines > 1) mass += 1
      for (let line = 0; line < lines; line += 1) {
        const service = pickService(random, popular, customer)
        const place = popular.indexOf(service)
        const size = 0.6 + random.next() ** 3 * 22
        orders.push(
          planOrder({
            customer,
            service,
            place,
            size,
            createdAt,
            random,
            now,
            mass: lines > 1 ? mass : undefined,
          }),
        )
      }
    }
  }
  return orders
}

/** Two to three orders a day, the newest in progress. */
function planDemoCustomer({
  all,
  popular,
  random,
  now,
}: Planning & { all: readonly DemoService[] }): PlannedOrder[] {
  const orders: PlannedOrder[] = []
  for (let day = DEMO_DAYS - 1; day >= 0; day -= 1)
    for (let turn = 0; turn < 2 + (day % 2); turn += 1) {
      const number = day * 3 + turn
      const platform = platformsOfDemo[number % platformsOfDemo.length]
      const known = popular.filter((one) => one.platform === platform)
      const offered = known.length > 0 ? known : all.filter((one) => one.platform === platform)
      const service = offered[(number * 7) % Math.max(1, offered.length)]
      if (service === undefined) continue
      const createdAt = now - (day * 1440 + 40 + ((number * 137) % 600)) * MINUTE_MS
      const size = 1 + ((number * 5) % 12)
      const order = planOrder({
        customer: 0,
        service,
        place: popular.indexOf(service),
        size,
        createdAt,
        random,
        now,
      })
      orders.push({ ...order, ...endingOfDemo(order, { day, number, now }) })
    }
  return orders
}

function endingOfDemo(
  { createdAt, quantity }: PlannedOrder,
  { day, number, now }: { day: number; number: number; now: number },
): Partial<PlannedOrder> {
  if (day === 0) return { ending: 'open', ...underWay(createdAt, now + (90 + number * 60) * MINUTE_MS) }
  const endsAt = Math.min(createdAt + (20 + ((number * 37) % 200)) * MINUTE_MS, now - QUIET_MS)
  const beginsAt = createdAt + (endsAt - createdAt) / 8
  if (number % 17 === 3)
    return { ending: 'PARTIAL', beginsAt, endsAt, undelivered: Math.ceil(quantity * 0.4), isRefilled: false }
  if (number % 23 === 5)
    return { ending: 'CANCELED', beginsAt, endsAt, undelivered: quantity, isRefilled: false }
  return { ending: 'COMPLETED', beginsAt, endsAt, undelivered: 0 }
}

/** The last two hours: some not started, some half delivered, and two sent without an answer. */
function planLast({ popular, random, now }: Planning): PlannedOrder[] {
  const ages = [
    ['open', 8, 240],
    ['open', 13, 400],
    ['open', 19, 600],
    ['open', 34, 90],
    ['open', 52, 150],
    ['open', 71, 110],
    ['open', 95, 260],
    ['review', 47, 60],
    ['review', 50, 60],
  ] as const
  return ages.map(([ending, minutes, takes], nth) => {
    const createdAt = now - minutes * MINUTE_MS
    const customer = pickCustomer(random, minutes / 1440) ?? 1
    const place = (nth * 3) % popular.length
    const service = popular[place] ?? random.pick(popular)
    const order = planOrder({ customer, service, place, size: 2 + nth, createdAt, random, now })
    const endsAt = now + takes * MINUTE_MS
    return { ...order, ending, ...underWay(createdAt, endsAt) }
  })
}

function underWay(createdAt: number, endsAt: number) {
  return { beginsAt: createdAt + (endsAt - createdAt) / 10, endsAt, undelivered: 0, isRefilled: false }
}

type OrderPlan = {
  customer: number
  service: DemoService
  /** Index among the best sellers; -1: not one of them. */
  place: number
  size: number
  createdAt: number
  random: Random
  now: number
  mass?: number | undefined
}

function planOrder({
  customer,
  service,
  place,
  size,
  createdAt,
  random,
  now,
  mass,
}: OrderPlan): PlannedOrder {
  const quantity = quantityOf(service, size)
  const takes = (paces[Math.max(0, place) % paces.length] ?? 30) * (0.5 + random.next() * 1.1) * MINUTE_MS
  const isOpen = createdAt + takes > now - QUIET_MS
  const endsAt = isOpen ? Math.max(createdAt + takes, now + QUIET_MS) : createdAt + takes
  const ending = isOpen ? 'open' : pickEnding(random, place)
  const short = {
    PARTIAL: Math.ceil(quantity * (0.15 + random.next() * 0.5)),
    CANCELED: quantity,
    FAILED: quantity,
  }
  return {
    customer,
    service,
    link: linkOf(customer, service.platform, random),
    quantity,
    price: money((service.rate * BigInt(quantity)) / 1000n),
    createdAt,
    beginsAt: createdAt + (endsAt - createdAt) / 10,
    // Rejected immediately.
    endsAt: ending === 'FAILED' ? createdAt + 2_400 : endsAt,
    ending,
    undelivered: ending === 'PARTIAL' || ending === 'CANCELED' || ending === 'FAILED' ? short[ending] : 0,
    startCount: random.int(120, 48_000),
    mass,
    isRefilled: ending === 'COMPLETED' && service.refill && random.next() < 0.2 && endsAt < now - 3 * DAY_MS,
  }
}

/** Every fifth best seller is less reliable than the others. */
function pickEnding(random: Random, place: number): DemoEnding {
  const failing = place % 5 === 3 ? 0.2 : 0.05
  const chance = random.next()
  if (chance >= failing) return 'COMPLETED'
  if (chance < failing * 0.5) return 'PARTIAL'
  return chance < failing * 0.8 ? 'CANCELED' : 'FAILED'
}

function pickMinute(random: Random): number {
  const sum = hours.reduce((total, one) => total + one, 0)
  let left = random.next() * sum
  const hour = hours.findIndex((one) => (left -= one) < 0)
  return hour * 60 + random.int(0, 59)
}

/** Picks a customer who had registered by then. */
function pickCustomer(random: Random, daysAgo: number): number | undefined {
  const known = demoPeople.map(({ registered, busy }) => (registered - 0.02 > daysAgo ? busy : 0))
  let left = random.next() * known.reduce((total, one) => total + one, 0)
  const found = known.findIndex((busy) => busy > 0 && (left -= busy) < 0)
  return found < 0 ? undefined : found
}

/** Best sellers first; each customer has favourites among them. */
function pickService(random: Random, popular: readonly DemoService[], customer: number): DemoService {
  const weights = popular.map((_, place) => (1 / (place + 4)) * ((place + customer) % 3 === 0 ? 3 : 1))
  let left = random.next() * weights.reduce((total, one) => total + one, 0)
  return popular.find((_, place) => (left -= weights[place] ?? 0) < 0) ?? random.pick(popular)
}

/** About `size` dollars' worth, rounded, within the service's limits. */
function quantityOf({ min, max, rate }: DemoService, size: number): number {
  const affordable = Number((BigInt(Math.round(size * 100)) * UNITS_PER_USD * 10n) / rate)
  const round = affordable >= 1000 ? Math.floor(affordable / 500) * 500 : Math.floor(affordable / 10) * 10
  return Math.max(1, min, Math.min(max, round, 50_000))
}

const hosts: Readonly<Record<string, string>> = {
  Instagram: 'instagram.com',
  TikTok: 'tiktok.com',
  YouTube: 'youtube.com',
  Telegram: 't.me',
  Facebook: 'facebook.com',
  Twitter: 'x.com',
  Spotify: 'open.spotify.com',
}

/** Clearly fictional. */
function linkOf(customer: number, platform: string, random: Random): string {
  const host = hosts[platform] ?? 'example.com'
  if (customer === 0) return `https://${host}/tally.reach.demo`
  const name = demoPeople[customer]?.email.split('@')[0] ?? 'somebody'
  const post = random.next() < 0.4 ? `.${random.int(1, 9)}` : ''
  return `https://${host}/demo.${name}${post}`
}

/** The amount refunded to the customer. */
export function refundOf({ ending, price, quantity, undelivered }: PlannedOrder): Money {
  if (ending === 'CANCELED' || ending === 'FAILED') return price
  return ending === 'PARTIAL'
    ? partialRefund({ price, refunded: 0n, quantity, remains: undelivered })
    : money(0n)
}
