import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import type { Context } from '#server/context.ts'

import { makeProvider } from './factories.ts'

export type PanelCall = { service: number; link: string; quantity: number; order: number }

export type TestPanel = {
  provider: { id: number; slug: string }
  url: string
  /** The next calls of `action` get this fault (sandbox/faults/fault-kinds.ts). */
  fault: (
    kind: string,
    more?: { action?: string; times?: number; delay_ms?: number; taken?: boolean; text?: string },
  ) => Promise<void>
  /** Clears all faults. */
  calm: () => Promise<void>
  /** Every order that it accepted. */
  adds: () => Promise<PanelCall[]>
  calls: (action: string) => Promise<Record<string, unknown>[]>
  /** The number of its calls with `action`, whatever the result. */
  arrivals: (action: string) => Promise<number>
  move: (
    order: number | string,
    to: { status: string; remains?: number; start_count?: number; charge?: string },
  ) => Promise<void>
  moveRefill: (refill: number | string, to: { status: string }) => Promise<void>
  settings: (body: Record<string, unknown>) => Promise<void>
  /** Changes a service of its list. */
  change: (service: number, to: Record<string, string | boolean>) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Services of every test panel: 1 is plain, 2 has refills and cancels, 3 is a package with cancels, 4 takes
 * comments. Nothing moves automatically.
 */
const panelServices = [
  { service: 1, name: 'Plain', refill: false, cancel: false, type: 'Default' },
  { service: 2, name: 'With refill and cancel', refill: true, cancel: true, type: 'Default' },
  { service: 3, name: 'Packaged', refill: false, cancel: true, type: 'Package' },
  { service: 4, name: 'Commented', refill: false, cancel: true, type: 'Custom Comments' },
].map((own) => ({ ...own, category: 'Tests', rate: '0.90', min: '1', max: '1000000', dripfeed: false }))

/** A separate provider as a real HTTP server, with an account in the app. */
export async function startPanel(ctx: Context): Promise<TestPanel> {
  const server: SandboxProvider = await startSandboxProvider({ catalogue: panelServices })
  const control = async (path: string, body?: unknown) => {
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(`${server.url}/sandbox/${path}`, body === undefined ? {} : post)
    if (!response.ok) throw new Error(`sandbox ${path}: ${await response.text()}`)
    return response.json()
  }
  await control('speed', { factor: 0 })
  const provider = await makeProvider(ctx, server)
  return {
    provider,
    url: server.url,
    fault: async (kind, more = {}) =>
      void (await control('faults', { action: 'add', kind, times: 1, ...more })),
    calm: async () => void (await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' })),
    adds: async () => (await control('calls?action=add')) as PanelCall[], // the shape of sandbox/provider/call-log.ts
    calls: async (action) => (await control(`calls?action=${action}`)) as Record<string, unknown>[], // likewise
    move: async (order, to) => void (await control(`orders/${order}`, to)),
    arrivals: async (wanted) => {
      const all = (await control('calls')) as { action: string }[] // likewise, of every action
      return all.filter(({ action }) => action === wanted).length
    },
    moveRefill: async (refill, to) => void (await control(`refills/${refill}`, to)),
    change: async (service, to) => void (await control(`services/${service}`, to)),
    settings: async (body) => void (await control('settings', body)),
    stop: () => server.stop(),
  }
}
