import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { register } from '#contract/users/auth.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { giveBalance, makeService } from './factories.ts'
import { makeTypes } from './typed-client/make-types.ts'

const folder = join(import.meta.dirname, 'typed-client')
const made = join(import.meta.dirname, '../node_modules/.cache/typed-client')
const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')

let app: TestApp
let document: string

beforeAll(async () => {
  app = await makeTestApp()
  document = await (await fetch(`${app.url}/api/openapi.json`)).text()
})
afterAll(() => app.drop())

// First: the product answers in this process, which the two tests below keep busy.
test('a client generated from the document alone gets what its types promise', async () => {
  const password = 'a typed password'
  const email = 'typed@example.com'
  const { body } = await app.call(register, { body: { name: 'Typed', email, password } })
  await giveBalance(app.ctx, body.user.id, '10')
  const service = await makeService(app.ctx, { rate: '1', min: 100, max: 1_000 })
  // Not by a literal path: the compiler for the whole project would look for the types that are generated here.
  const { useClient } = (await import(join(folder, 'use-client.ts'))) as {
    useClient: (url: string, given: object) => Promise<unknown>
  }
  const used = await useClient(app.url, { email, password, serviceId: service.id })
  expect(used).toEqual({
    health: 'ok',
    rate: 1,
    replayed: null,
    statuses: ['PENDING'],
    events: ['created'],
    code: 'invalid_fields',
    quantity: { code: 'quantity_range', min: 100, max: 1_000 },
  })
})

test("the document passes every recommended rule of Redocly's linter", async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
}, 60_000)

test('its source, typed by the document, compiles, and what the document does not allow does not', async () => {
  await mkdir(made, { recursive: true })
  await writeFile(join(made, 'api.d.ts'), await makeTypes(JSON.parse(document)))
  const compile = promisify(execFile)(process.execPath, [compiler, '-p', folder])
  expect(
    await compile.then(
      ({ stdout }) => stdout,
      (failed: { stdout: string }) => failed.stdout,
    ),
  ).toBe('')
}, 120_000)
