import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import {
  isAllowed,
  mayActOn,
  mayManageStaff,
  type Permission,
  type Staff,
} from '#contract/base/permissions.ts'
import { changeNeeds } from '#contract/settings/settings-guards.ts'
import { sampleOf } from './sample-of.ts'

// For tests: a server whose responses are generated from the contract, and that refuses what the product would.

/** A customer with money, one without, an admin, and one with only the permission `users`. */
const people = (
  [
    ['user', null],
    ['user', null],
    ['admin', null],
    ['admin', ['users']],
  ] as const
).map(([role, own], index) => ({
  id: index + 1,
  name: `Person ${index + 1}`,
  role,
  permissions: own,
  balance: index === 0 ? 5 : 0,
}))
/** The signed-in user. */
export const self = 7

type Call = {
  name: string
  endpoint: Endpoint
  id: number
  query: URLSearchParams
  body: Record<string, unknown>
}

/** Whether the server accepts it: the contract's table, and the further requirements of its actions. */
function isTaken(staff: Staff, { name, endpoint, id, query, body }: Call): boolean {
  const named = Number(query.get('user_id') ?? self)
  if (endpoint.access === 'admin' && !isAllowed(staff, endpoint.needs)) return false
  if (endpoint.access === 'user' && named !== self && !isAllowed(staff, endpoint.needs ?? 'staff'))
    return false
  const whom = people.find((one) => one.id === (endpoint.access === 'admin' ? id : named))
  const isOfPerson =
    endpoint.path.startsWith('/api/admin/users/:id') ||
    endpoint.path.startsWith('/api/admin/api-keys/:customer') ||
    endpoint.path.startsWith('/api/user/')
  const isRead = endpoint.method === 'GET' && name !== 'listSessions'
  if (isOfPerson && !isRead && whom !== undefined && !mayActOn(staff, whom)) return false
  if (name === 'updateUser' || name === 'inviteUser') {
    const role = body['role'] === undefined ? (whom?.role ?? 'user') : (body['role'] as Staff['role'])
    const own =
      body['permissions'] === undefined ? (whom?.permissions ?? null) : (body['permissions'] as Permission[])
    const isRole = ('role' in body && role !== (whom?.role ?? 'user')) || 'permissions' in body
    if (isRole && role === 'admin' && !mayManageStaff(staff, [{ role, permissions: own }])) return false
    const isMoney = ['balance', 'discount_percent', 'discount_until', 'rates'].some(
      (member) => member in body,
    )
    if (isMoney && !isAllowed(staff, 'money')) return false
  }
  if (name === 'deleteUser' && (whom?.balance ?? 0) > 0 && !isAllowed(staff, 'money')) return false
  // A section that is sent unchanged is not a change.
  const { settings } = (samples.get('getSettings') ?? {}) as { settings?: Record<string, unknown> }
  const isNew = (member: string) => JSON.stringify(body[member]) !== JSON.stringify(settings?.[member])
  const changed = name === 'updateSettings' ? Object.keys(body).filter(isNew) : []
  return changed.every((member) => {
    const needs = changeNeeds[member]
    return needs === undefined || isAllowed(staff, needs)
  })
}

/** Data that can't be derived from the contract's schemas. */
const answers: Readonly<Record<string, (answer: never, id: number, staff: Staff) => unknown>> = {
  listUsers: (answer: { users: object[] }) => ({
    ...answer,
    users: people.map((one) => ({ ...answer.users[0], ...one, status: 'active' })),
  }),
  // An undecided order: every decision is offered.
  listAdminOrders: (answer: { orders: object[] }) => ({
    ...answer,
    orders: [{ ...answer.orders[0], dispatch: { state: 'review' } }],
  }),
  getAdminOrder: (answer: { order: { dispatch: object } }) => ({
    ...answer,
    order: {
      ...answer.order,
      status: 'PENDING',
      refunded: 0,
      dispatch: { ...answer.order.dispatch, state: 'review' },
    },
  }),
  getAdminUser: (answer: { user: object }, id) => ({
    ...answer,
    user: { ...answer.user, ...people[id - 1], status: 'active' },
  }),
  listAdminApiKeys: (answer: { keys: object[] }, _id, staff) => ({
    ...answer,
    keys: people.map((one) => ({
      ...answer.keys[0],
      id: `00000000-0000-4000-8000-00000000000${one.id}`,
      prefix: `key-of-${one.id}`,
      user_id: one.id,
      can_revoke: mayActOn(staff, one),
    })),
  }),
  // Each belongs to the person with the same number.
  getAdminTicket: (answer: { ticket: object }, id, staff) => {
    const whom = people[id - 1]
    const canView = whom !== undefined && isAllowed(staff, 'users') && mayActOn(staff, whom)
    return { ...answer, ticket: { ...answer.ticket, user_id: id, can_view: canView } }
  },
}

const samples = new Map<string, unknown>()

// Paths without parameters first: /orders/incidents is not an order.
const byPath = endpoints.toSorted((one, other) => countOf(one.endpoint) - countOf(other.endpoint))

function countOf({ path }: Endpoint): number {
  return path.split(':').length
}

function findCall(path: string, { method = 'GET', body }: RequestInit): Call | undefined {
  const { pathname, searchParams: query } = new URL(path, 'http://here')
  for (const { name, endpoint } of byPath) {
    const found = new RegExp(`^${endpoint.path.replace(/:\w+/g, '([^/]+)').replace('.', '\\.')}$`).exec(
      pathname,
    )
    if (found === null || endpoint.method !== method) continue
    return {
      name,
      endpoint,
      id: Number(found[1]),
      query,
      body: typeof body === 'string' ? JSON.parse(body) : {},
    }
  }
  return undefined
}

/** Answers like the server; each refused call's name is added to `refused`. */
export function answerAs(staff: Staff, refused: string[]) {
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const call = findCall(path, init)
    if (call === undefined) throw new Error(`${init.method} ${path} is no call of the contract`)
    const { name, endpoint } = call
    if (!isTaken(staff, call)) {
      refused.push(name)
      return refusal('insufficient_permissions', 403)
    }
    const { schema } = endpoint.answer
    // Changes are refused: clicked elements stay unchanged.
    const isRead = endpoint.method === 'GET' || call.body['dry_run'] === true
    if (schema === undefined || !isRead) return refusal('state_conflict', 409)
    if (!samples.has(name)) samples.set(name, toLastPage(sampleOf(schema)))
    const sample = samples.get(name)
    return Response.json(answers[name]?.(sample as never, call.id, staff) ?? sample)
  }
}

/** Without an end, a client that reads the whole list would never stop. */
function toLastPage(answer: unknown): unknown {
  const isPage = typeof answer === 'object' && answer !== null && 'next_cursor' in answer
  return isPage ? { ...answer, next_cursor: null } : answer
}

function refusal(code: string, status: number): Response {
  return Response.json({ success: false, code, message: 'No', requestId: 'a' }, { status })
}
