import { randomBytes } from 'node:crypto'

import { money, parseMoney, toDecimal, UNITS_PER_USD } from '#contract/base/money.ts'
import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { postingKinds } from '#server/modules/ledger/posting-kinds.ts'
import {
  countPastOrders,
  type PastLine,
  reserveTransactionIds,
  writePastLines,
} from '#server/modules/ledger/write-past-lines.ts'
import {
  type PastNotification,
  writePastNotifications,
} from '#server/modules/messaging/notifications/write-past-notifications.ts'
import {
  type PastOrder,
  writePastMassOrders,
  writePastOrders,
} from '#server/modules/orders/past/write-past-orders.ts'
import { writePastDeposits } from '#server/modules/payments/past/write-past-deposits.ts'
import { writePastBalances } from '#server/modules/providers/balances/write-past-balances.ts'
import { addPastUsers } from '#server/modules/users/add-past-users.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'

import { type DemoMethods, type PlannedDeposit, type PlannedMove, planMoney } from './demo-money.ts'
import { DEMO_DAYS, demoPeople, type DemoStaff, demoStaff } from './demo-people.ts'
import { planOrders, type PlannedOrder } from './demo-plan.ts'
import { listDemoServices } from './demo-services.ts'
import { OPENING_BALANCE, sendToSandbox } from './sandbox-history.ts'
import { toPastOrder } from './to-past-order.ts'

const DAY_MS = 86_400_000

/**
 * Writes the shop's month: staff, customers, deposits, orders and notifications. All or nothing, and consistent with
 * the ledger; the sandbox provider knows the orders. Set-based, since the operations take 60 ms of CPU per order.
 */
export async function writeHistory(
  ctx: Context,
  {
    sandbox,
    providerId,
    passwordHash,
    now,
  }: { sandbox: SandboxAddresses; providerId: number; passwordHash: string; now: number },
): Promise<void> {
  const planned = planOrders(await listDemoServices(ctx.db, providerId), now)
  const { bonuses } = await ctx.settings.read()
  const { moves, unpaid } = planMoney(planned, { bonuses, methods: methodsOf(ctx, sandbox), now })
  // Nobody can sign in with it.
  const unknownHash = await hashPassword(randomBytes(32).toString('base64url'), undefined)
  const taken = await sendToSandbox(sandbox, planned)
  await transact(ctx, async (tx) => {
    const userIds = await writePeople(tx, { planned, passwordHash, unknownHash, now })
    const userOf = (customer: number) => userIds[customer] ?? 0
    const seqs = numberOrders(planned)
    const orders = planned.map((order, place) =>
      toPastOrder(order, {
        userId: userOf(order.customer),
        seq: seqs[place] ?? 0,
        providerId,
        taken: taken[place],
        now,
      }),
    )
    const orderIds = await writePastOrders(tx, orders)
    await countPastOrders(tx, orders)
    const massOf = await writeMassOrders(tx, { planned, orders })
    const deposits = await writeMoney(tx, { moves, unpaid, orders, orderIds, userOf })
    await writePastNotifications(tx, toNotices({ orders, orderIds, massOf, deposits, now }))
    await writePastBalances(tx, providerId, toBalances({ orders, now }))
  })
}

function methodsOf({ gateways }: Context, { gateway, others }: SandboxAddresses): DemoMethods {
  const toMethod = (id: string) => ({
    gateway: id,
    paymentMethod: gateways.get(id)?.data.cards[0]?.value ?? id,
  })
  return { main: toMethod(gateway.speaks), others: others.map(({ speaks }) => toMethod(speaks)) }
}

type People = {
  planned: readonly PlannedOrder[]
  passwordHash: string
  unknownHash: string
  now: number
}

