import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'
import * as z from 'zod/mini'

import { createAnnouncement } from '#contract/messaging/announcements.ts'
import { createCannedReply } from '#contract/support/canned-replies.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { decodeDetails, type ErrorCode, isErrorCode, statusOf } from '#contract/base/error-catalogue.ts'
import { refusesFields } from '#contract/base/errors.ts'
import { decodeRefusal } from '#contract/base/field-codes.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { english } from '#contract/words/en.ts'
import { sayCode, sayField } from '#contract/words/say.ts'
import { noteTicket } from '#contract/support/admin-tickets.ts'
import { createTicket } from '#contract/support/tickets.ts'
import { createApiKey } from '#contract/users/api-keys.ts'
import { hashPassword } from '#server/modules/users/auth/hash-password.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { ask } from './ask.ts'
import { makeMessage, makeProvider, makeService, makeUser, type TestUser } from './factories.ts'

// Longer than most: the data behind every path and the body of every call refer to each other.

/** Every call by name, so that a new one is covered by every rule. */
export const namedEndpoints = endpoints.map(({ name, endpoint }) => [name, endpoint] as const)

/** The staff note on the owner's ticket. */
export const staffOnly = 'Only for staff: looks like a chargeback'

export type EveryCall = {
  app: TestApp
  owner: TestUser
  stranger: TestUser
  admin: TestUser
  /** The owner's ids, by the path before them. */
  things: Record<string, string>
  /** A valid body for each call, so that one unknown member in it is the only error. */
  bodies: Record<string, Record<string, unknown>>
  send: (endpoint: Endpoint, sent: Sent) => Promise<Answered>
}

export type Sent = {
  token?: string
  param?: string
  query?: string
  body?: unknown
  headers?: Record<string, string>
  /** Another process's URL. */
  at?: string
}

export type Answered = {
  status: number
  headers: Headers
  text: string
  /** Any body: tests assert its shape. */
  json: ReturnType<typeof JSON.parse>
}

