import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { callPanel, control } from './call-sandbox.ts'
import { makeShop, postSigned } from '#sandbox/gateway/make-shop.ts'
import { startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { startChild } from './start-child.ts'
import { startSandbox, type SandboxAddresses } from './start-sandbox.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const ADD = { action: 'add', service: 101, link: 'https://www.instagram.com/someone', quantity: 1000 }
const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/sandbox/calls`).then(
    () => true,
    () => false,
  )

/** A process that starts the sandbox like the product, and nothing else. */
async function startParent(): Promise<{ addresses: SandboxAddresses; kill: () => Promise<void> }> {
  const script = `
    const { startSandbox } = await import(${JSON.stringify(join(import.meta.dirname, 'start-sandbox.ts'))})
    const { provider, gateway } = await startSandbox({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify({ provider, gateway }))`
  const options = ['--input-type=module', '--eval', script]
  const parent = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    parent.kill('SIGKILL')
  })
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string] // a line event is one line
  return {
    addresses: JSON.parse(line) as SandboxAddresses,
    kill: async () => {
      const gone = once(parent, 'exit')
      parent.kill('SIGKILL')
      await gone
    },
  }
}

test('writes its addresses to sandbox.json for its owner only, and stops both', async () => {
  const sandbox = await startSandbox({ dataDir, catalogueSize: 1000 })
  const { stop, ...addresses } = sandbox
  const path = join(dataDir, 'sandbox.json')
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(addresses)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await callPanel(sandbox.provider, { action: 'services' })).toHaveLength(1000)
  await stop()
  expect([await isUp(addresses.provider.url), await isUp(addresses.gateway.url)]).toEqual([false, false])
})

test('a killed server comes back at the same address, with the orders it had taken', async () => {
  const lines: string[] = []
  const { provider, stop } = await startSandbox({ dataDir, log: (line) => lines.push(line) })
  expect(await callPanel(provider, ADD)).toEqual({ order: 23_501 })
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid,ppid,args'])
  const child = stdout
    .split('\n')
    .find((line) => line.includes('provider-main.ts') && line.includes(` ${process.pid} `))
  process.kill(Number(child?.trim().split(/\s+/)[0]), 'SIGKILL')
  await expect.poll(() => isUp(provider.url)).toBe(false)
  await expect.poll(() => isUp(provider.url)).toBe(true)
  expect(await callPanel(provider, ADD)).toEqual({ order: 23_502 })
  expect(lines).toEqual(['sandbox provider exited unexpectedly (SIGKILL)'])
  await stop()
})

test('after kill -9 of the parent no process is left, and the next start has the same ports, keys and orders, and delivers the webhook that was not yet', async () => {
  const first = await startParent()
  const { provider, gateway } = first.addresses
  await control(provider.url, 'speed', { factor: 0 })
  expect(await callPanel(provider, ADD)).toEqual({ order: 23_501 })
  expect(await callPanel(provider, { action: 'cancel', orders: '23501' })).toHaveLength(1)
  const shop = await makeShop({ key: gateway.key })
  const payment = { amount: '10', currency: 'USD', order_id: 'd-1', url_callback: `${shop.url}/hook` }
  const invoice = await postSigned(gateway, 'payment', payment)
  await control(gateway.url, 'faults', { kind: 'webhook_late', delay_ms: 3000 })
  await control(gateway.url, 'invoices/d-1', { status: 'paid' })
  const balance = await callPanel(provider, { action: 'balance' })
  await first.kill()
  await expect.poll(() => isUp(provider.url)).toBe(false)
  await expect.poll(() => isUp(gateway.url)).toBe(false)
  expect(shop.received).toEqual([])

  const second = await startParent()
  expect(second.addresses).toEqual(first.addresses)
  expect((await control(provider.url, 'calls?action=add')).body).toMatchObject([
    { order: 23_501, link: ADD.link },
  ])
  expect(await callPanel(provider, { action: 'balance' })).toEqual(balance)
  expect((await control(provider.url, 'speed')).body).toEqual({ factor: 0 })
  expect(await callPanel(provider, ADD)).toEqual({ order: 23_502 })
  const again = await postSigned(gateway, 'payment', payment)
  expect(again.body.result).toMatchObject({ uuid: invoice.body.result['uuid'], status: 'paid' })
  await expect.poll(() => shop.received.length, { timeout: 8000 }).toBe(1)
  expect(shop.received[0]).toMatchObject({ isSigned: true, body: { status: 'paid' } })
  await shop.stop()
  await second.kill()
  await expect.poll(() => isUp(provider.url)).toBe(false)
})

test('every order answered before kill -9 is there after it', async () => {
  const first = await startParent()
  const { provider } = first.addresses
  const answered: number[] = []
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let index = 0; ; index += 1) {
      const answer = await callPanel(provider, { ...ADD, link: `https://www.tiktok.com/@${client}-${index}` })
      answered.push((answer as { order: number }).order)
    }
  })
  const ended = Promise.allSettled(clients)
  await expect.poll(() => answered.length, { timeout: 10_000 }).toBeGreaterThan(300)
  await first.kill()
  await ended

  const second = await startParent()
  const { body } = await control(provider.url, 'calls?action=add')
  const kept = new Set((body as { order: number }[]).map(({ order }) => order))
  expect(answered.filter((order) => !kept.has(order))).toEqual([])
  await second.kill()
})

test('a server that is stopped stays down until it is started again, with the orders it had taken', async () => {
  const key = 'a-key'
  const env = { SANDBOX_KEY: key, SANDBOX_SYNCED: 'on' }
  const child = await startChild({ name: 'provider', port: 0, stateDir: dataDir, env, log: () => {} })
  const { url } = child.ready
  expect(await callPanel({ url, key }, ADD)).toEqual({ order: 23_501 })
  await child.takeDown()
  await sleep(600) // longer than a restart takes
  expect(await isUp(url)).toBe(false)
  await child.bringBack()
  expect(await callPanel({ url, key }, ADD)).toEqual({ order: 23_502 })
  await child.stop()
})

test('uses another port when its own is taken, and reports what is wrong with a catalogue', async () => {
  const other = await startSandboxProvider({})
  const sandbox = await startSandbox({ dataDir, providerPort: Number(new URL(other.url).port) })
  expect(sandbox.provider.url).not.toBe(other.url)
  expect(await callPanel(sandbox.provider, ADD)).toEqual({ order: 23_501 })
  await sandbox.stop()
  await other.stop()
  const start = startSandbox({ dataDir, catalogueFile: join(dataDir, 'sandbox.json') })
  await expect(start).rejects.toThrow(/sandbox provider .* holds no list of services/)
})
