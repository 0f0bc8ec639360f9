import { setTimeout as sleep } from 'node:timers/promises'

import { readProcess } from '#torture/product/list-processes.ts'
import { type Part, send } from '#torture/product/start-part.ts'

import type { Fault, Stage } from './fault.ts'
import { STOP_SECONDS, stopInOrder } from './stop-in-order.ts'
import { until } from './until.ts'

const isWorker = ({ name }: Part) => name.startsWith('worker')
const FREEZE_SECONDS = 8
/** Longer than the lease of a sending (90 s). */
const LONG_FREEZE_SECONDS = 100
/** Longer than the timeout of an `add`. */
const HOLD_MS = 70_000

export const processFaults: readonly Fault[] = [
  { name: 'kill -9 of the product', needs: [], seconds: 5, strike: kill },
  {
    name: 'kill -9 of the web process',
    needs: ['roles'],
    seconds: 5,
    strike: (stage) => kill(stage, ({ name }) => name === 'web'),
  },
  {
    name: 'kill -9 of a worker',
    needs: ['roles'],
    seconds: 4,
    strike: (stage) => {
      const worker = stage.random.pick(stage.product.parts().filter(isWorker))
      return kill(stage, (part) => part === worker)
    },
  },
  {
    name: 'kill -9 as an order is acknowledged',
    needs: [],
    seconds: 6,
    strike: async (stage) => {
      await until(10, (done) => stage.records.onAcknowledged(done))
      return kill(stage)
    },
  },
  {
    name: 'kill -9 as a webhook is answered',
    needs: [],
    seconds: 9,
    strike: async (stage) => {
      const before = stage.sandboxes.webhooksHeard()
      for (const end = Date.now() + 4_000; Date.now() < end && stage.sandboxes.webhooksHeard() === before;)
        await sleep(5)
      return kill(stage)
    },
  },
  {
    name: 'kill -9 while an add is held',
    needs: [],
    seconds: 7,
    strike: async (stage) => {
      await holdAnAdd(stage)
      return kill(stage)
    },
  },
  {
    name: 'kill -9 between a commit and its answer',
    needs: ['proxy'],
    seconds: 6,
    strike: async (stage) => {
      const { proxy } = stage.database
      if (!proxy) return performance.now()
      let killedAt = performance.now()
      const meanwhile = async () => void (killedAt = await kill(stage))
      const drop = proxy.dropAnswers({ of: 'statement', times: 1, meanwhile })
      for (const end = Date.now() + 5_000; Date.now() < end && drop.dropped() === 0;) await sleep(10)
      drop.end()
      return killedAt
    },
  },
  {
    name: 'kill -9 of npm',
    needs: ['one process', 'npm'],
    seconds: 15,
    strike: async (stage) => {
      await stopInOrder(stage)
      await stage.product.start('together', { byNpm: true })
      await sleep(1_500)
      const [part] = stage.product.parts()
      const main = part?.findMain()
      stage.product.expectEnds(true)
      send(part?.spawned, 'SIGKILL')
      // It notices and stops in order, as after SIGTERM: the next one can respond once it has ended.
      const patience = Date.now() + STOP_SECONDS * 1000
      while (Date.now() < patience && readProcess(main ?? 0) !== undefined) await sleep(50)
      if (readProcess(main ?? 0) !== undefined) stage.violate('slow', 'the product outlived its npm')
      const goneAt = performance.now()
      await stage.product.whenUp()
      stage.product.expectEnds(false)
      return goneAt
    },
  },
  {
    name: 'SIGTERM',
    needs: [],
    seconds: 8,
    strike: async (stage) => {
      await stopInOrder(stage)
      return startAgain(stage)
    },
  },
  {
    name: 'SIGTERM while an add is held',
    needs: [],
    seconds: 20,
    strike: async (stage) => {
      await holdAnAdd(stage)
      await stopInOrder(stage)
      return startAgain(stage)
    },
  },
  {
    name: `SIGSTOP for ${FREEZE_SECONDS} s`,
    needs: [],
    seconds: FREEZE_SECONDS + 5,
    strike: (stage) => freeze(stage, FREEZE_SECONDS, () => true),
  },
  {
    name: `SIGSTOP of a worker for ${LONG_FREEZE_SECONDS} s`,
    needs: ['roles'],
    seconds: LONG_FREEZE_SECONDS + 20,
    strike: (stage) => {
      const worker = stage.random.pick(stage.product.parts().filter(isWorker))
      return freeze(stage, LONG_FREEZE_SECONDS, (part) => part === worker)
    },
  },
]

async function kill({ product }: Stage, which?: (part: Part) => boolean): Promise<number> {
  product.kill(which)
  return performance.now()
}

async function startAgain({ product }: Stage): Promise<number> {
  const begun = performance.now()
  await product.start(product.layout())
  return begun
}

/** Resolves when a provider has accepted an order and holds back the answer. */
async function holdAnAdd({ sandboxes, random }: Stage): Promise<void> {
  const name = random.pick(['one', 'two'] as const)
  const before = sandboxes.accepts().length
  const hold = { action: 'add', kind: 'accept_late_reply', times: 1, delay_ms: HOLD_MS }
  await sandboxes.providers[name].control('faults', hold)
  const isHeld = async () => {
    const waiting = await sandboxes.providers[name].control('faults')
    const isUsed = !JSON.stringify(waiting).includes(String(HOLD_MS))
    return isUsed && sandboxes.accepts().length > before
  }
  for (const end = Date.now() + 10_000; Date.now() < end && !(await isHeld());) await sleep(20)
}

async function freeze({ product }: Stage, seconds: number, which: (part: Part) => boolean): Promise<number> {
  const mains = product
    .parts()
    .filter(which)
    .map(({ findMain }) => findMain())
  for (const pid of mains) send(pid, 'SIGSTOP')
  await sleep(seconds * 1000)
  for (const pid of mains) send(pid, 'SIGCONT')
  return performance.now()
}
