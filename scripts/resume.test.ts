import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { noteDeletion } from '#server/modules/operations/restored/deleted-users.ts'
import { fenceRestored } from '#server/modules/operations/restored/fence-restored.ts'
import { readFence } from '#server/modules/operations/restored/read-fence.ts'
import { makeTestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { projectDir } from './build-web.ts'

test('npm run resume shows what it will do, does it when asked to, and finds nothing to do afterwards', async () => {
  const app = await makeTestApp()
  onTestFinished(() => app.drop())
  const { pool, url } = app.database
  await fenceRestored(pool, { archiveId: 'the archive', takenAt: new Date() })
  const { dataDir, secretKey } = app.ctx.config
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: secretKey }
  const leaver = await makeUser(app.ctx, { balance: '5' })
  await noteDeletion(app.ctx, leaver.id)
  const run = (...args: string[]) =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      const script = join(projectDir, 'scripts/resume.ts')
      execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      )
    })

  const shown = await run()
  expect(shown.code).toBe(0)
  expect(shown.out).toMatch(/the archive[^]*\n +0 {2}orders that were queued[^]*npm run resume -- --confirm/)
  expect(shown.out).toContain(
    `User ${leaver.id}, ${leaver.email}, with a balance of $5.00, is deleted again.`,
  )
  expect(await readFence(pool)).toBeDefined()

  expect(await run('--confirm')).toMatchObject({ code: 0, out: expect.stringMatching(/^Resumed/) })
  expect(await readFence(pool)).toBeUndefined()
  expect(await run('--confirm')).toMatchObject({ code: 1, err: expect.stringContaining('not fenced') })
})
