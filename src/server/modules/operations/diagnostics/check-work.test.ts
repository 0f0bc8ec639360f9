import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { fenceRestored } from '#server/modules/operations/restored/fence-restored.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

import { checkWork } from './check-work.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const run = (text: string) => app.database.pool.query(text)
/** A context with an empty cache. */
const find = (check: typeof checkWork) => check({ ...app.ctx })
const codesOf = async (check: typeof checkWork) => (await find(check)).map(({ code }) => code)

test('a missing worker is an error, since nothing is sent', async () => {
  expect(await codesOf(checkWork)).toContain('workers_none')
  await run(
    `insert into processes (id, role, host, pid) values (gen_random_uuid(), 'worker', 'elsewhere', 1)`,
  )
  expect(await find(checkWork)).toContainEqual({ code: 'workers_good', details: { count: 1 } })
})

test('a queue that nothing processes is late', async () => {
  expect(await codesOf(checkWork)).toContain('webhooks_handled')
  await run(`insert into gateway_events (gateway, reference, body, due_at)
    values ('cryptomus', '1', '{}', now() - interval '1 hour')`)
  expect(await find(checkWork)).toContainEqual({ code: 'webhooks_wait', details: { due: 1, minutes: 60 } })
  await run('delete from gateway_events')
})

test('a fenced database has one line instead of its queues, however much is queued', async () => {
  await run(`insert into gateway_events (gateway, reference, body, due_at)
    values ('cryptomus', '1', '{}', now() - interval '1 hour')`)
  await fenceRestored(app.database.pool, { archiveId: 'a', takenAt: new Date() })
  onTestFinished(async () => void (await run('delete from restorations')))
  const restored = await app.another()
  const found = await checkWork(restored.ctx)
  expect(found.map(({ code }) => code)).toEqual(['workers_good', 'jobs_good', 'work_fenced'])
})