/** An app with data behind every path. */
export async function makeEveryCall(): Promise<EveryCall> {
  const app = await makeTestApp()
  const owner = await makeUser(app.ctx, { balance: '1000' })
  const stranger = await makeUser(app.ctx, { balance: '1000' })
  const admin = await makeUser(app.ctx, { role: 'admin' })
  const passwordHash = await hashPassword('a-long-password', undefined)
  await app.ctx.db.updateTable('users').set({ password_hash: passwordHash }).execute()
  const service = await makeService(app.ctx, { rate: '1' })
  const commented = await makeService(app.ctx, { rate: '1', type: 'Custom Comments', min: 1 })
  const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
  const order = { service_id: service.id, link: 'https://example.com/a', quantity: 100 }
  const placed = await app.call(createOrder, { token: owner.token, body: order })
  const notice = await addNotification(app.ctx.db, {
    userId: owner.id,
    code: 'note',
    details: { text: 'Hello' },
  })
  const aboutOrder = { order_id: placed.body.order.id }
  await addNotification(app.ctx.db, {
    userId: owner.id,
    massOrderId: 1,
    code: 'order_completed',
    details: aboutOrder,
  })
  const deposit = await makeDeposit(app, owner.id)
  const transfer = await makeDeposit(app, owner.id, 'manual-bank')
  await app.ctx.db.insertInto('transfers').values({ user_id: owner.id, deposit_id: transfer.id }).execute()
  const question = { subject: 'S', category: 'Other', message: 'M' }
  const opened = await app.call(createTicket, { token: owner.token, body: question })
  const ticketId = opened.body.ticket.id
  const announcement = {
    kind: 'newsletter',
    texts: { en: { title: 'T', text: 'M' } },
    by_notification: true,
    by_email: false,
  }
  const announced = await app.call(createAnnouncement, { token: admin.token, body: announcement })
  const canned = { language: 'en', title: 'Greeting', content: 'Dear {customer}' }
  const reply = await app.call(createCannedReply, { token: admin.token, body: canned })
  const note = { note: staffOnly }
  await app.call(noteTicket, { token: admin.token, params: { id: ticketId }, body: note })
  const key = await app.call(createApiKey, { token: owner.token })
  const things: Record<string, string> = {
    '/api/admin/canned-replies/': String(reply.body.reply.id),
    '/api/orders/': String(placed.body.order.id),
    '/api/admin/orders/': String(placed.body.order.id),
    '/api/tickets/': String(ticketId),
    '/api/admin/tickets/': String(ticketId),
    '/api/admin/contact/': String(await makeMessage(app.ctx)),
    '/api/admin/announcements/': String(announced.body.announcement.id),
    '/api/notifications/read/mass-order/': '1',
    '/api/notifications/': String(notice),
    '/api/payment/status/': deposit.reference,
    '/api/payment/manual/': transfer.reference,
    '/api/admin/deposits/': String(transfer.id),
    '/api/services/': String(service.id),
    '/api/admin/services/': String(service.id),
    '/api/admin/categories/': '1',
    '/api/admin/users/': String(stranger.id),
    '/api/admin/transactions/': String(deposit.id),
    '/api/admin/providers/': String(provider.id),
    '/api/admin/gateways/': 'cryptomus',
    '/api/legal/': 'terms',
    '/api/admin/settings/legal/': 'terms',
    '/api/admin/jobs/failed/': 'imports-1',
    '/api/admin/imports/': await makeImport(app, provider.id),
    '/api/user/sessions/': await anotherSession(app, owner.id),
    '/api/user/api-keys/': key.body.keys[0]?.id ?? '',
  }
  const account = { name: 'Somebody', email: 'somebody@example.com', password: 'a-long-password' }
  const invited = { name: account.name, email: 'invited@example.com' }
  const bodies: Record<string, Record<string, unknown>> = {
    register: { ...account, terms: true },
    changeLegalText: { texts: { en: 'Ours' }, number: 0 },
    setup: { ...account, token: 'a'.repeat(40) },
    login: { email: account.email, password: account.password, code: '1' },
    changePassword: { currentPassword: 'a-long-password', newPassword: 'b-long-password' },
    updateProfile: { name: 'Somebody', email: 'other@example.com', phone: '1', country: 'us', password: 'p' },
    updateLanguage: { language: 'vi' },
    confirmEmail: { token: 'a' },
    createNamedKey: { name: 'Bot', scopes: ['read'], errors: 'code' },
    changeApiKey: { name: 'Bot', expires_at: '2099-12-31', daily_limit: 5 },
    rotateApiKey: { overlap_hours: 1 },
    changeApiAccess: { allowed_addresses: ['192.0.2.7'], daily_limit: 5 },
    updateUser: { name: 'Somebody', balance: 1, expected_balance: 2, reason: 'so', role: 'user' },
    startView: { reason: 'so' },
    setUpTwoFactor: { password: 'a-long-password' },
    enableTwoFactor: { code: '1' },
    makeRecoveryCodes: { password: 'a-long-password', code: '1' },
    disableTwoFactor: { password: 'a-long-password', code: '1' },
    resetTwoFactor: { reason: 'so' },
    inviteUser: { ...invited, role: 'user', language: 'vi', balance: 1, reason: 'so' },
    resetPassword: { email: 'nobody@example.com' },
    setNewPassword: { token: '1-1-a', password: account.password },
    acceptInvitation: { token: '1-1-a', password: account.password },
    createOrder: {
      ...order,
      service_id: commented.id,
      quantity: 1,
      price: 0.001,
      comments: 'a',
      user_id: null,
    },
    placeMassOrder: { lines: [order], user_id: null },
    createPayment: { amount: 10, payment_method: 'cryptomus', userId: null },
    createService: { name: 'S', description: '', category: 'C', platform: 'P', rate: 1, min: 1, max: 9 },
    updateService: { name: 'S', description: '', category: 'C', platform: 'P', rate: 1, min: 1, max: 9 },
    changeServices: { ids: [service.id], change: { kind: 'disable' }, dry_run: true, seal: 'a' },
    previewNames: { rules: [{ kind: 'symbols' }], from: 0 },
    cleanNames: { rules: [{ kind: 'symbols' }], seal: 'a' },
    undoNames: { id: 1 },
    placeService: { move: 'up' },
    placeCategory: { move: 'up' },
    addSupply: { provider_id: provider.id, service: '1', moves: false },
    arrangeSupplies: { supplies: [{ id: 1, is_active: true }], removed: [2] },
    createProvider: { slug: 'fresh', name: 'N', api_url: 'https://example.com', currency: 'USD' },
    updateProvider: { name: 'N', currency: 'USD', usd_per_unit: '1', is_enabled: false },
    tryProvider: { api_url: 'https://nobody.invalid/api/v2', key: 'k', currency: 'USD' },
    syncProvider: { accept: false },
    setSandbox: { speed: 1, price_percent: 100, balance: 5, fault: { kind: 'html', call: 'add', times: 1 } },
    repriceProvider: { service_ids: [service.id], scope: 'all', dry_run: true, confirm: 'a' },
    fetchServices: { provider: 'nobody', useCache: true, socialMediaOnly: false },
    previewImport: { provider: 'nobody', platform: 'P', markupPercentage: 1 },
    importServices: { provider: 'nobody', platform: 'P', markupPercentage: 1, serviceIds: [1] },
    updateSettings: { brand: { name: 'Acme' }, hours: null, registration: { is_open: true } },
    resumeRestored: { id: randomUUID() },
    retryFailedJob: { failed_at: new Date().toISOString() },
    enterDeposit: { user: String(stranger.id), amount: 5, reference: 'BANK 7', reason: 'so' },
    creditDeposit: { amount: 1, reason: 'so' },
    refuseDeposit: { reason: 'so' },
    dismissDeposit: { reason: 'so' },
    adminCompleteOrder: { provider_order: '1', reason: 'so' },
    decideOrders: { items: [{ id: 1, decision: 'refund' }], reason: 'so', dry_run: true },
    matchOrders: {
      provider_id: provider.id,
      rows: [
        {
          order: '1',
          service: '1',
          link: 'https://example.com/a',
          quantity: 1,
          at: '2026-01-01T00:00:00.000Z',
        },
      ],
    },
    sendTransfer: { reference: 'R' },
    approveCredit: { expected_amount: 1, reason: 'so' },
    rejectCredit: { reason: 'so' },
    createTicket: { ...question, orderId: placed.body.order.id },
    sendContact: { ...invited, subject: 'S', message: 'M', website: '' },
    replyToTicket: { message: 'M' },
    adminReplyToTicket: { message: 'M', last_message: 1 },
    assignTicket: { assignee_id: admin.id, from: null },
    noteTicket: { note: 'M' },
    meetAtTicket: { is_answering: true },
    createCannedReply: canned,
    updateCannedReply: canned,
    createAnnouncement: announcement,
    adminCancelOrder: { reason: 'so' },
    adminRetryOrder: { reason: 'so' },
    adminRefundOrder: { amount: 0.5, reason: 'so' },
    adminSetPartial: { remains: 5, reason: 'so' },
    adminChangeProvider: { supply_id: 1, reason: 'so' },
    adminDismissOrder: { reason: 'so' },
    adminEditOrder: { link: 'https://example.com/b', start_count: 5, reason: 'so' },
    createOrderView: { name: 'Late', query: 'status=PENDING' },
    changeOrderView: { name: 'Late', query: 'status=PENDING' },
    adminReleaseOrder: { provider_order: '1', reason: 'so' },
  }
  const send = (endpoint: Endpoint, sent: Sent) => sendTo({ app, things }, endpoint, sent)
  return { app, owner, stranger, admin, things, bodies, send }
}

