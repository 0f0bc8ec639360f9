import { setTimeout as sleep } from 'node:timers/promises'

import type { DatabaseProxy } from '#torture/proxy/start-proxy.ts'

import type { Fault, Stage } from './fault.ts'

const DROPS = 4
const DROP_SECONDS = 3
const DELAY_MS = 2_000
const DELAY_SECONDS = 6
const DARK_SECONDS = 30
const HALF_OPEN_SECONDS = 40

export const proxyFaults: readonly Fault[] = [
  { name: 'answers of COMMIT are lost', needs: ['proxy'], seconds: 4, strike: overProxy(drop('commit')) },
  {
    name: 'answers of single statements are lost',
    needs: ['proxy'],
    seconds: 4,
    strike: overProxy(drop('statement')),
  },
  {
    name: 'every connection is cut in the middle of an answer',
    needs: ['proxy'],
    seconds: 4,
    strike: overProxy(async (proxy) => void proxy.cutInTheMiddle()),
  },
  {
    name: `everything is ${DELAY_MS / 1000} s late`,
    needs: ['proxy'],
    seconds: DELAY_SECONDS + 4,
    strike: overProxy(async (proxy) => {
      proxy.delay(DELAY_MS)
      await sleep(DELAY_SECONDS * 1000)
      proxy.delay(0)
    }),
  },
  {
    name: `nothing gets through for ${DARK_SECONDS} s`,
    needs: ['proxy'],
    seconds: DARK_SECONDS + 5,
    strike: overProxy(async (proxy) => {
      const lift = proxy.darken()
      await sleep(DARK_SECONDS * 1000)
      lift()
    }),
  },
  ...[true, false].map((isServerGone): Fault => ({
    name: `half-open connections, the server's end is ${isServerGone ? 'gone' : 'open'}`,
    needs: ['proxy'],
    seconds: HALF_OPEN_SECONDS,
    ordersWithinSeconds: HALF_OPEN_SECONDS,
    strike: overProxy(async (proxy) => void proxy.halfOpen({ isServerGone })),
  })),
]

function overProxy(strike: (proxy: DatabaseProxy) => Promise<void>) {
  return async ({ database }: Stage): Promise<number> => {
    if (database.proxy) await strike(database.proxy)
    return performance.now()
  }
}

function drop(of: 'commit' | 'statement') {
  return async (proxy: DatabaseProxy) => {
    const drop = proxy.dropAnswers({ of, times: DROPS })
    await sleep(DROP_SECONDS * 1000)
    drop.end()
  }
}
