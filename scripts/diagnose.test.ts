import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { getDiagnostics } from '#contract/operations/diagnostics.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

import { projectDir } from './build-web.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

/** As `npm run diagnose` calls it, for this test's app. */
async function diagnose(args: string[], env: Record<string, string> = {}) {
  const { config } = app.ctx
  const child = spawn(process.execPath, [`${projectDir}/scripts/diagnose.ts`, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl,
      DATABASE_DIRECT_URL: config.databaseOwnerUrl,
      SECRET_KEY: config.secretKey,
      PUBLIC_URL: app.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { said, complained, code: Number(code) }
}

test('the command reaches the running product through PUBLIC_URL, and its exit code is the worst level', async () => {
  const { said, code } = await diagnose(['--json'])
  const { lines, level } = z.decode(getDiagnostics.answer.schema, JSON.parse(said))
  const codes = lines.map((line) => line.code)
  expect(codes).toEqual(
    // Their speed depends on the machine.
    expect.arrayContaining([
      'site_reached',
      expect.stringMatching(/^streams_(good|slow)$/),
      expect.stringMatching(/^database_(good|slow)$/),
      'workers_none',
    ]),
  )
  expect([level, code]).toEqual(['error', 2])
})

test('without a database the other checks run, and the password is not printed', async () => {
  const { said, code } = await diagnose([], {
    DATABASE_URL: 'postgres://me:hidden-word@127.0.0.1:9/tally',
    DATABASE_DIRECT_URL: 'postgres://me:hidden-word@127.0.0.1:9/tally',
  })
  expect(said).toMatch(/^Site\n {2}ok {7}The site is at http/)
  expect(said).toMatch(/\n {2}error {4}The database can't be used: .*\n {11}→ Check DATABASE_URL/)
  expect(said).toMatch(/\nErrors: 1, warnings: \d+, ok: \d+\.\n$/)
  expect(said).not.toContain('hidden-word')
  expect(code).toBe(2)
})

test('an unknown option is refused with the usage', async () => {
  const { complained, code } = await diagnose(['--yaml'])
  expect(complained).toMatch(/--yaml[^]*Usage: npm run diagnose -- \[--json\]/)
  expect(code).toBe(2)
})
