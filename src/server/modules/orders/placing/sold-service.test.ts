import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService } from '#test/factories.ts'

import { makeSoldServices } from './sold-service.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

/** The heap after garbage collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('caches services, and nothing about unknown ids, however many are requested', async () => {
  const { id } = await makeService(app.ctx, { platform: 'TikTok', min: 5, max: 9 })
  const services = makeSoldServices(app.ctx)
  const sold = { type: 'Default', platform: 'TikTok', category: expect.any(String), min: 5, max: 9 }
  expect(await services.find(id)).toEqual(sold)
  await app.database.pool.query('update services set max = 8 where id = $1', [id])
  expect([await services.find(id), await services.findFresh(id)]).toEqual([sold, { ...sold, max: 8 }])
  await app.database.pool.query('update services set is_active = false where id = $1', [id])
  expect([await services.findFresh(id), await services.find(id)]).toEqual([undefined, undefined])

  const ask = (from: number) =>
    Promise.all(Array.from({ length: 20_000 }, (_, at) => services.find(1_000_000 + from + at)))
  await ask(0)
  const before = heldBytes()
  for (let from = 20_000; from < 220_000; from += 20_000) await ask(from)
  expect(heldBytes() - before).toBeLessThan(8 * 1024 * 1024)
  expect(await services.find(1_000_000)).toBeUndefined()
}, 60_000)
