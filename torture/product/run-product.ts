import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Exit, type Part, type Role, send, startPart } from './start-part.ts'

/** One process; one for requests and two workers; the same three with a pooler in front of the database. */
export type Layout = 'together' | 'apart' | 'pooled'

export type Ending = Exit & { part: string; wasAsked: boolean; during: string }
export type Stopped = Exit & { part: string; seconds: number }

export type Product = {
  url: string
  /** The pid of the spawned process. */
  env: Record<string, string>
  layout: () => Layout
  /** Parts that are up or starting. */
  parts: () => Part[]
  /** Starts every part of a layout and restarts it like a supervisor; resolves like `whenUp`. */
  start: (layout: Layout, options?: { byNpm?: boolean }) => Promise<void>
  /** Resolves when every part has reported that it is up, or after a minute: a late one is reported by the nemesis. */
  whenUp: () => Promise<void>
  /** SIGTERM to each part, without restarting. */
  stop: () => Promise<Stopped[]>
  /** kill -9 of the product's own processes; each is restarted. Returns how many there were. */
  kill: (which?: (part: Part) => boolean) => number
  /** From now on a part's end is caused by the run. */
  expectEnds: (isExpected: boolean) => void
  /** Every end of a part that was not a stop. */
  endings: () => readonly Ending[]
}

type Slot = { name: string; role: Role; current: Part; isUp: boolean }

const RESTART_PAUSE_MS = 200
const START_SECONDS = 60
const apart: { name: string; role: Role }[] = [
  { name: 'web', role: 'web' },
  { name: 'worker-1', role: 'worker' },
  { name: 'worker-2', role: 'worker' },
]
const rolesOf: Record<Layout, { name: string; role: Role }[]> = {
  together: [{ name: 'all', role: 'all' }],
  apart,
  pooled: apart,
}

/** The product as its operator runs it, in supervised processes. */
export function runProduct(options: {
  url: string
  /** The environment of a part: the same for all, or different. */
  envOf: (part: string, layout: Layout) => Record<string, string>
  logDir: string
  /** The fault in progress. */
  during: () => string
}): Product {
  const { url, envOf, logDir, during } = options
  const endings: Ending[] = []
  let slots: Slot[] = []
  let layout: Layout = 'together'
  let isExpected = false
  const killed = new Set<Part>()

  const startOne = (name: string, role: Role, byNpm: boolean): Part =>
    startPart({ name, role, byNpm, env: envOf(name, layout), logFile: join(logDir, `${name}.log`) })

  const watch = async (slot: Slot): Promise<void> => {
    for (;;) {
      const part = slot.current
      slot.isUp = await part.ready
      const exit = await part.exited
      slot.isUp = false
      if (!slots.includes(slot)) return
      endings.push({
        ...exit,
        part: slot.name,
        wasAsked: isExpected || killed.delete(part),
        during: during(),
      })
      await sleep(RESTART_PAUSE_MS)
      if (!slots.includes(slot)) return
      slot.current = startOne(slot.name, slot.role, false)
    }
  }
  const whenUp = async (): Promise<void> => {
    const until = Date.now() + START_SECONDS * 1000
    while (Date.now() < until && !slots.every(({ isUp }) => isUp)) await sleep(20)
  }
  return {
    url,
    env: envOf('all', 'together'),
    layout: () => layout,
    parts: () => slots.map(({ current }) => current),
    start: async (wanted, { byNpm = false } = {}) => {
      layout = wanted
      slots = rolesOf[wanted].map(({ name, role }) => ({
        name,
        role,
        current: startOne(name, role, byNpm),
        isUp: false,
      }))
      for (const slot of slots) void watch(slot)
      await whenUp()
    },
    whenUp,
    stop: async () => {
      const stopping = slots.map(({ current }) => current)
      slots = []
      return Promise.all(stopping.map(stopPart))
    },
    kill: (which = () => true) => {
      const chosen = slots.map(({ current }) => current).filter(which)
      for (const part of chosen) if (send(part.findMain(), 'SIGKILL')) killed.add(part)
      return chosen.length
    },
    expectEnds: (next) => void (isExpected = next),
    endings: () => endings,
  }
}

const STOP_SECONDS = 60

/** SIGTERM, and its duration; a part that outlives a minute is killed, which its signal then shows. */
async function stopPart(part: Part): Promise<Stopped> {
  const begun = performance.now()
  send(part.findMain() ?? part.spawned, 'SIGTERM')
  const patience = setTimeout(() => {
    send(part.findMain(), 'SIGKILL')
    send(part.spawned, 'SIGKILL')
  }, STOP_SECONDS * 1000)
  const exit = await part.exited
  clearTimeout(patience)
  return { ...exit, part: part.name, seconds: (performance.now() - begun) / 1000 }
}