/** Answers the ids of `demoPeople`. */
async function writePeople(tx: Tx, { planned, passwordHash, unknownHash, now }: People): Promise<number[]> {
  const staff: readonly DemoStaff[] = Object.values(demoStaff)
  const openedAt = now - DEMO_DAYS * DAY_MS
  await addPastUsers(
    tx,
    staff.map(({ name, email, permissions, refundDollars }) => ({
      name,
      email,
      passwordHash: unknownHash,
      permissions,
      ...(refundDollars !== undefined && { refundLimit: money(refundDollars * UNITS_PER_USD) }),
      language: 'en',
      country: null,
      createdAt: new Date(openedAt),
      seenAt: new Date(now - 20 * 60_000),
    })),
  )
  return addPastUsers(
    tx,
    demoPeople.map(({ name, email, language, country, registered }, place) => {
      const createdAt = now - registered * DAY_MS + place
      const last = planned.findLast(({ customer }) => customer === place)
      return {
        name,
        email,
        passwordHash: place === 0 ? passwordHash : unknownHash,
        language: place === 0 ? undefined : language,
        country,
        createdAt: new Date(createdAt),
        seenAt: place === 0 ? null : new Date(Math.min(now, (last?.createdAt ?? createdAt) + 600_000)),
      }
    }),
  )
}

/** The number of each order among its customer's orders. */
function numberOrders(planned: readonly PlannedOrder[]): number[] {
  const counts = new Map<number, number>()
  return planned.map(({ customer }) => {
    const seq = (counts.get(customer) ?? 0) + 1
    counts.set(customer, seq)
    return seq
  })
}

/** Answers the mass order of each order, by index; orders of one mass order are consecutive and have the same time. */
async function writeMassOrders(
  tx: Tx,
  { planned, orders }: { planned: readonly PlannedOrder[]; orders: readonly PastOrder[] },
): Promise<(number | null)[]> {
  const all = orders.map((order, place) => ({ order, mass: planned[place]?.mass }))
  const groups = Map.groupBy(
    all.filter(({ mass }) => mass !== undefined),
    ({ mass }) => mass,
  )
  const ranges = [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined || group.length < 2
      ? []
      : [{ mass: first.mass, userId: first.order.userId, firstSeq: first.order.seq, orders: group.length }]
  })
  await writePastMassOrders(tx, ranges)
  const firsts = new Map(ranges.map(({ mass, firstSeq }) => [mass, firstSeq]))
  return all.map(({ mass }) => (mass === undefined ? null : (firsts.get(mass) ?? null)))
}

type Money = {
  moves: readonly PlannedMove[]
  unpaid: readonly PlannedDeposit[]
  orders: readonly PastOrder[]
  orderIds: readonly bigint[]
  userOf: (customer: number) => number
}
type Row = { move: PlannedMove; isBonus?: true } | { never: PlannedDeposit }
type WrittenDeposit = { id: bigint; userId: number; planned: PlannedDeposit }

/** Writes deposits and the ledger, whose ids follow time. Answers the paid deposits. */
async function writeMoney(
  tx: Tx,
  { moves, unpaid, orders, orderIds, userOf }: Money,
): Promise<WrittenDeposit[]> {
  const paid = moves.flatMap((move): Row[] =>
    move.kind === 'deposit' && move.deposit.bonus > 0n ? [{ move }, { move, isBonus: true }] : [{ move }],
  )
  const rows = [...paid, ...unpaid.map((never): Row => ({ never }))].toSorted(
    (one, other) => timeOf(one) - timeOf(other),
  )
  const ids = await reserveTransactionIds(tx, rows.length)
  const deposits: WrittenDeposit[] = []
  const lines: PastLine[] = []
  for (const [place, row] of rows.entries()) {
    const id = ids[place] ?? 0n
    if ('never' in row) {
      deposits.push({ id, userId: userOf(row.never.customer), planned: row.never })
      continue
    }
    const { move, isBonus = false } = row
    if (move.kind !== 'deposit') {
      const { userId } = orders[move.order] ?? { userId: 0 }
      const { kind, amount, at } = move
      const orderId = orderIds[move.order] ?? 0n
      lines.push({ id, userId, kind: postingKinds[kind], amount, orderId, createdAt: new Date(at) })
      continue
    }
    const { deposit: planned } = move
    const userId = userOf(planned.customer)
    if (!isBonus) deposits.push({ id, userId, planned })
    lines.push({
      id,
      userId,
      kind: isBonus ? postingKinds.bonus : postingKinds.deposit,
      amount: isBonus ? planned.bonus : planned.amount,
      ...(!isBonus && { gateway: planned.method.gateway }),
      depositId: deposits.findLast((one) => one.planned === planned)?.id ?? id,
      paymentMethod: planned.method.paymentMethod,
      referenceId: planned.reference,
      createdAt: new Date(planned.endedAt),
    })
  }
  await writePastDeposits(tx, deposits.map(toDeposit))
  await writePastLines(tx, lines)
  return deposits.filter(({ planned }) => planned.isPaid)
}