async function anotherSession(app: TestApp, userId: number): Promise<string> {
  const { id } = await app.ctx.db
    .insertInto('sessions')
    .values({ user_id: userId, id: randomUUID(), ends_at: new Date(Date.now() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeImport(app: TestApp, providerId: number): Promise<string> {
  const { id } = await app.ctx.db
    .insertInto('imports')
    .values({
      provider_id: providerId,
      overwrites: false,
      markup_basis_points: 3_000,
      currency: 'USD',
      usd_per_unit: '1',
      translates: true,
      total: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

async function makeDeposit(
  app: TestApp,
  userId: number,
  gateway = 'cryptomus',
): Promise<{ id: bigint; reference: string }> {
  const reference = `deposit-${gateway}-${userId}`
  return app.ctx.db
    .insertInto('deposits')
    .values({
      user_id: userId,
      reference,
      gateway,
      payment_method: gateway,
      amount: 1_000_000_000n,
      bonus: 0n,
      due_at: new Date(Date.now() + 60_000),
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
}

async function sendTo(
  { app, things }: Pick<EveryCall, 'app' | 'things'>,
  { method, path, body: schema }: Endpoint,
  { token, param, query, body, headers, at = app.url }: Sent,
): Promise<Answered> {
  const beginning = Object.keys(things).find((one) => path.startsWith(one)) ?? ''
  // The first of two ids is the tested one. API keys have a UUID.
  const second = path.includes('api-keys') ? '00000000-0000-4000-8000-000000000000' : '1'
  const filled = path.replace(/:\w+/, param ?? things[beginning] ?? '1').replaceAll(/:\w+/g, second)
  const isSent = body !== undefined || schema !== undefined
  const url = `${at}${filled}${query === undefined ? '' : `?${query}`}`
  const answer = await ask(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(isSent && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isSent && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  return { ...answer, json: isJson && answer.text !== '' ? JSON.parse(answer.text) : undefined }
}

/** The same body for every refusal, without internal details. */
export function expectRefusal({ status, headers, text, json }: Answered) {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(json).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) })
  const code: unknown = json.code
  if (!isErrorCode(code)) throw new Error(`${String(code)} is not in the catalogue`)
  expect(statusOf(code)).toBe(status)
  const members = ['code', 'message', 'requestId', 'success']
  if (refusesFields(code)) members.push('fields', 'field_codes')
  if (code === 'price_changed') members.push('fields')
  if (json.details !== undefined) members.push('details')
  // Only in answers about readiness, which may fail for a moment under load.
  if (code === 'unavailable' && json.reasons !== undefined) members.push('reasons')
  expect(Object.keys(json).toSorted()).toEqual(members.toSorted())
  expectSayableAgain(code, json)
  expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b|select .* from|insert into/)
}

/** Refusals can be translated: other languages build their sentences from the code and its details. */
function expectSayableAgain(
  code: ErrorCode,
  { message, details, fields, field_codes: codes }: Answered['json'],
) {
  if (refusesFields(code)) {
    const said = Object.entries(codes).map(([field, sent]) => {
      const refusal = decodeRefusal(sent)
      return [field, refusal && sayField(english.fields, refusal)]
    })
    expect(Object.fromEntries(said)).toEqual(fields)
    expect(Object.values(fields)).toContain(message)
    return
  }
  const read = decodeDetails(code, details)
  expect(read, JSON.stringify(details)).toBeDefined()
  expect(read && sayCode(english.errors, { code, details: read })).toBe(message)
}

/** Values for a query or a body. */
export function membersOf(schema: Endpoint['body']): string[] {
  if (schema === undefined) return []
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties ?? {})
}
