import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAnnouncement } from '#contract/messaging/announcements.ts'
import { changeApiAccess, changeApiKey, createApiKey, getApiAccess } from '#contract/users/api-keys.ts'
import { createCannedReply, listCannedReplies, updateCannedReply } from '#contract/support/canned-replies.ts'
import { createService, listAdminServices, updateService } from '#contract/catalogue/admin-services.ts'
import { listAdminCategories } from '#contract/catalogue/sort-order.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { cleanNames, getNameRules, previewNames } from '#contract/catalogue/name-rules.ts'
import {
  getBalanceNotice,
  getNotificationPreferences,
  setBalanceNotice,
  setNotificationPreferences,
} from '#contract/messaging/notifications.ts'
import { getProvider } from '#contract/providers/provider-actions.ts'
import { listProviders, updateProvider } from '#contract/providers/providers.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { arrangeSupplies, listSupplies } from '#contract/catalogue/supplies.ts'
import { getAdminUser, listUsers, updateUser } from '#contract/users/admin-users.ts'
import { getProfile, updateProfile } from '#contract/users/users.ts'

import { type EveryCall, makeEveryCall, namedEndpoints } from './every-call.ts'
import { makeService, makeUser } from './factories.ts'

let calls: EveryCall
/** The id for `:id` in each path. */
const ids: Record<string, number | string> = {}

type Json = Record<string, unknown>
type Case = { put: Endpoint; get: Endpoint; in?: string; isOwn?: boolean }

/** Each GET with the PUT that accepts its answer, and the location of one row in it. */
const pairs: Record<string, Case> = {
  profile: { put: updateProfile, get: getProfile, in: 'user', isOwn: true },
  preferences: { put: setNotificationPreferences, get: getNotificationPreferences, isOwn: true },
  'balance notice': { put: setBalanceNotice, get: getBalanceNotice, isOwn: true },
  'api key': { put: changeApiKey, get: getApiAccess, in: 'keys', isOwn: true },
  'api access': { put: changeApiAccess, get: getApiAccess, isOwn: true },
  user: { put: updateUser, get: getAdminUser, in: 'user' },
  'a user of the list': { put: updateUser, get: listUsers, in: 'users' },
  settings: { put: updateSettings, get: getSettings, in: 'settings' },
  service: { put: updateService, get: listAdminServices, in: 'services' },
  supplies: { put: arrangeSupplies, get: listSupplies },
  'name rules': { put: cleanNames, get: getNameRules },
  provider: { put: updateProvider, get: getProvider, in: 'provider' },
  'a provider of the list': { put: updateProvider, get: listProviders, in: 'providers' },
  'canned reply': { put: updateCannedReply, get: listCannedReplies, in: 'replies' },
}

beforeAll(async () => {
  calls = await makeEveryCall()
  const { ctx } = calls.app
  const token = calls.admin.token
  const customer = await makeUser(ctx, { balance: '12.5' })
  const [provider] = (await calls.app.call(listProviders, { token })).body.providers
  const providerId = provider?.id ?? 0
  const { id: service } = await makeService(ctx, { supply: { providerId, service: '7', cost: '0.5' } })
  const reply = { language: 'en', title: 'Second', content: 'Hello' }
  const canned = await calls.app.call(createCannedReply, { token, body: reply })
  const rules = [{ kind: 'symbols' }]
  const { seal } = (await calls.app.call(previewNames, { token, body: { rules } })).body
  await calls.app.call(cleanNames, { token, body: { rules, seal } })
  await ctx.pool.query(`update users set pending_email = 'waiting@example.com' where id = $1`, [
    calls.owner.id,
  ])
  await ctx.pool.query(
    `update providers set balance = 1.5, balance_low = 2.5, is_balance_low = true, sending_failures = 2,
            sending_stopped_at = now(), sending_stopped_by = $2 where id = $1`,
    [providerId, calls.admin.id],
  )
  const ownKey = await calls.app.call(createApiKey, { token: calls.owner.token })
  // Harmless changes need no recent sign-in.
  await ctx.pool.query(`update sessions set signed_in_at = now() - interval '1 hour', proven_at = null`)
  Object.assign(ids, {
    '/api/user/api-keys': ownKey.body.keys[0]?.id,
    '/api/admin/users': customer.id,
    '/api/admin/services': service,
    '/api/admin/providers': providerId,
    '/api/admin/canned-replies': canned.body.reply.id,
  })
})
afterAll(() => calls.app.drop())

test('every PUT that changes what a GET shows is among them', () => {
  const taking = namedEndpoints.flatMap(([, one]) => (one.takesBack === undefined ? [] : [one.path]))
  expect([...new Set(Object.values(pairs).map(({ put }) => put.path))].toSorted()).toEqual(taking.toSorted())
  const shown = new Set(namedEndpoints.flatMap(([, { method, path }]) => (method === 'GET' ? [path] : [])))
  const both = namedEndpoints.filter(([, { method, path }]) => method === 'PUT' && shown.has(path))
  // A favourite is set only by its path.
  expect(both.flatMap(([name, one]) => (one.takesBack === undefined ? [name] : []))).toEqual([])
})

