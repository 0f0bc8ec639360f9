import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Endpoint } from '#contract/base/endpoint.ts'
import type { ErrorCode } from '#contract/base/error-catalogue.ts'
import { isAllowed, type Permission, permissions } from '#contract/base/permissions.ts'
import { getProfile } from '#contract/users/users.ts'
import { startView } from '#contract/users/view-as.ts'

import { makeUser, signIn } from './factories.ts'
import { turnOnFor } from './two-factor.ts'
import {
  type EveryCall,
  expectRefusal,
  makeEveryCall,
  membersOf,
  namedEndpoints,
  staffOnly,
} from './every-call.ts'

// Longer than most: each rule goes through all calls of the contract, with one app.

const closed = namedEndpoints.filter(([, { access }]) => access !== 'public')
/** Calls of staff, and calls of users, in which staff may name a customer. */
const ofStaff = namedEndpoints.filter(([, { needs }]) => needs !== undefined)
const ofUsers = namedEndpoints.filter(([, { access }]) => access === 'user')
/** Anyone may read services; favourites.test.ts tests whose favourite is changed. */
const ofServices = ['/api/user/favourites/', '/api/services/']
const ofThings = ofUsers.filter(
  ([, { params, path }]) => params !== undefined && !ofServices.some((start) => path.startsWith(start)),
)

let calls: EveryCall

beforeAll(async () => {
  calls = await makeEveryCall()
})
afterAll(() => calls.app.drop())

describe('authentication', () => {
  test.each(closed)('%s: refuses a request without a token', async (_name, endpoint) => {
    for (const token of [undefined, 'a.b.c', calls.owner.token.slice(0, -2)]) {
      const answer = await calls.send(endpoint, { ...(token !== undefined && { token }) })
      expect([answer.status, answer.json.message]).toEqual([401, 'Authentication required'])
      expectRefusal(answer)
    }
  })

  test.each(namedEndpoints.filter(([, { access }]) => access === 'admin'))(
    '%s: refuses a user',
    async (name, endpoint) => {
      const answer = await calls.send(endpoint, { token: calls.owner.token, body: calls.bodies[name] })
      expect([answer.status, answer.json.message]).toEqual([403, 'Insufficient permissions'])
      expectRefusal(answer)
    },
  )

  // Staff with one permission lack all others, so this also shows that no call needs two.
  test.each(permissions)(
    'staff without %s are refused on every call that needs it, and those with it alone on none of them',
    async (needed) => {
      const needing = ofStaff.filter(([, { needs }]) => needs === needed)
      const refusedTo = async (own: Permission[]) => {
        const { token } = await makeUser(calls.app.ctx, { role: 'admin', permissions: own })
        return namesRefused(token, { of: needing })
      }
      expect(await refusedTo(permissions.filter((one) => one !== needed))).toEqual(
        needing.map(([name]) => name),
      )
      expect(await refusedTo([needed])).toEqual([])
    },
  )

  test('staff without any permission are refused on every call of staff that needs one, and see no other user', async () => {
    const staff = await makeUser(calls.app.ctx, { role: 'admin', permissions: [] })
    expect(isAllowed({ role: 'user', permissions: null }, 'orders')).toBe(false)
    const needing = ofStaff.filter(([, { needs }]) => needs !== 'any').map(([name]) => name)
    expect(await namesRefused(staff.token)).toEqual(needing)
  })

  test('when staff need two-factor authentication, those without it are refused on every staff call, not on those of their own account, and viewing as a customer shows nothing', async () => {
    const { pool, events } = calls.app.ctx
    const view = await calls.app.call(startView, {
      token: calls.admin.token,
      params: { id: calls.owner.id },
      body: { reason: 'so' },
    })
    const profile = (token: string) => calls.app.call(getProfile, { token })
    expect((await profile(view.body.token)).status).toBe(200)
    await pool.query(`insert into settings (section, value) values ('staff_sign_in', '{"two_factor": true}')`)
    events.publish({ topic: 'settings' })
    try {
      const staff = await makeUser(calls.app.ctx, { role: 'admin' })
      expect(await namesRefused(staff.token, { by: 'two_factor_setup_required' })).toEqual(
        ofStaff.map(([name]) => name),
      )
      expect((await profile(staff.token)).body.user.needs_two_factor).toBe(true)
      expect((await profile(view.body.token)).body.code).toBe('two_factor_setup_required')
      expect((await profile(calls.owner.token)).status).toBe(200)
      await turnOnFor(calls.app, staff)
      expect(await namesRefused(staff.token, { by: 'two_factor_setup_required' })).toEqual([])
      expect((await profile(staff.token)).body.user.needs_two_factor).toBeUndefined()
    } finally {
      await pool.query(`update settings set value = '{"two_factor": false}' where section = 'staff_sign_in'`)
      events.publish({ topic: 'settings' })
    }
  })

  test('every call that names another user states the permission that staff need', () => {
    const taking = namedEndpoints.filter(([, { query }]) =>
      membersOf(query).some((member) => member === 'user_id' || member === 'userId'),
    )
    expect(taking.filter(([, { needs }]) => needs === undefined)).toEqual([])
  })

  test.each(ofUsers)("%s: refuses another user's name", async (name, endpoint) => {
    for (const query of [
      `user_id=${calls.owner.id}`,
      `userId=${calls.owner.id}`,
      `userId=${calls.stranger.id}&userId=${calls.owner.id}`,
    ]) {
      const answer = await calls.send(endpoint, {
        token: calls.stranger.token,
        query,
        body: calls.bodies[name],
      })
      expect([query, answer.status]).toEqual([query, 403])
      expectRefusal(answer)
    }
    if (endpoint.body === undefined) return
    for (const member of ['user_id', 'userId']) {
      const answer = await calls.send(endpoint, {
        token: calls.stranger.token,
        body: { ...calls.bodies[name], [member]: calls.owner.id },
      })
      expect(answer.status).toBe(403)
    }
  })

  test.each(ofThings)("%s: another user's thing is not found, like a missing one", async (name, endpoint) => {
    const body = calls.bodies[name]
    const foreign = await calls.send(endpoint, { token: calls.stranger.token, body })
    expect(foreign.status).toBe(404)
    expectRefusal(foreign)
    const none = await calls.send(endpoint, { token: calls.stranger.token, param: '987654321', body })
    expect({ ...none.json, requestId: '' }).toEqual({ ...foreign.json, requestId: '' })
  })

  test.each(closed.filter(([, { body }]) => body !== undefined))(
    '%s: does not read a body from a user who may not send it',
    async (_name, endpoint) => {
      const codeFor = async (token: string) => (await calls.send(endpoint, { token, body: '{' })).json.code
      expect(await codeFor('a.b.c')).toBe('authentication_required')
      expect(await codeFor(calls.owner.token)).toBe(
        endpoint.access === 'admin' ? 'insufficient_permissions' : 'invalid_json',
      )
      expect(await codeFor(calls.admin.token)).toBe('invalid_json')
    },
  )

  test.each(
    namedEndpoints.filter(
      ([, { path, method }]) =>
        method !== 'GET' && (path.startsWith('/api/auth/') || path.endsWith('/password')),
    ),
  )('%s: accepts a body of 8 kB, and refuses a larger one unread', async (_name, endpoint) => {
    const codeFor = async (bytes: number) =>
      (await calls.send(endpoint, { token: calls.owner.token, body: '{'.padEnd(bytes, ' ') })).json.code
    expect([await codeFor(8_192), await codeFor(8_193)]).toEqual(['invalid_json', 'payload_too_large'])
  })
})

