import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { takePort } from './take-port.ts'

const host = '127.0.0.1'
const server = createServer()
let taken: number

beforeAll(async () => {
  server.listen(0, host)
  await once(server, 'listening')
  taken = (server.address() as AddressInfo).port // it listens on TCP
})
afterAll(() => void server.close())

test('0 gives a free port, reserved until it is released', async () => {
  const { port, release } = await takePort({ host, port: 0, portIsGiven: true })
  await expect(takePort({ host, port, portIsGiven: true })).rejects.toThrow(
    `PORT ${port} on ${host} is in use`,
  )
  await release()
  const again = await takePort({ host, port, portIsGiven: true })
  expect(again.port).toBe(port)
  await again.release()
})

test('a configured port that is in use is refused with a sentence', async () => {
  await expect(takePort({ host, port: taken, portIsGiven: true })).rejects.toThrow(
    `PORT ${taken} on ${host} is in use by another program.`,
  )
})

test('a default port moves to the next free one', async () => {
  const { port, release } = await takePort({ host, port: taken, portIsGiven: false })
  expect(port).toBeGreaterThan(taken)
  await release()
})

test('an address that does not belong to this machine is refused with a sentence', async () => {
  await expect(takePort({ host: '192.0.2.1', port: 0, portIsGiven: true })).rejects.toThrow(
    /HOST 192\.0\.2\.1 with port 0 cannot be listened on/,
  )
})
