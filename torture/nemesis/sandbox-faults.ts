import { setTimeout as sleep } from 'node:timers/promises'

import type { Server } from '#torture/sandboxes/start-sandboxes.ts'

import type { Fault, Stage } from './fault.ts'

const BLIP_SECONDS = { min: 3, max: 8 }
const OUTAGE_SECONDS = 40
/** After a short outage a provider must be polled again within this time. */
const PAUSE_SECONDS_MAX = 60

export const sandboxFaults: readonly Fault[] = [
  {
    name: 'a provider is down for some seconds',
    needs: [],
    seconds: BLIP_SECONDS.max + 2,
    strike: async (stage) => {
      const server = stage.random.pick(Object.values(stage.sandboxes.providers))
      await takeAway(server, stage.random.int(BLIP_SECONDS.min, BLIP_SECONDS.max))
      await refuseLongPauses(stage)
      return performance.now()
    },
  },
  {
    name: 'the gateway is down for some seconds',
    needs: [],
    seconds: BLIP_SECONDS.max + 2,
    strike: async ({ sandboxes, random }) => {
      await takeAway(sandboxes.gateway, random.int(BLIP_SECONDS.min, BLIP_SECONDS.max))
      return performance.now()
    },
  },
  {
    name: `both providers are down for ${OUTAGE_SECONDS} s`,
    needs: [],
    seconds: OUTAGE_SECONDS + 5,
    strike: async ({ sandboxes }) => {
      await Promise.all(Object.values(sandboxes.providers).map((server) => takeAway(server, OUTAGE_SECONDS)))
      return performance.now()
    },
  },
]

async function takeAway(server: Server, seconds: number): Promise<void> {
  await server.takeDown()
  await sleep(seconds * 1000)
  await server.bringBack()
}

async function refuseLongPauses({ database, violate }: Stage): Promise<void> {
  const paused = await database.query<{ slug: string; seconds: number }>(
    `select slug, extract(epoch from greatest(sending_paused_until, reading_paused_until) - now())::float as seconds from providers
     where greatest(sending_paused_until, reading_paused_until) > now() + make_interval(secs => ${PAUSE_SECONDS_MAX})`,
  )
  for (const { slug, seconds } of paused)
    violate('slow', `provider ${slug} is paused for ${seconds.toFixed(0)} s after a short outage`)
}
