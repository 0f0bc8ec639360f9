import { afterAll, beforeAll, expect, test } from 'vitest'

import { listAdminServices, updateService } from '#contract/catalogue/admin-services.ts'
import { getService } from '#contract/catalogue/catalogue.ts'
import * as contract from '#contract/catalogue/name-rules.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeService, makeUser } from '#test/factories.ts'

import { readNameRules } from './clean-names.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await makeTestApp()
  token = (await makeUser(app.ctx, { role: 'admin', name: 'Anna' })).token
})
afterAll(() => app.drop())

const strip = (find: string) => [{ kind: 'phrase' as const, find, replace: '', whole_words: false }]
const preview = async (rules: unknown, from = 0) =>
  (await app.call(contract.previewNames, { token, body: { rules, from } })).body
const clean = async (rules: unknown, seal?: string) =>
  app.call(contract.cleanNames, { token, body: { rules, seal: seal ?? (await preview(rules)).seal } })
const read = async () => (await app.call(contract.getNameRules, { token })).body
const undo = (id: number) => app.call(contract.undoNames, { token, body: { id } })
const nameOf = async (id: number) => (await app.call(getService, { params: { id } })).body.name

test('a preview over the whole catalogue shows the new names and changes none', async () => {
  const { id } = await makeService(app.ctx, { name: '[HOT] Likes [HOT]' })
  const alone = await makeService(app.ctx, { name: '[HOT]' })
  const shown = await preview(strip('[hot]'))
  expect(shown).toMatchObject({ changed: 1, emptied: 1 })
  expect(shown.names).toEqual([{ id, before: '[HOT] Likes [HOT]', after: 'Likes' }])
  expect(await nameOf(id)).toBe('[HOT] Likes [HOT]')
  expect(await nameOf(alone.id)).toBe('[HOT]')
  expect((await preview(strip('[hot]'), 1)).names).toEqual([])
})

test('the previewed names are written, the original stays stored, and an undo skips what was renamed since', async () => {
  const one = await makeService(app.ctx, { name: 'Views (cheap)' })
  const two = await makeService(app.ctx, { name: 'Shares (cheap)' })
  const rules = strip('(cheap)')
  expect((await clean(rules)).body.changed).toBe(2)
  expect([await nameOf(one.id), await nameOf(two.id)]).toEqual(['Views', 'Shares'])
  const listed = await app.call(listAdminServices, { token, query: { search: `#${one.id}` } })
  expect(listed.body.services[0]?.name_original).toBe('Views (cheap)')
  const kept = await read()
  expect(kept).toMatchObject({ rules, last: { changed: 2, by: 'Anna' } })

  await app.call(updateService, { token, params: { id: two.id }, body: { name: 'Mine' } })
  const { body } = await undo(kept.last?.id ?? 0)
  expect(body).toMatchObject({ restored: 1, changed_since: 1 })
  expect([await nameOf(one.id), await nameOf(two.id)]).toEqual(['Views (cheap)', 'Mine'])
  expect((await undo(kept.last?.id ?? 0)).status).toBe(409)
  expect((await read()).rules).toEqual([])
})

test('a catalogue that changed since the preview needs a new preview', async () => {
  await makeService(app.ctx, { name: 'Saves <old>' })
  const { seal } = await preview(strip('<old>'))
  const { id } = await makeService(app.ctx, { name: 'Reposts <old>' })
  expect((await clean(strip('<old>'), seal)).json).toMatchObject({ details: { reason: 'selection_changed' } })
  expect(await nameOf(id)).toBe('Reposts <old>')
})

test('undoing the last rules restores the rules before', async () => {
  await clean(strip('first'))
  await clean(strip('second'))
  expect(await readNameRules(app.ctx.db)).toEqual(strip('second'))
  await undo((await read()).last?.id ?? 0)
  expect(await readNameRules(app.ctx.db)).toEqual(strip('first'))
})

test.each([
  [{ kind: 'regex', find: '(a+)+$' }],
  [{ kind: 'phrase', find: '', replace: '', whole_words: false }],
  [{ kind: 'between', start: '[' }],
  Array.from({ length: 51 }, () => ({ kind: 'symbols' })),
])('refuses %j', async (...rules) => {
  const refused = await app.call(contract.previewNames, { token, body: { rules } })
  expect(refused.status).toBe(422)
})
