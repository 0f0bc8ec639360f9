import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { makeClient } from '#server/lib/postgres/pool.ts'

import { makeAddress } from './make-address.ts'
import { pickAccount } from './pick-account.ts'
import { placeBinaries } from './place-binaries.ts'
import { placeCluster, setPassword, systemPlace } from './place-cluster.ts'
import { runPostmaster } from './run-postmaster.ts'

test('on Windows it listens on loopback only, with a new password at each start', async () => {
  const first = await makeAddress({}, undefined, 'win32')
  const second = await makeAddress({}, undefined, 'win32')
  onTestFinished(async () => {
    await first.remove()
    await second.remove()
  })
  expect(first.settings).toMatchObject({ listen_addresses: '127.0.0.1', unix_socket_directories: '' })
  const { hostname, port, username, password } = new URL(first.url)
  expect([hostname, Number(port), username]).toEqual(['127.0.0.1', first.settings['port'], 'tally'])
  expect(password).toMatch(/^[0-9a-f]{48}$/)
  expect(password).toBe(first.password)
  expect(second.password).not.toBe(first.password)
})

// Started with the arguments for Windows: the access rules are the same on every system.
test('as on Windows, a client without the password, or with another one, is refused', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-address-'))
  await chmod(dataDir, 0o711)
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const account = pickAccount()
  const native = await placeBinaries(account, 'uid' in account ? systemPlace : dataDir)
  const cluster = await placeCluster(account, dataDir, native)
  const address = await makeAddress(account, undefined, 'win32')
  onTestFinished(address.remove)
  await setPassword(address.password ?? '', { account, native, cluster })
  const logFile = join(dataDir, 'postgres.log')
  const server = await runPostmaster({
    account,
    address,
    native,
    cluster,
    logFile,
    settings: { fsync: 'off' },
  })
  onTestFinished(server.stop)

  const connect = async (change: { password?: string }) => {
    const client = makeClient(Object.assign(new URL(address.url), change).href)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return 'connected'
    } catch (error) {
      return (error as { code?: string }).code
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  expect(await connect({})).toBe('connected')
  expect(await connect({ password: 'f'.repeat(48) })).toBe('28P01')
  expect(await connect({ password: '' })).not.toBe('connected')
})
