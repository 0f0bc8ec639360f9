import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ResellerAction } from '#contract/reseller/reseller-call.ts'
import { toExampleCode } from '#contract/site/reseller-examples.ts'
import { type ExampleCall, exampleIds, resellerGuide } from '#contract/site/reseller-guide.ts'
import { createApiKey } from '#contract/users/api-keys.ts'

import { makeOrderBench } from './order-bench.ts'
import { type ExampleRequest, readExample } from './read-example.ts'
import { makeReseller } from './reseller-client.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })
const origin = 'https://panel.example'
const guided = Object.entries(resellerGuide) as [ResellerAction, (typeof resellerGuide)[ResellerAction]][]
const examples = guided.map(([action, { calls }]): [ResellerAction, ExampleCall] => [action, calls[0]])

let folder: string
let recorder: Awaited<ReturnType<typeof startRecorder>>
/** The texts in the examples, with the values that replace them. */
let real: readonly (readonly [string, string])[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-reseller-examples-'))
  recorder = await startRecorder()
})
afterAll(async () => {
  recorder.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  const { key } = (await bench.app.call(createApiKey, { token: bench.user.token })).body
  const { id: order } = await bench.placeAt('Completed')
  const { id: other } = await bench.placeAccepted()
  real = [
    ['YOUR_API_KEY', key],
    [exampleIds.service, String(bench.service.id)],
    [exampleIds.order, String(order)],
    [exampleIds.other, String(other)],
  ]
})

test.each(['curl', 'JavaScript'] as const)(
  'the examples in %s run, send what they show, and are answered as the guide says',
  async (language) => {
    const answers = new Map<string, unknown>()
    for (const [action, call] of examples) {
      const code = toExampleCode(language, { origin: recorder.url, action, call })
      const sent = readExample.JavaScript(toExampleCode('JavaScript', { origin, action, call }))
      const said = await run(language, inPlace(code))
      const recorded = recorder.take()
      expect(recorded, action).toMatchObject({
        method: sent.method,
        headers: lowerCase(sent.headers),
        form: sent.form.map(([name, value]) => [name, inPlace(value)]),
      })
      const answer = language === 'curl' ? said : recorder.answer()
      expect(shapeOf(JSON.parse(answer)), action).toEqual(shapeOf(JSON.parse(inPlace(call.answer))))
      answers.set(action, JSON.parse(answer))
      if (action === 'refill') real = [...real, [exampleIds.refill, String(JSON.parse(answer).refill)]]
    }
    expect(answers.get('refill_status')).toEqual({ status: 'In progress' })
    expect(answers.get('cancel')).toMatchObject([{ cancel: 1 }, { cancel: { error: expect.any(String) } }])
  },
)

test('the other forms of a call are answered as the guide says', async () => {
  const call = makeReseller(bench.app, inPlace('YOUR_API_KEY'))
  const post = async (action: string, members: ExampleCall['members']) =>
    (
      await call(
        action,
        Object.fromEntries(Object.entries(members).map(([name, one]) => [name, inPlace(one)])),
      )
    ).json
  const { refill } = await post('refill', { order: exampleIds.order })
  real = [...real, [exampleIds.refill, String(refill)]]
  for (const [action, { calls }] of guided)
    for (const { members, answer } of calls.slice(1))
      expect(shapeOf(await post(action, members)), action).toEqual(shapeOf(JSON.parse(inPlace(answer))))
})

function inPlace(text: string): string {
  return real.reduce((now, [shown, is]) => now.replaceAll(shown, is), text)
}

/** Member names and types, each kind of row once: texts and numbers of services differ. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((row) => JSON.stringify(shapeOf(row))))].map((row): unknown =>
      JSON.parse(row),
    )
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}

async function run(language: 'curl' | 'JavaScript', code: string): Promise<string> {
  const [program, file] = language === 'curl' ? ['sh', 'example.sh'] : [process.execPath, 'example.mjs']
  await writeFile(join(folder, file), code)
  return (await promisify(execFile)(program, [join(folder, file)], { timeout: 60_000 })).stdout
}

/** Forwards calls to the product, and keeps the last one. */
async function startRecorder() {
  let last: ExampleRequest | undefined
  let answer = ''
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { method = '', url = '', headers } = request
    const form = [...new URLSearchParams(String(body))]
    last = { method, url, headers: headers as Record<string, string>, form } // none of these comes twice
    const { connection: _connection, host: _host, 'content-length': _length, ...others } = last.headers
    const passed = await fetch(bench.app.url + url, { method, headers: others, body })
    answer = await passed.text()
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    answer: () => answer,
    take: () => {
      const taken = last
      last = undefined
      return taken
    },
    stop: () => (server.closeAllConnections(), server.close()),
  }
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
