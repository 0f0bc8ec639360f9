import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FaultPlan } from '#torture/plan/plan-faults.ts'
import type { Layout } from '#torture/product/run-product.ts'

import type { Fault, Stage } from './fault.ts'
import { stopInOrder } from './stop-in-order.ts'
import { awaitDispatch, awaitOrders } from './watch-recovery.ts'

/** The effect of a fault: seconds until an order was answered and one was sent; undefined if never. */
export type Struck = {
  name: string
  ordersSeconds: number | undefined
  dispatchSeconds: number | undefined
}

const ORDERS_SECONDS = 15
const DISPATCH_SECONDS = 60
const PAUSE_MS = { min: 500, max: 1_500 }

export type Nemesis = {
  /** The fault in progress. */
  current: () => string
  /** Injects one fault after another until the time is up; resolves when all recoveries are known. */
  run: (stage: Stage, plan: FaultPlan<Fault>) => Promise<Struck[]>
}

export function makeNemesis(): Nemesis {
  let current = 'nothing'
  return {
    current: () => current,
    run: async (stage, { turns, orders }) => {
      const begun = performance.now()
      const struck: UnderWay[] = []
      const strikeWith = async (fault: Fault) => {
        current = fault.name
        struck.push(await strike(stage, fault))
        await sleep(stage.random.int(PAUSE_MS.min, PAUSE_MS.max))
      }
      for (const { layout, endsAtSeconds } of turns) {
        if (stage.product.layout() !== layout) await strikeWith(changeOfRoles(layout))
        while (performance.now() < begun + endsAtSeconds * 1000) {
          const { value: fault } = orders[layout].next()
          if (!fault) break
          await strikeWith(fault)
        }
      }
      current = 'nothing'
      return Promise.all(
        struck.map(async ({ name, ordersSeconds, dispatched }) => ({
          name,
          ordersSeconds,
          dispatchSeconds: await dispatched,
        })),
      )
    },
  }
}

const changes: Record<Layout, string> = {
  together: 'roles join in one process',
  apart: 'roles split into processes',
  pooled: 'roles connect through a pooler',
}

function changeOfRoles(layout: Layout): Fault {
  return {
    name: changes[layout],
    needs: [],
    seconds: 5,
    strike: async (stage) => {
      await stopInOrder(stage)
      const begun = performance.now()
      await stage.product.start(layout)
      return begun
    },
  }
}

/** Orders are answered again; the wait for a sent order continues during the next fault. */
type UnderWay = Pick<Struck, 'name' | 'ordersSeconds'> & { dispatched: Promise<number | undefined> }

async function strike(stage: Stage, fault: Fault): Promise<UnderWay> {
  const { name } = fault
  const { history, violate, records, sandboxes } = stage
  history.note('nemesis', 'strikes', { name })
  const since = await fault.strike(stage)
  const ordersWithinSeconds = Math.ceil((fault.ordersWithinSeconds ?? ORDERS_SECONDS) * slownessNow())
  const dispatchWithinSeconds = Math.ceil(DISPATCH_SECONDS * slownessNow())
  history.note('nemesis', 'has struck', { name })
  const ordersSeconds = await awaitOrders(records, since, ordersWithinSeconds)
  if (ordersSeconds === undefined)
    violate('slow', `${name}: no order was answered within ${ordersWithinSeconds} s`)
  history.note('nemesis', 'orders are back', { name, seconds: ordersSeconds })
  const findDispatch = async () => {
    const seconds = await awaitDispatch(sandboxes, since, dispatchWithinSeconds)
    if (seconds === undefined) violate('slow', `${name}: no order was sent within ${dispatchWithinSeconds} s`)
    return seconds
  }
  return { name, ordersSeconds, dispatched: findDispatch() }
}

/** A run alone has about this many waiting processes per core. */
const OWN_LOAD = 2

/** 1, or more if others use the machine too: recovery times depend on its cores. */
function slownessNow(): number {
  const [load = 0] = loadavg()
  return Math.max(1, load / availableParallelism() / OWN_LOAD)
}
