import { afterAll, beforeAll, expect, test } from 'vitest'

import { readApiGuide } from '#contract/site/api-guide.ts'
import { endpoints } from '#contract/endpoints.ts'
import { serviceTypeNames } from '#contract/catalogue/service-types.ts'
import { resellerActions } from '#contract/reseller/reseller-call.ts'
import { resellerTexts } from '#contract/reseller/reseller-errors.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp({ env: { PUBLIC_URL: 'https://panel.example', RATE_LIMITS: 'default' } })
})
afterAll(() => app.drop())

const calls = async () => (await app.call(readApiGuide)).body.groups.flatMap((group) => group.calls)

test('the guide has every call that an API key may make, and none for staff only', async () => {
  const names = new Set((await calls()).map(({ name }) => name))
  const open = endpoints.filter(({ endpoint }) => endpoint.takesKey !== undefined)
  expect(open.length).toBeGreaterThan(3)
  for (const { name } of open) expect(names).toContain(name)
  const staff = endpoints.filter(({ endpoint }) => endpoint.access === 'admin')
  expect(staff.filter(({ name }) => names.has(name))).toEqual([])
})

test("the guide describes each call's input, answer and errors", async () => {
  const place = (await calls()).find(({ name }) => name === 'createOrder')
  expect(place).toMatchObject({
    method: 'POST',
    path: '/api/orders/create',
    access: 'key',
    is_idempotent: true,
    status: 201,
  })
  expect(place?.fields).toContainEqual({
    name: 'service_id',
    in: 'body',
    type: 'integer',
    is_required: true,
  })
  expect(place?.fields.map(({ name }) => name)).not.toContain('service_name')
  expect(place?.fields.find(({ name }) => name === 'link')?.type).toBe('string, at most 2000 characters')
  expect(place?.answer).toContain('price: number (USD), status: "PENDING"')
  expect(place?.errors).toContainEqual({ status: 402, code: 'insufficient_balance' })
  const one = (await calls()).find(({ path }) => path === '/api/orders/{id}')
  expect(one?.fields[0]).toMatchObject({ name: 'id', in: 'path', is_required: true })
})

test("drip-feed is promised nowhere: it is only the provider's flag", async () => {
  const one = (await calls()).find(({ name }) => name === 'getService')
  expect(one?.answer).toContain("dripfeed: boolean (the provider's flag)")
})

test('the guide as Markdown has every action, refusal and service type of the reseller API', async () => {
  const text = await (await fetch(`${app.url}/api-docs.md`)).text()
  for (const action of resellerActions) expect(text).toContain(`### action=${action}\n`)
  for (const refusal of Object.values(resellerTexts)) expect(text).toContain(`| \`${refusal}\` |`)
  for (const type of serviceTypeNames) expect(text).toContain(`\n| ${type} | `)
  expect(text).toContain('\n| 0 | Completed after 20 seconds |')
  expect(text).toContain('Its newest 100 orders and their idempotency keys are kept for 7 days')
  expect(text).toContain("curl 'https://panel.example/api/v2'")
})

test('the client of the reseller API is the file that the tests use', async () => {
  const client = await fetch(`${app.url}/tally-and-reach.ts`)
  expect(client.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await client.text()).toContain('export function makeClient(options: ClientOptions): Call {')
})

test('programs get the same guide as Markdown, and llms.txt links to it', async () => {
  const llms = await (await fetch(`${app.url}/llms.txt`)).text()
  expect(llms).toContain('# Tally & Reach')
  expect(llms).toContain('https://panel.example/api-docs.md')
  const guide = await fetch(`${app.url}/api-docs.md`)
  expect(guide.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  const text = await guide.text()
  for (const { method, path } of await calls()) expect(text).toContain(`### ${method} ${path}\n`)
  expect(text).toContain("curl 'https://panel.example/api/orders/create'")
})