function timeOf(row: Row): number {
  return 'never' in row ? row.never.createdAt : row.move.at
}

function toDeposit({ id, userId, planned }: WrittenDeposit) {
  const { method, reference, amount, bonus, createdAt, endedAt, isPaid } = planned
  return {
    id,
    userId,
    reference,
    gateway: method.gateway,
    paymentMethod: method.paymentMethod,
    amount,
    bonus,
    arrivedAs: `${toDecimal(amount)} USD`,
    createdAt: new Date(createdAt),
    endedAt: new Date(endedAt),
    isPaid,
  }
}

type Notices = {
  orders: readonly PastOrder[]
  orderIds: readonly bigint[]
  massOf: readonly (number | null)[]
  deposits: readonly WrittenDeposit[]
  now: number
}

const orderNotices = {
  COMPLETED: 'order_completed',
  PARTIAL: 'order_partial',
  CANCELED: 'order_canceled',
  FAILED: 'order_failed',
} as const

/** Customers' notifications. Those of earlier days are read: a badge of eighty is meaningless. */
function toNotices({ orders, orderIds, massOf, deposits, now }: Notices): PastNotification[] {
  const ofOrders = orders.flatMap(({ status, userId, service, quantity, remains, events }, place) => {
    if (!(status in orderNotices)) return []
    const code = orderNotices[status as keyof typeof orderNotices] // checked just now
    const sold = { order_id: Number(orderIds[place]), service: service.name, quantity }
    const delivered = code === 'order_partial' ? { delivered: quantity - remains } : {}
    const at = events.findLast(({ event }) => event.code === 'status')?.at ?? new Date(now)
    return [
      {
        notice: { userId, code, details: { ...sold, ...delivered } },
        massOrderId: massOf[place] ?? null,
        at,
      },
    ]
  })
  const ofDeposits = deposits.map(({ id, userId, planned: { amount, bonus, endedAt } }) => ({
    notice: { userId, code: 'payment_received' as const, details: { deposit_id: Number(id), amount, bonus } },
    massOrderId: null,
    at: new Date(endedAt),
  }))
  return [...ofOrders, ...ofDeposits]
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((notice) => ({ ...notice, isRead: notice.at.getTime() < now - DAY_MS }))
}

/** The provider's balance at the start and end of each day: less orders' costs when accepted, then their final charges. */
function toBalances({ orders, now }: { orders: readonly PastOrder[]; now: number }) {
  const spent = orders
    .flatMap(({ attempt, events }) => {
      if (attempt.state !== 'accepted') return []
      const ended = events.find(({ event }) => event.code === 'status' && event.details.to !== 'PROCESSING')
      const rest =
        attempt.charge === null || ended === undefined
          ? 0n
          : (parseMoney(attempt.charge) ?? 0n) - attempt.cost
      return [
        { at: attempt.startedAt.getTime(), amount: attempt.cost },
        ...(ended === undefined ? [] : [{ at: ended.at.getTime(), amount: rest }]),
      ]
    })
    .toSorted((one, other) => one.at - other.at)
  const today = Math.floor(now / DAY_MS)
  let left: bigint = parseMoney(OPENING_BALANCE) ?? 0n
  return Array.from({ length: DEMO_DAYS - 1 }, (_, nth) => today - DEMO_DAYS + 1 + nth).map((day) => {
    const first = left
    const end = (day + 1) * DAY_MS
    for (const { at, amount } of spent) if (at >= day * DAY_MS && at < end) left -= amount
    return {
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      first: toDecimal(first),
      firstAt: new Date(day * DAY_MS + 60_000),
      last: toDecimal(left),
      lastAt: new Date(end - 60_000),
    }
  })
}
