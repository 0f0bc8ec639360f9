import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { ProviderName } from '#torture/sandboxes/catalogue.ts'

import type { Fault, Stage } from './fault.ts'

const STOPPED_SECONDS = 4
/** The time until staff have noticed a provider's change and entered it. */
const NOTICED_SECONDS = 3

/** What staff, providers and the merchant do to accounts while orders and deposits are in progress. */
export const accountFaults: readonly Fault[] = [
  {
    name: 'staff pause a provider and resume it',
    strike: async (stage: Stage) => {
      const name = pickProvider(stage)
      const path = `/api/admin/providers/${stage.providers[name]}`
      await stop(stage, name, {
        begin: () => stage.staffClient.do({ path: `${path}/pause` }),
        end: () => stage.staffClient.do({ path: `${path}/resume` }),
      })
    },
  },
  {
    name: 'staff switch a provider off and on',
    strike: async (stage: Stage) => {
      const name = pickProvider(stage)
      const change = (isEnabled: boolean) => changeProvider(stage, name, { is_enabled: isEnabled })
      await close(stage, name, () =>
        stop(stage, name, { begin: () => change(false), end: () => change(true) }),
      )
    },
  },
  {
    name: 'a provider takes another key',
    strike: async (stage: Stage) => {
      const name = pickProvider(stage)
      const server = stage.sandboxes.providers[name]
      await server.changeKey()
      stage.records.secrets.set(`provider ${name}'s key ${server.key.slice(0, 4)}`, server.key)
      await sleep(NOTICED_SECONDS * 1000)
      await changeProvider(stage, name, { key: server.key })
    },
  },
  {
    name: 'a provider goes to another address',
    strike: async (stage: Stage) => {
      const name = pickProvider(stage)
      const server = stage.sandboxes.providers[name]
      await server.moveAway()
      await sleep(NOTICED_SECONDS * 1000)
      await changeProvider(stage, name, { api_url: server.url, key: server.key })
    },
  },
  {
    name: 'a provider uses another currency for a while',
    strike: async (stage: Stage) => {
      const name = pickProvider(stage)
      const count = async (quirks: string[]) => {
        await stage.sandboxes.providers[name].control('settings', { quirks })
        await stage.staffClient.do({ path: `/api/admin/providers/${stage.providers[name]}/check` })
      }
      await close(stage, name, () =>
        stop(stage, name, { begin: () => count(['other_currency']), end: () => count([]), isOn: isInDoubt }),
      )
    },
  },
  {
    name: 'the gateway account is replaced',
    strike: async ({ sandboxes, staffClient, records }: Stage) => {
      const [merchant, key] = [randomUUID(), randomBytes(16).toString('hex')]
      await sandboxes.gateway.control('accounts', { merchant, key })
      records.secrets.set(`the gateway's key ${key.slice(0, 4)}`, key)
      const gateways = { cryptomus: { is_on: true, merchant } }
      await staffClient.do({
        method: 'PUT',
        path: '/api/admin/settings',
        body: { gateways, cryptomus_key: key },
      })
      await sleep(NOTICED_SECONDS * 1000)
    },
  },
].map(({ name, strike }) => ({
  name,
  needs: [],
  seconds: STOPPED_SECONDS + 3,
  strike: async (stage) => {
    await strike(stage)
    return performance.now()
  },
}))

function pickProvider({ random }: Stage): ProviderName {
  return random.pick(['one', 'two'] as const)
}

function changeProvider(
  { staffClient, providers }: Stage,
  name: ProviderName,
  body: Record<string, unknown>,
) {
  return staffClient.do({ method: 'PUT', path: `/api/admin/providers/${providers[name]}`, body })
}

type Halt = {
  begin: () => Promise<unknown>
  end: () => Promise<unknown>
  /** Whether the change has taken effect; without this, an answer is enough. */
  isOn?: (stage: Stage, name: ProviderName) => Promise<boolean>
}

/** Meanwhile nothing may be sent there, and no other staff member resumes it. */
async function stop(stage: Stage, name: ProviderName, { begin, end, isOn = async () => true }: Halt) {
  const { records, database } = stage
  const now = async () => {
    const [row] = await database.query<{ ms: number }>(
      'select (extract(epoch from now()) * 1000)::float8 as ms',
    )
    return row?.ms ?? 0
  }
  records.held.add(name)
  try {
    await begin()
    const from = await now()
    const wasOn = await isOn(stage, name)
    await sleep(STOPPED_SECONDS * 1000)
    if (wasOn && (await isOn(stage, name))) records.stops.push({ provider: name, from, until: await now() })
    await end()
  } finally {
    records.held.delete(name)
  }
}

/** Its services are off sale meanwhile. */
async function close({ records }: Stage, provider: ProviderName, act: () => Promise<void>): Promise<void> {
  const closure: Stage['records']['closures'][number] = { provider, from: Date.now() }
  records.closures.push(closure)
  await act()
  closure.until = Date.now()
}

async function isInDoubt({ database, providers }: Stage, name: ProviderName): Promise<boolean> {
  const rows = await database.query('select from providers where id = $1 and not has_trusted_costs', [
    providers[name],
  ])
  return rows.length > 0
}
