import type { ServerResponse } from 'node:http'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { liveUpdates } from '#contract/site/events.ts'
import { starService, unstarService } from '#contract/catalogue/favourites.ts'
import type { Permission } from '#contract/base/permissions.ts'
import { createTicket } from '#contract/support/tickets.ts'
import { startView } from '#contract/users/view-as.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { giveBalance, makeService, makeUser, signIn } from '#test/factories.ts'

import { type LiveConnection, openLiveConnection } from './live-connection.ts'
import { makeLiveHub } from './live-hub.ts'
import { makeLiveReads } from './live-reads.ts'

// One app for all kinds of events: each reaches only the users it concerns.

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  other = await app.another()
})
afterAll(() => app.drop())

/** An open page: what it has received so far, and when the stream ended. */
async function listen(url: string, token: string) {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${liveUpdates.path}`, { headers, signal: leaving.signal })
  let text = ''
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  const events = () =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, kind, data]) => [
      kind,
      JSON.parse(data ?? ''),
    ])
  return { response, events, text: () => text, ended, leave: () => leaving.abort() }
}
const soon = { timeout: 10_000, interval: 20 }

test('sends the balance at once, and changed balances and notifications as they come', async () => {
  const user = await makeUser(app.ctx, { balance: '1.5' })
  const page = await listen(app.url, user.token)
  expect(page.response.headers.get('content-type')).toContain('text/event-stream')
  expect(page.response.headers.get('x-accel-buffering')).toBe('no')
  // Its end frees the socket.
  expect(page.response.headers.get('connection')).toBe('close')
  expect(page.response.headers.get('x-content-type-options')).toBe('nosniff')
  await expect.poll(page.events, soon).toEqual([['balance', { balance: 1.5 }]])
  expect(page.text()).toMatch(/^retry: \d+\n\n/)
  await giveBalance(app.ctx, user.id, '1')
  app.ctx.events.publish({ topic: 'balance', userId: user.id })
  const id = await addNotification(app.ctx.db, {
    userId: user.id,
    code: 'note',
    details: { text: 'Two\nlines' },
  })
  app.ctx.events.publish({ topic: 'notification', userId: user.id, id: Number(id) })
  await expect
    .poll(() => page.events().slice(1), soon)
    .toEqual([
      ['balance', { balance: 2.5 }],
      ['notification', expect.objectContaining({ id: Number(id), message: 'Two\nlines', is_read: false })],
    ])
  page.leave()
})

test('sends favourites when one is starred elsewhere, and to nobody else', async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const { id } = await makeService(app.ctx)
  const [page, foreign] = [await listen(app.url, user.token), await listen(app.url, stranger.token)]
  await expect.poll(() => [page.events().length, foreign.events().length], soon).toEqual([1, 1])
  const star = { token: user.token, params: { service_id: id } }
  await other.call(starService, star)
  await expect.poll(() => page.events().at(-1), soon).toEqual(['favourites', { service_ids: [id] }])
  await other.call(unstarService, star)
  await expect.poll(() => page.events().at(-1), soon).toEqual(['favourites', { service_ids: [] }])
  expect(foreign.events()).toHaveLength(1)
  page.leave()
  foreign.leave()
})

test('sends an order as its owner may see it, and to staff viewing as the owner what they may read', async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const { id: serviceId } = await makeService(app.ctx, { cancel: true })
  const own = { service_name: 'Followers', service_type: 'Default', link: 'https://a/b', quantity: 100 }
  const { id } = await app.ctx.db
    .insertInto('orders')
    .values({
      ...own,
      user_id: user.id,
      seq: 1,
      service_id: serviceId,
      rate: 1n,
      price: 1n,
      refill: false,
      cancel: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [page, foreign] = [await listen(app.url, user.token), await listen(app.url, stranger.token)]
  app.ctx.events.publish({ topic: 'order', userId: user.id, id: Number(id) })
  app.ctx.events.publish({ topic: 'order', userId: stranger.id, id: Number(id) })
  const shown = { id: Number(id), status: 'PENDING', can_cancel: true, price: 0.00000001 }
  await expect.poll(page.events, soon).toContainEqual(['order', expect.objectContaining(shown)])
  expect(page.text()).not.toContain('dispatch')
  expect(foreign.events().filter(([kind]) => kind === 'order')).toEqual([])
  page.leave()
  foreign.leave()
  const body = { subject: 'Late', category: 'Other', message: 'Where is it?' }
  const ticket = (await app.call(createTicket, { token: user.token, body })).body.ticket.id

  // Staff viewing as a user get only events that their permissions allow.
  const kindsFor = async (...permissions: Permission[]) => {
    const staff = await makeUser(app.ctx, { role: 'admin', permissions })
    const asked = { token: staff.token, params: { id: user.id }, body: { reason: 'They asked' } }
    const seen = await listen(app.url, (await app.call(startView, asked)).body.token)
    const kinds = () => seen.events().map(([kind]) => kind)
    await expect.poll(kinds, soon).toEqual(['balance'])
    app.ctx.events.publish({ topic: 'order', userId: user.id, id: Number(id) })
    app.ctx.events.publish({ topic: 'ticket', userId: user.id, id: ticket })
    // Earlier events arrive before the last of these.
    for (const count of [2, 3]) {
      app.ctx.events.publish({ topic: 'balance', userId: user.id })
      await expect.poll(() => kinds().filter((kind) => kind === 'balance'), soon).toHaveLength(count)
    }
    seen.leave()
    return new Set(kinds())
  }
  expect(await kindsFor('users')).toEqual(new Set(['balance']))
  expect(await kindsFor('users', 'orders')).toEqual(new Set(['balance', 'order']))
  expect(await kindsFor('users', 'support')).toEqual(new Set(['balance', 'ticket']))
})

test('delivers events of another process, and nothing about other users', async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const [page, foreign] = [await listen(app.url, user.token), await listen(app.url, stranger.token)]
  await expect.poll(() => foreign.events().length, soon).toBe(1)
  await giveBalance(app.ctx, user.id, '7')
  other.ctx.events.publish({ topic: 'balance', userId: user.id })
  await expect.poll(page.events, soon).toContainEqual(['balance', { balance: 7 }])
  expect(foreign.events()).toEqual([['balance', { balance: 0 }]])
  page.leave()
  foreign.leave()
})

test.each(['in this process', 'in another one'])('ends with the session, %s', async (where) => {
  const user = await makeUser(app.ctx)
  const elsewhere = await signIn(app.ctx, user.id)
  const [page, kept] = [await listen(app.url, user.token), await listen(app.url, elsewhere)]
  await expect.poll(() => page.events().length, soon).toBe(1)
  const sessionId = JSON.parse(Buffer.from(user.token.split('.')[1] ?? '', 'base64url').toString()).sid
  await app.ctx.db
    .updateTable('sessions')
    .set({ ends_at: new Date(0) })
    .where('id', '=', sessionId)
    .execute()
  const { events } = where === 'in this process' ? app.ctx : other.ctx
  events.publish({ topic: 'session', userId: user.id, sessionId })
  await page.ended
  await giveBalance(app.ctx, user.id, '3')
  app.ctx.events.publish({ topic: 'balance', userId: user.id })
  await expect.poll(kept.events, soon).toContainEqual(['balance', { balance: 3 }])
  expect(page.events()).toHaveLength(1)
  kept.leave()
})

test('allows ten pages per user and closes the oldest', async () => {
  const user = await makeUser(app.ctx)
  const pages: Awaited<ReturnType<typeof listen>>[] = []
  for (let at = 0; at < 11; at += 1) pages.push(await listen(app.url, user.token))
  await pages[0]?.ended
  app.ctx.events.publish({ topic: 'balance', userId: user.id })
  await expect.poll(() => pages[1]?.events().length, soon).toBeGreaterThanOrEqual(1)
  for (const page of pages) page.leave()
})

test('after a burst ten pages stay, whether or not closed ones have disconnected yet; disconnected ones do not count', () => {
  const hub = makeLiveHub(app.ctx)
  const closed: number[] = []
  const page = (at: number): LiveConnection => ({
    sessionId: 'one',
    note: () => undefined,
    recheck: () => Promise.resolve(),
    beat: () => undefined,
    close: () => void closed.push(at),
  })
  const leave = Array.from({ length: 30 }, (_, at) => hub.add(7, page(at)))
  const upTo = (end: number) => Array.from({ length: end }, (_, at) => at)
  expect(closed).toEqual(upTo(20))
  // The end of a page closed to make room does not free a place; a page that leaves does.
  leave[3]?.()
  leave[25]?.()
  hub.add(7, page(30))
  expect(closed).toEqual(upTo(20))
  hub.add(7, page(31))
  expect(closed).toEqual(upTo(21))
  hub.close()
})

test('a closed page whose client reads nothing more is dropped', () => {
  vi.useFakeTimers()
  const stalled = {
    writableEnded: false,
    writableFinished: false,
    write: () => false,
    end: vi.fn<() => void>(),
    destroy: vi.fn<() => void>(),
  }
  const response = stalled as unknown as ServerResponse // the part of it that is used
  const reads = makeLiveReads(app.ctx)
  openLiveConnection({ ctx: app.ctx, reads, sessionId: 'one', authorization: undefined, response }).close()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect([stalled.end.mock.calls.length, stalled.destroy.mock.calls.length]).toEqual([1, 1])
})

test('drops a page that is too far behind, which reloads when it reconnects', async () => {
  const user = await makeUser(app.ctx)
  const page = await listen(app.url, user.token)
  for (let id = 1; id <= 1_100; id += 1)
    app.ctx.events.publish({ topic: 'notification', userId: user.id, id })
  await page.ended
  const again = await listen(app.url, user.token)
  await expect.poll(again.events, soon).toEqual([['balance', { balance: 0 }]])
  again.leave()
})

test('refuses requests without a session, and closes every page when the server stops', async () => {
  expect((await fetch(`${app.url}${liveUpdates.path}`)).status).toBe(401)
  const passing = await makeTestApp()
  const user = await makeUser(passing.ctx)
  const page = await listen(passing.url, user.token)
  await passing.drop()
  await page.ended
})
