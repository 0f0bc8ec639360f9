import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { makeRandom } from '#sandbox/provider/random.ts'

/** A status call. `endedAt` is undefined while it is in progress. */
export type StatusCall = { ids: string[]; beganAt: number; endedAt: number | undefined }

/** Undefined omits the order from the answer; a text is an error of the whole call. */
export type Answering = (id: string) => Record<string, unknown> | undefined | string

export type FastPanel = {
  url: string
  /** Times are of `performance.now()`. */
  calls: StatusCall[]
  /** The orders it got, in order; it accepts every one. */
  adds: { link: string; beganAt: number; endedAt: number | undefined }[]
  /** How many of them were answered. */
  answered: number
  balances: number[]
  /** How it answers from the next call on, and after how long. */
  answer(how: Answering, delayMs?: number): void
  /** A longer list is an error of the whole call; 0 means no lists at all. */
  takeLists(max: number): void
  /** The percentages of orders without an answer: the connection is reset, or hangs. */
  lose(percent: { resets: number; hangs: number }): void
  /** Answers every call with this status and no body, until `answer` is called. */
  fail(status: number): void
  stop(): Promise<void>
}

/** The cost per 1,000 of a filled service (fill-orders.ts): a higher charge would be a price rise. */
const charge = '0.009'

/** Reports every order as in progress. */
export const inProgress: Answering = () => ({
  charge,
  start_count: '10',
  status: 'In progress',
  remains: '500',
  currency: 'USD',
})
export const completed: Answering = () => ({
  charge,
  start_count: '10',
  status: 'Completed',
  remains: '0',
  currency: 'USD',
})

/** A fast provider that accepts any order id, for large numbers. The sandbox is for faults. */
export async function startFastPanel(how: Answering = inProgress, delayMs = 0): Promise<FastPanel> {
  const calls: StatusCall[] = []
  const adds: FastPanel['adds'] = []
  const balances: number[] = []
  let listMax = Infinity
  let lost = { resets: 0, hangs: 0 }
  const random = makeRandom(1)
  let now = { how, delayMs, status: 200 }

  const panel: FastPanel = {
    url: '',
    calls,
    adds,
    answered: 0,
    balances,
    answer: (other, otherDelayMs = 0) => (now = { how: other, delayMs: otherDelayMs, status: 200 }),
    takeLists: (max) => (listMax = max),
    lose: (percent) => (lost = percent),
    fail: (status) => (now = { ...now, status }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await readForm(request)
    const { how: answering, delayMs: delay, status } = now
    let text = '{"balance":"1000","currency":"USD"}'
    let call: { endedAt: number | undefined } | undefined
    if (form.get('action') === 'status') {
      const one = form.get('order')
      const ids = one === null ? (form.get('orders') ?? '').split(',') : [one]
      call = noteCall(calls, { ids, beganAt: performance.now(), endedAt: undefined })
      const isRefused = one === null && ids.length > listMax
      text = isRefused
        ? JSON.stringify({ error: 'The order field is required' })
        : one === null
          ? describe(ids, answering)
          : describeOne(answering(one))
    } else if (form.get('action') === 'add') {
      const link = form.get('link') ?? ''
      call = noteCall(adds, { link, beganAt: performance.now(), endedAt: undefined })
      text = JSON.stringify({ order: adds.length })
      const chance = random.next() * 100
      if (chance < lost.resets) return void request.socket.resetAndDestroy()
      if (chance < lost.resets + lost.hangs) return
      panel.answered += 1
    } else balances.push(performance.now())
    setTimeout(() => end(response, { status, text, call }), delay)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a TCP server
  panel.url = `http://127.0.0.1:${port}`
  return panel
}
function noteCall<Call>(list: Call[], call: Call): Call {
  list.push(call)
  return call
}

function end(
  response: ServerResponse,
  { status, text, call }: { status: number; text: string; call: { endedAt: number | undefined } | undefined },
) {
  if (call !== undefined) call.endedAt = performance.now()
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(status === 200 ? text : '')
}

function describe(ids: readonly string[], how: Answering): string {
  const entries: Record<string, unknown> = {}
  for (const id of ids) {
    const answer = how(id)
    if (typeof answer === 'string') return JSON.stringify({ error: answer })
    if (answer !== undefined) entries[id] = answer
  }
  return JSON.stringify(entries)
}

function describeOne(answer: ReturnType<Answering>): string {
  return JSON.stringify(typeof answer === 'string' ? { error: answer } : (answer ?? []))
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