/** The calls refused to this token for that reason; users' calls are made in the name of a customer. */
async function namesRefused(
  token: string,
  {
    by = 'insufficient_permissions',
    of = ofStaff,
  }: { by?: ErrorCode; of?: readonly (typeof ofStaff)[number][] } = {},
): Promise<string[]> {
  const refused: string[] = []
  // A separate user, since staff with that permission sign the customer out.
  const customer = await makeUser(calls.app.ctx)
  for (const [name, endpoint] of of) {
    const query = endpoint.access === 'user' ? `user_id=${customer.id}` : undefined
    // With a missing id and an unreadable body, so that an allowed call changes nothing.
    const body = endpoint.body === undefined ? undefined : '{'
    const { json } = await calls.send(endpoint, {
      token,
      param: '987654321',
      ...(query !== undefined && { query }),
      ...(body !== undefined && { body }),
    })
    if (json?.code === by) refused.push(name)
  }
  return refused
}

describe('unknown input', () => {
  /** Except calls whose clients may send anything. */
  const ofApi = namedEndpoints.filter(
    ([, { path, input }]) => path.startsWith('/api/') && input === undefined,
  )
  /** A separate sign-in each time: some calls end it. */
  const tokenFor = ({ access }: Endpoint) =>
    signIn(calls.app.ctx, access === 'admin' ? calls.admin.id : calls.owner.id)

  test.each(ofApi.filter(([, { takes }]) => takes !== 'bytes'))(
    '%s: an unknown query parameter is 400',
    async (name, endpoint) => {
      const [token, query] = [await tokenFor(endpoint), 'nobody_knows=1']
      const answer = await calls.send(endpoint, { token, query, body: calls.bodies[name] })
      expect([answer.status, answer.json.details?.parameter]).toEqual([400, 'nobody_knows'])
      expectRefusal(answer)
    },
  )

  test.each(ofApi.filter(([, { method, takes }]) => method !== 'GET' && takes !== 'bytes'))(
    '%s: an unknown member of the body is 422, and nothing is done',
    async (name, endpoint) => {
      const body = { ...calls.bodies[name], nobody_knows: 1 }
      const answer = await calls.send(endpoint, { token: await tokenFor(endpoint), body })
      expect([answer.status, answer.json.code]).toEqual([422, 'unknown_field'])
      expect(answer.json.field_codes.nobody_knows).toEqual({ code: 'unknown_field' })
      expectRefusal(answer)
    },
  )

  test("one's own id is accepted in every query, by either name; an empty one is reported", async () => {
    const { id, token } = calls.owner
    for (const [name, endpoint] of ofUsers.filter(([, { method }]) => method === 'GET')) {
      if (endpoint.answer.type !== undefined) continue
      const link = membersOf(endpoint.query).includes('link') ? '&link=example.com' : ''
      for (const member of ['user_id', 'userId']) {
        const own = await calls.send(endpoint, { token, query: `${member}=${id}${link}` })
        expect([name, member, own.status]).toEqual([name, member, 200])
        const empty = await calls.send(endpoint, { token, query: `${member}=${link}` })
        expect([name, empty.status, empty.json.message]).toEqual([name, 400, 'User ID is required'])
      }
    }
  })

  test('a webhook is accepted with any query of its gateway, with a trailing slash too', async () => {
    for (const path of ['cryptomus', 'cryptomus/', 'cryptomus/?from=panel']) {
      const response = await fetch(`${calls.app.url}/api/payment/webhook/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"sign":"x"}',
      })
      expect([path, response.status]).toEqual([path, 401])
    }
  })
})

test('filter values are case-insensitive', async () => {
  let asked = 0
  for (const [name, endpoint] of namedEndpoints) {
    if (endpoint.query === undefined || endpoint.answer.type !== undefined) continue
    // Ids in paths belong to the owner.
    const by = endpoint.access === 'user' ? calls.owner : calls.admin
    const { properties = {} } = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' })
    for (const [member, own] of Object.entries(properties)) {
      const { enum: words = [], const: word } = Object(own)
      for (const one of [...words, ...(typeof word === 'string' ? [word] : [])]) {
        const send = (text: string) => calls.send(endpoint, { token: by.token, query: `${member}=${text}` })
        const [plain, loud] = [await send(one), await send(one.toUpperCase())]
        expect([name, member, loud.status]).toEqual([name, member, 200])
        expect(withoutMoment(loud.json)).toEqual(withoutMoment(plain.json))
        asked += 1
      }
    }
  }
  expect(asked).toBeGreaterThan(50)
})

/** Values of the current moment differ from call to call. */
const withoutMoment = ({ checked_at: _1, counted_until: _2, ...rest }: Record<string, unknown>) => rest

describe('lists', () => {
  const lists = namedEndpoints.filter(([, { query }]) => membersOf(query).includes('limit'))

  test.each(lists)('%s: accepts a limit of 1 to 200 and its own cursors', async (_name, endpoint) => {
    const members = membersOf(endpoint.query)
    for (const good of ['limit=1', 'limit=200'])
      expect((await calls.send(endpoint, { token: calls.admin.token, query: good })).status).toBe(200)
    const bad = ['limit=0', 'limit=201', 'limit=-1', 'limit=x', 'limit=', 'limit=1.5']
    if (members.includes('cursor')) bad.push('cursor=', 'cursor=!', 'cursor=abc', `cursor=${'9'.repeat(30)}`)
    if (members.includes('page')) bad.push('page=0', 'page=-1', 'page=x', 'page=1000001')
    for (const query of bad) {
      const answer = await calls.send(endpoint, { token: calls.admin.token, query })
      expect([query, answer.json.code]).toEqual([query, 'invalid_parameter'])
    }
  })
})

describe('lists, page after page', () => {
  /** Lists that don't grow, and the catalogue, which is sent whole. */
  const whole = [
    'listServices',
    'listPlatforms',
    'listSupplies', // 20 at most
    'listOrderedServices', // 10 at most
    'listOrderViews', // 20 at most
    'listIncidents', // 200 at most
    'listServiceIndex',
    'listPicks',
    'listServicePage', // by number, for crawlers
  ]
  const lists = namedEndpoints.filter(([name]) => name.startsWith('list') && !whole.includes(name))
  const seen = new Map<string, number>()

  test.each(lists)(
    '%s: accepts limit and cursor, 50 by default, and returns every row once',
    async (name, endpoint) => {
      expect(membersOf(endpoint.query)).toEqual(expect.arrayContaining(['limit', 'cursor']))
      expect(endpoint.query && z.decode(endpoint.query, {})).toMatchObject({ limit: 50 })
      const ask = async (query: string) => {
        const token = (endpoint.access === 'admin' ? calls.admin : calls.owner).token
        const { json } = await calls.send(endpoint, { token, query })
        const rows: unknown[] = [json, ...Object.values(json)].find((one) => Array.isArray(one)) ?? []
        const last = Object(rows.at(-1))
        return { rows, next: Array.isArray(json) ? last.id : json.next_cursor, isBare: Array.isArray(json) }
      }
      const all = (await ask('limit=200')).rows
      const walked: unknown[] = []
      let cursor: unknown = null
      do {
        const page = await ask(`limit=1${cursor === null ? '' : `&cursor=${String(cursor)}`}`)
        expect(page.rows.length).toBeLessThanOrEqual(1)
        walked.push(...page.rows)
        cursor = page.rows.length === 0 ? null : page.next
      } while (cursor !== null && walked.length <= all.length)
      expect(walked.map(idOf)).toEqual(all.map(idOf))
      seen.set(name, all.length)
    },
  )

  test('most of them had more than one row', () => {
    const many = [...seen.values()].filter((rows) => rows > 1)
    expect(many.length).toBeGreaterThan(lists.length / 3)
  })
})

/** Only the id: figures next to it may have changed meanwhile. */
function idOf(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  return 'id' in row ? row.id : 'slug' in row ? row.slug : 'number' in row ? row.number : row
}

describe('the form of answers', () => {
  // There is an admin, so set-up links don't work, and nobody is invited or has requested a reset.
  const ofLinks = ['verifySetupLink', 'verifyInvitation', 'verifyResetToken']
  const asked = namedEndpoints.filter(
    ([name, { method, answer, envelope }]) =>
      method === 'GET' && answer.type === undefined && envelope === undefined && !ofLinks.includes(name),
  )
  test.each(asked)(
    '%s: times with milliseconds, figures with at most 8 decimals',
    async (_name, endpoint) => {
      const answer = await calls.send(endpoint, {
        token: endpoint.access === 'admin' ? calls.admin.token : calls.owner.token,
        // Required parameters.
        query: membersOf(endpoint.query).includes('link') ? 'link=example.com' : '',
      })
      expect(answer.status).toBe(200)
      expect(misshapen(answer.json)).toEqual([])
    },
  )
})

function misshapen(value: unknown, key = ''): unknown[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => misshapen(member, name))
  const isTime = !key.endsWith('_at') || value === null || timePattern.test(String(value))
  const isFigure = typeof value !== 'number' || Number(value.toFixed(8)) === value
  return isTime && isFigure ? [] : [{ [key]: value }]
}
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('a staff note on a ticket never reaches its customer: not by a call, an email, a notification or a file', async () => {
  for (const [name, endpoint] of namedEndpoints) {
    const { access, method, path } = endpoint
    // The event stream doesn't end; it sends tickets in the same form as the list.
    const isStream = endpoint.answer.type === 'text/event-stream'
    if (access === 'admin' || path.startsWith('/adminapi/') || isStream) continue
    if (method !== 'GET' && !path.startsWith('/api/tickets/')) continue
    const answer = await calls.send(endpoint, { token: calls.owner.token, body: calls.bodies[name] })
    expect([name, answer.status === 401, answer.text.includes(staffOnly)]).toEqual([name, false, false])
  }
  const { rows } = await calls.app.ctx.pool.query(
    `select 'mail' as told from emails m where to_jsonb(m)::text like '%chargeback%'
     union all select 'notification' from notifications n where to_jsonb(n)::text like '%chargeback%'
     union all select 'message' from ticket_messages t where to_jsonb(t)::text like '%chargeback%'`,
  )
  expect(rows).toEqual([])
  // The note exists: staff see it.
  const desk = namedEndpoints.find(([name]) => name === 'getAdminTicket')?.[1]
  const seen = desk && (await calls.send(desk, { token: calls.admin.token }))
  expect(seen?.text).toContain(staffOnly)
})
