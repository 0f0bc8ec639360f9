import { afterAll, beforeAll, expect, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import {
  changeLegalText,
  getLegalText,
  getLegalTexts,
  LEGAL_TEXT_MAX,
  previewLegalText,
} from '#contract/settings/legal-texts.ts'
import { register } from '#contract/users/auth.ts'
import { termsVersion } from '#contract/users/terms.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser } from '#test/factories.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

const read = async (page: string, language?: string) =>
  (await app.call(getLegalText, { params: { page }, query: language === undefined ? {} : { language } })).body
const publish = (page: string, body: object) =>
  app.call(changeLegalText, { token: admin.token, params: { page }, body })
const own = /^\d{4}-\d\d-\d\d\.\d+$/

test('the product’s own texts are shown until the operator writes their own, in each language', async () => {
  const shipped = await read('terms', 'vi')
  expect(shipped).toMatchObject({ language: 'vi', is_own: false, version: termsVersion })
  expect(shipped.content[1]).toBe('Bạn mua gì')
  expect(shipped.description).toMatch(/^Panel này chuyển/)

  const texts = { en: '## Ours\n\nRead **this**.', ru: 'Наши условия', vi: '  ' }
  const { status, body } = await publish('terms', { texts })
  expect([status, body.text.texts]).toEqual([200, { en: texts.en, ru: texts.ru }])
  expect(await read('terms')).toMatchObject({
    is_own: true,
    language: 'en',
    description: 'Read this.',
    version: expect.stringMatching(own),
  })
  expect((await read('terms', 'ru')).content).toEqual([{ open: 'p' }, 'Наши условия', { close: 'p' }])
  // Languages without their own text get the English one, marked as such.
  expect(await read('terms', 'vi')).toMatchObject({ language: 'en', description: 'Read this.' })
  expect(await read('privacy')).toMatchObject({ is_own: false, version: (await read('terms')).version })

  const reset = await publish('terms', { texts: null })
  expect(reset.body.text).toMatchObject({ texts: null, number: 2 })
  expect((await read('terms', 'vi')).content).toEqual(shipped.content)
})

test('texts are read from the database again only when there is a newer one', async () => {
  await publish('privacy', { texts: { en: 'As published' } })
  expect((await read('privacy')).description).toBe('As published')
  await app.database.pool.query(`update legal_texts set texts = '{"en": "Not read"}' where page = 'privacy'`)
  expect((await read('privacy')).description).toBe('As published')
  await publish('privacy', { texts: { en: 'Newer' } })
  expect((await read('privacy')).description).toBe('Newer')
  await publish('privacy', { texts: null })
})

test('each save is a version that stays, and a user agrees to the one that is shown', async () => {
  await publish('refund', { texts: { en: 'First' } })
  const { version } = await read('terms')
  const join = async (email: string, terms_version?: string) => {
    const sent = { name: 'Ann', email, password: 'long enough 91', terms: true }
    const { status } = await app.call(register, {
      body: { ...sent, ...(terms_version && { terms_version }) },
    })
    const { rows: agreed } = await app.ctx.pool.query('select terms_version from users where email = $1', [
      email,
    ])
    return [status, agreed[0]?.terms_version]
  }
  expect(await join('ann@example.com')).toEqual([201, version])
  await publish('refund', { texts: { en: 'Second' } })
  // Shown before the second was published.
  expect(await join('ben@example.com', version)).toEqual([201, version])
  expect(await join('cem@example.com')).toEqual([201, (await read('terms')).version])
  expect(await join('dan@example.com', '2020-01-01.1')).toEqual([422, undefined])
  expect((await read('terms')).version).not.toBe(version)
  // Publishing the same text makes no new version.
  const same = await publish('refund', { texts: { en: 'Second' } })
  const number = Number(version.split('.').at(-1))
  expect(same.body.text.number).toBe(number + 1)
  const { rows } = await app.ctx.pool.query(
    `select terms_version, (select texts ->> 'en' from legal_texts where number = $1) as agreed
     from users where email = 'ann@example.com'`,
    [number],
  )
  expect(rows).toEqual([{ terms_version: version, agreed: 'First' }])
  const { rows: recorded } = await app.ctx.pool.query(
    `select after from audit_log where action = 'settings.legal' order by number desc limit 1`,
  )
  expect(recorded).toEqual([{ after: { page: 'refund', number: number + 1, is_own: true } }])
})

test('of two who write the same text, the second is refused and publishes nothing', async () => {
  const { body } = await app.call(getLegalTexts, { token: admin.token })
  const number = body.pages.find(({ page }) => page === 'privacy')?.number
  expect((await publish('privacy', { texts: { en: 'Mine' }, number })).status).toBe(200)
  const second = await publish('privacy', { texts: { en: 'Theirs' }, number })
  expect([second.status, second.body.code]).toEqual([409, 'state_conflict'])
  expect((await read('privacy')).description).toBe('Mine')
  await publish('privacy', { texts: null })
})

test('refuses an empty or too long text, other pages, and staff without the permission', async () => {
  for (const texts of [{}, { en: ' ' }, { en: 'x'.repeat(LEGAL_TEXT_MAX + 1) }, { de: 'a' }, 'a'])
    expect((await publish('terms', { texts })).status).toBe(422)
  expect((await publish('imprint', { texts: null })).status).toBe(400)
  const limited = await makeUser(app.ctx, { role: 'admin', permissions: ['orders'] })
  for (const { token } of [limited, await makeUser(app.ctx)])
    expect(
      (await app.call(changeLegalText, { token, params: { page: 'terms' }, body: { texts: null } })).status,
    ).toBe(403)
})

test('a preview is what the page will show, and stores nothing', async () => {
  const text = 'a [b](/faq) <i>c</i>'
  const { body } = await app.call(previewLegalText, { token: admin.token, body: { text } })
  expect(body.content).toEqual([
    { open: 'p' },
    'a ',
    { open: 'a', href: '/faq' },
    'b',
    { close: 'a' },
    ' <i>c</i>',
    { close: 'p' },
  ])
  expect((await read('terms')).is_own).toBe(false)
})

test('the product’s own privacy policy follows what public pages load', async () => {
  const tags = { ga4: null, plausible: null, meta: null, tawk: null, crisp: null }
  const put = (visitor_tags: object) =>
    app.call(updateSettings, { token: admin.token, body: { visitor_tags } })
  const says = async () => JSON.stringify((await read('privacy')).content)
  expect(await says()).toContain('There is no tracking')
  await put({ ...tags, plausible: 'shop.example.com' })
  await expect.poll(says, { timeout: 10_000 }).toContain('also load Plausible')
  expect(await says()).not.toContain('There is no tracking')
  await put(tags)
})
