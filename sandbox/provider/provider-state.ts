import { openJournal } from '#sandbox/journal.ts'
import { makeDeliveryClock, type DeliveryClock } from './delivery-clock.ts'
import { CANCEL_MS, viewOrder, type Move, type Order, type OrderView } from './delivery.ts'

export type Refill = {
  id: number
  order: number
  at: number
  startedAt: number
  /** Set by a control call; such a refill no longer progresses. */
  moved?: string
}
export type NewOrder = Pick<
  Order,
  'service' | 'link' | 'quantity' | 'pieces' | 'charge' | 'fields' | 'takesMs'
>

type Entry =
  | { kind: 'speed'; at: number; factor: number }
  | { kind: 'balance'; at: number; balance: string }
  | (Omit<NewOrder, 'charge'> & { kind: 'add'; at: number; id: number; charge: string })
  | { kind: 'refill'; at: number; id: number; order: number }
  | { kind: 'refill_again'; at: number; id: number; order: number }
  | { kind: 'move_refill'; at: number; id: number; status: string }
  | { kind: 'cancel'; at: number; order: number }
  | ({ kind: 'move'; at: number; order: number } & Move)

export type ProviderState = {
  clock: DeliveryClock
  orders: Map<number, Order>
  refills: Map<number, Refill>
  cancels: { at: number; order: number }[]
  balance: () => bigint
  view: (order: Order) => OrderView
  /** `at`: when it was accepted, by default now. */
  addOrder: (order: NewOrder & { at?: number }) => Order
  addRefill: (order: number) => Refill
  /** Requested again while it runs: nothing changes, and the journal records it. */
  noteRefillAgain: (refill: Refill) => void
  moveRefill: (refill: Refill, status: string) => void
  askCancel: (order: Order) => void
  move: (order: Order, move: Move) => void
  setSpeed: (factor: number) => void
  setBalance: (balance: bigint) => void
  close: () => void
}

/** 100,000 dollars. */
const BALANCE_AT_FIRST = 10_000_000_000_000n
const FIRST_ORDER_ID = 23_501

/**
 * Everything the provider has accepted. Each change is one journal entry, written before it is applied and before the
 * answer; a restart replays them all, so that an accepted order is never lost.
 */
export function openProviderState({
  journalPath,
  isSynced,
  wall,
}: {
  journalPath: string | undefined
  isSynced?: boolean | undefined
  wall: () => number
}): ProviderState {
  const clock = makeDeliveryClock(wall)
  const orders = new Map<number, Order>()
  const refills = new Map<number, Refill>()
  const cancels: { at: number; order: number }[] = []
  let unsettled: Order[] = []
  let balance = BALANCE_AT_FIRST
  let nextOrderId = FIRST_ORDER_ID
  let nextRefillId = 1

  /** A cancellation refunds when it takes effect, which is computed here rather than by a timer. */
  const settleCancels = (now: number): void => {
    if (unsettled.length === 0) return
    unsettled = unsettled.filter((order) => {
      if (order.cancelAskedAt !== undefined && now < order.cancelAskedAt + CANCEL_MS) return true
      balance += order.charge - viewOrder(order, now).charge
      return false
    })
  }

  const apply = (entry: Entry): void => {
    const now = clock.at(entry.at)
    settleCancels(now)
    switch (entry.kind) {
      case 'speed':
        clock.setFactor(entry.factor, entry.at)
        return
      case 'balance':
        balance = BigInt(entry.balance)
        return
      case 'add': {
        const { kind: _, charge, ...order } = entry
        orders.set(order.id, { ...order, charge: BigInt(charge), startedAt: now })
        balance -= BigInt(charge)
        nextOrderId = order.id + 1
        return
      }
      case 'refill':
        refills.set(entry.id, { id: entry.id, order: entry.order, at: entry.at, startedAt: now })
        nextRefillId = entry.id + 1
        return
      case 'refill_again':
        return
      case 'move_refill': {
        const refill = refills.get(entry.id)
        if (refill) refill.moved = entry.status
        return
      }
      case 'cancel': {
        const order = getOrder(orders, entry.order)
        order.cancelAskedAt = now
        cancels.push({ at: entry.at, order: entry.order })
        unsettled.push(order)
        return
      }
      case 'move': {
        const order = getOrder(orders, entry.order)
        unsettled = unsettled.filter((other) => other !== order)
        const before = viewOrder(order, now).charge
        const { status, remains, startCount, charge } = entry
        order.moved = { status, remains, startCount, ...(charge !== undefined && { charge }) }
        delete order.cancelAskedAt
        balance += before - viewOrder(order, now).charge
        return
      }
    }
  }

  const journal = openJournal<Entry>({ path: journalPath, isSynced, replay: apply })
  const record = (entry: Entry): void => {
    journal.append(entry)
    apply(entry)
  }
  return {
    clock,
    orders,
    refills,
    cancels,
    balance: () => {
      settleCancels(clock.now())
      return balance
    },
    view: (order) => viewOrder(order, clock.now()),
    addOrder: ({ charge, at = wall(), ...order }) => {
      const id = nextOrderId
      record({ kind: 'add', at, id, ...order, charge: String(charge) })
      return getOrder(orders, id)
    },
    addRefill: (order) => {
      const id = nextRefillId
      record({ kind: 'refill', at: wall(), id, order })
      return { id, order, at: wall(), startedAt: clock.now() }
    },
    noteRefillAgain: ({ id, order }) => record({ kind: 'refill_again', at: wall(), id, order }),
    moveRefill: ({ id }, status) => record({ kind: 'move_refill', at: wall(), id, status }),
    askCancel: (order) => record({ kind: 'cancel', at: wall(), order: order.id }),
    move: (order, move) => record({ kind: 'move', at: wall(), order: order.id, ...move }),
    setSpeed: (factor) => record({ kind: 'speed', at: wall(), factor }),
    setBalance: (next) => record({ kind: 'balance', at: wall(), balance: String(next) }),
    close: journal.close,
  }
}

function getOrder(orders: Map<number, Order>, id: number): Order {
  const order = orders.get(id)
  if (!order) throw new Error(`the journal speaks of order ${id} before it was taken`)
  return order
}
