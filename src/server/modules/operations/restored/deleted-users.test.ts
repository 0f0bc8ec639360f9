import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import { makeTestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'
import { startFakeBucket } from '#test/fake-bucket.ts'

import { DELETED_USERS, listDeletedSince, noteDeletion } from './deleted-users.ts'

test('the list combines the bucket and the file; while the bucket is down, the file alone is a partial list', async () => {
  const app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  onTestFinished(() => app.drop())
  const fake = await startFakeBucket()
  onTestFinished(() => fake.stop())
  const { ctx } = app
  const [first, second, owner] = [
    await makeUser(ctx),
    await makeUser(ctx),
    await makeUser(ctx, { role: 'admin' }),
  ]
  expect(await listDeletedSince(ctx)).toEqual({ ids: [], isWhole: false })
  const body = {
    storage: { endpoint: fake.endpoint, ...fake.named },
    storage_secret_key: fake.secretKey,
  }
  expect((await app.call(updateSettings, { token: owner.token, body })).status).toBe(200)
  await noteDeletion(ctx, first.id)
  const [noted] = [...fake.objects.values()]
  const { rows } = await ctx.pool.query('select created_at from users where id = $1', [second.id])
  const registered_at = rows[0].created_at.toISOString()
  // Written with a clock that is far behind.
  const line = { user_id: second.id, registered_at, deleted_at: '2000-01-01T00:00:00.000Z' }
  await writeFile(join(ctx.config.dataDir, DELETED_USERS), `${JSON.stringify(line)}\n`)
  expect(noted?.bytes.toString()).toContain(`"user_id":${first.id},`)
  expect(await listDeletedSince(ctx)).toEqual({ ids: [first.id, second.id], isWhole: true })
  fake.isDown = true
  expect(await listDeletedSince(ctx)).toEqual({ ids: [second.id], isWhole: false })
})