function send(endpoint: Endpoint, { isOwn }: Case, body?: unknown) {
  const found = Object.entries(ids).find(([start]) => endpoint.path.startsWith(start))
  const { token } = isOwn === true ? calls.owner : calls.admin
  return calls.send(endpoint, {
    token,
    ...(found !== undefined && { param: String(found[1]) }),
    ...(body !== undefined && { body }),
  })
}

test.each(Object.entries(pairs))("%s: PUT accepts GET's answer, and nothing changes", async (_name, pair) => {
  const show = async () => (await send(pair.get, pair)).json as Json
  const before = await show()
  const id = Object.entries(ids).find(([start]) => pair.put.path.startsWith(start))?.[1]
  const inside = pair.in === undefined ? before : before[pair.in]
  const thing = Array.isArray(inside) ? inside.find((row: Json) => row['id'] === id) : inside
  const { count } = await countRecorded()
  for (const body of Array.isArray(inside) ? [thing] : [thing, before]) {
    const answer = await send(pair.put, pair, body)
    expect([answer.status, answer.json.field_codes]).toEqual([200, undefined])
    expect(await show()).toEqual(before)
    const refused = await send(pair.put, pair, { ...body, nobody_knows: 1 })
    expect([refused.status, refused.json.code]).toEqual([422, 'unknown_field'])
  }
  expect(await countRecorded()).toEqual({ count })
})

async function countRecorded(): Promise<{ count: number }> {
  const { rows } = await calls.app.ctx.pool.query<{ count: number }>(
    `select count(*)::int as count from audit_log`,
  )
  return rows[0] ?? { count: 0 }
}

test('a category is named by its name, its id or as GET returns it', async () => {
  const pair = pairs['service'] as Case
  const service = async (body: Json) => (await send(updateService, pair, body)).json
  const made = (await service({ category: 'Fresh' })).service.category
  expect(made.name).toBe('Fresh')
  const other = (await service({ category: 'Other' })).service.category
  expect((await service({ category: made.id })).service.category).toEqual(made)
  expect((await service({ category: other })).service.category).toEqual(other)
  expect((await service({ category: 987_654 })).field_codes).toEqual({
    category: { code: 'category_unknown' },
  })
})

test('a category by its id, or as GET returns it, is that one, and not the one of that name on another platform', async () => {
  const { call, ctx } = calls.app
  const { token } = calls.admin
  const put = async (body: Json) => (await send(updateService, pairs['service'] as Case, body)).json
  const here = (await put({ category: 'Followers', platform: 'Instagram' })).service
  const fresh = { name: 'Followers', rate: 1, min: 1, max: 2 }
  const created = await call(createService, {
    token,
    body: { ...fresh, category: 'Followers', platform: 'TikTok' },
  })
  const there = created.body.service.category
  ctx.events.publish({ topic: 'catalogue' })
  const { categories } = (await call(listAdminCategories, { token })).body
  const given = categories.find(({ id }) => id === there.id)
  for (const category of [there.id, there, given]) {
    const back = await put({ category: here.category, platform: 'Instagram' })
    expect(back.service.category).toEqual(here.category)
    // As GET returned it, except for the category: the platform in the body is the previous one.
    const { service } = await put({ ...here, category })
    expect(service).toMatchObject({ category: there, platform: 'TikTok' })
    const another = await call(createService, { token, body: { ...fresh, category } })
    expect(another.body.service).toMatchObject({ category: there, platform: 'TikTok' })
  }
  const elsewhere = { category: there.id, platform: 'YouTube' }
  expect((await call(createService, { token, body: { ...fresh, ...elsewhere } })).status).toBe(422)
  const refused = await put({ category: here.category.id, platform: 'YouTube' })
  expect(refused.field_codes).toEqual({ category: { code: 'category_unknown' } })
  // The service's own category moves to another platform.
  const { service } = await put({ category: there, platform: 'YouTube' })
  expect([service.category.name, service.platform]).toEqual(['Followers', 'YouTube'])
})

test("a provider's sync settings are changed where a GET shows them", async () => {
  const pair = pairs['provider'] as Case
  const { provider } = (await send(pair.get, pair)).json
  expect(provider).toMatchObject({ sync_policy: 'hold', sync_hours: 6 })
  const change = { sync_policy: 'follow', sync_hours: 12 }
  expect((await send(pair.put, pair, { provider: { ...provider, ...change } })).status).toBe(200)
  expect((await send(pair.get, pair)).json.provider).toMatchObject(change)
})

test.each(Object.entries(pairs).filter(([, pair]) => pair.in !== undefined))(
  '%s: an unknown member under its name is refused',
  async (_name, pair) => {
    const within = pair.put.takesBack?.within ?? ''
    const { status, json } = await send(pair.put, pair, { [within]: 5 })
    expect([status, json.field_codes]).toMatchObject([422, { [within]: { code: 'unknown_field' } }])
  },
)

test('an announcement consists of its own members only: it cannot be changed', async () => {
  const body = { ...calls.bodies['createAnnouncement'], id: 1 }
  const { status } = await calls.app.call(createAnnouncement, { token: calls.admin.token, body })
  expect(status).toBe(422)
})
