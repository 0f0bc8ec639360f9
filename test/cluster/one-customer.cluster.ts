import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type EveryCall, makeEveryCall, namedEndpoints } from '#test/every-call.ts'

import { nodeOf } from './node-of.ts'
import { type Statement, watchStatements } from './watch-statements.ts'

let calls: EveryCall
let own: number
let seen: Statement[]

beforeAll(async () => {
  calls = await makeEveryCall()
  own = await nodeOf(calls.app, calls.owner)
  seen = await watchStatements(calls.app)
})
afterAll(() => calls.app.drop())

/** These end the session that the others need. */
const left = ['changePassword', 'refreshToken', 'logout', 'endSession', 'endOtherSessions']
const ofCustomers = namedEndpoints.filter(
  ([name, { access, answer }]) =>
    access === 'user' && !left.includes(name) && answer.type !== 'text/event-stream',
)

const KEY = 'key=00000000-0000-4000-8000-000000000000'
/** Each way to read a list. */
const queries: Record<string, string[]> = {
  listOrders: [
    'cursor=100',
    'page=1',
    'status=PENDING',
    'status=PENDING&cursor=100',
    'status=PENDING&page=1',
    'status=PENDING,COMPLETED',
    'search=exa',
    'search=exa&status=PENDING',
    KEY,
    `${KEY}&page=1`,
  ],
  listTransactions: ['cursor=100', 'page=1', 'search=1', 'type=order'],
  listDeposits: ['cursor=100'],
  listNotifications: ['cursor=100'],
  listNotificationEntries: ['cursor=100', 'kind=orders', 'kind=payments'],
  listTickets: ['cursor=100', 'status=open'],
}

test.each(ofCustomers)(
  '%s: asks the shard of its customer and no other, a statement at a time',
  async (name, endpoint) => {
    for (const query of [undefined, ...(queries[name] ?? [])]) {
      seen.length = 0
      const { token } = calls.owner
      const body = calls.bodies[name]
      const { status } = await calls.send(endpoint, { token, ...(query !== undefined && { query }), body })
      // A call without a query may be refused by its rules, which is an answer, too.
      const isAnswered = query === undefined ? status !== 401 && status < 500 : status === 200
      expect([query, status, isAnswered]).toEqual([query, status, true])
      // What was begun and is not waited for.
      await sleep(20)
      const elsewhere = seen.filter(
        ({ nodes, shards }) => shards.size > 1 || [...nodes].some((node) => node !== own),
      )
      expect(elsewhere.map(({ text }) => text)).toEqual([])
    }
  },
)
