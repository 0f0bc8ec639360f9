import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { removeFavicon, uploadFavicon } from '#contract/settings/favicon.ts'
import { uploadLogo, removeLogo } from '#contract/settings/logo.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { getPaymentMethods } from '#contract/payments/payment-methods.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { registerSandboxGateway } from '#server/modules/payments/gateways/register-sandbox-gateway.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser, type TestUser, usd } from '#test/factories.ts'
import { makeHugePicture, makePdf, makePicture, sendForm } from '#test/make-files.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin' })
})
afterAll(() => app.drop())

test('contains what visitors may see, and marks unavailable payment methods', async () => {
  const { status, body } = await app.call(getConfig)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    brand: { name: 'Tally & Reach' },
    limits: {
      deposit_min: usd('1'),
      deposit_max: usd('10000'),
      deposit_presets: [10, 25, 50, 100, 200, 500],
    },
    bonuses: [
      { from: usd('500'), percent: 10 },
      { from: usd('100'), percent: 5 },
    ],
    languages: ['en', 'vi', 'ru'],
    sandbox: false,
  })
  expect(body.payment_methods.map(({ label, available }) => [label, available])).toEqual([
    ['VISA/MasterCard', false],
    ['Cryptomus (USDT bep20)', false],
    ['Payeer', false],
  ])
})

test('offers the gateway once it has an account, and marks a sandbox', async () => {
  await registerSandboxGateway(app.ctx, {
    speaks: 'cryptomus',
    url: 'http://127.0.0.1:1/',
    merchant: 'm',
    key: 'a-secret-key',
  })
  // It follows within a second.
  await expect.poll(async () => (await app.call(getConfig)).body.sandbox).toBe(true)
  const { body, json } = await app.call(getConfig)
  expect(body.payment_methods.map(({ value, available }) => [value, available])).toEqual([
    ['card', false],
    ['cryptomus', true],
    ['cryptomus', true],
  ])
  expect(JSON.stringify(json)).not.toContain('a-secret-key')
  const notes = async (query: Record<string, string>) =>
    (await app.call(getConfig, { query })).body.payment_methods.map(({ note }) => note)
  expect(await notes({})).toEqual(['not available now', null, 'via Cryptomus'])
  expect(await notes({ language: 'vi' })).toEqual(['not available now', null, 'qua Cryptomus'])
})

test("the environment's gateway replaces the sandbox's", async () => {
  const own = await makeTestApp({ env: { CRYPTOMUS_MERCHANT: 'm', CRYPTOMUS_KEY: 'k' } })
  await registerSandboxGateway(own.ctx, {
    speaks: 'cryptomus',
    url: 'http://127.0.0.1:1',
    merchant: 'm',
    key: 'k',
  })
  expect((await own.call(getConfig)).body.sandbox).toBe(false)
  await own.drop()
})

test("an account of the operator's turns its gateway on until they turn it off, and the sandbox's does not", async () => {
  const env = { PAYEER_SHOP: '1', PAYEER_KEY: 'k', PUBLIC_URL: 'http://127.0.0.1:1' }
  const own = await makeTestApp({ env })
  const { token } = await makeUser(own.ctx, { role: 'admin' })
  const heleket = { speaks: 'heleket', url: 'http://127.0.0.1:1', merchant: 'm', key: 'k' }
  await registerSandboxGateway(own.ctx, heleket)
  const offered = async () => {
    const { payment_methods: methods } = (await own.call(getConfig)).body
    return methods.flatMap(({ value, available }) => (available ? [value] : []))
  }
  const pay = async (method: string) => {
    const body = { amount: 10, payment_method: method }
    return (await own.call(createPayment, { token, body })).status
  }
  const shown = async () => {
    const { gateways } = (await own.call(getPaymentMethods, { token })).body
    return gateways.flatMap(({ id, is_on: isOn, account }) => (isOn && account !== null ? [id] : []))
  }
  const turn = (id: string, isOn: boolean, account: object) =>
    own.call(updateSettings, { token, body: { gateways: { [id]: { is_on: isOn, ...account } } } })
  const state = async () => [await offered(), await shown(), [await pay('payeer'), await pay('heleket')]]
  expect(await state()).toEqual([['payeer'], ['payeer'], [200, 409]])
  expect((await turn('heleket', true, { merchant: null })).status).toBe(200)
  // Turning one on leaves the undecided ones unchanged.
  await expect.poll(offered).toEqual(['payeer', 'heleket'])
  expect((await turn('payeer', false, { shop: null })).status).toBe(200)
  await expect.poll(offered).toEqual(['heleket'])
  expect([await shown(), await pay('payeer')]).toEqual([['heleket'], 409])
  await own.drop()
})

const put = (body: unknown) => app.call(updateSettings, { token: admin.token, body })

test("the operator's multilingual texts are returned in the requested language", async () => {
  const written = {
    hours: { en: 'Mon to Fri', ru: 'По будням' },
    claims: [{ value: '12', label: { en: 'services', vi: 'dịch vụ' } }],
    testimonials: [{ name: 'Bo', role: { ru: 'Блогер' }, text: 'Good' }],
    faq: [{ question: { en: 'When?', ru: 'Когда?' }, answer: { en: 'Now', ru: 'Сейчас' } }],
    maintenance: { is_on: false, message: { vi: 'Trưa nay' } },
  }
  const saved = await put(written)
  expect([saved.status, saved.json['settings']]).toEqual([200, expect.objectContaining(written)])
  const read = async (language?: string) => {
    const { body } = await app.call(getConfig, { query: language === undefined ? {} : { language } })
    const { hours, claims, testimonials, faq, maintenance } = body
    return [hours, claims[0]?.label, testimonials[0]?.role, faq[0]?.question, maintenance.message]
  }
  // A missing text falls back to English, else to the existing language.
  await expect.poll(() => read('ru')).toEqual(['По будням', 'services', 'Блогер', 'Когда?', 'Trưa nay'])
  expect(await read('vi')).toEqual(['Mon to Fri', 'dịch vụ', 'Блогер', 'When?', 'Trưa nay'])
  expect(await read()).toEqual(['Mon to Fri', 'services', 'Блогер', 'When?', 'Trưa nay'])
  for (const [body, field, code] of [
    [{ hours: {} }, 'hours', 'text_required'],
    [{ hours: { en: '' } }, 'hours.en', 'text_required'],
    [{ hours: 'x'.repeat(101) }, 'hours', 'too_long'],
    [{ hours: { en: 'a', de: 'b' } }, 'de', 'unknown_field'],
  ] as const) {
    const { status, json } = await put(body)
    expect([status, json['field_codes']]).toEqual([422, { [field]: expect.objectContaining({ code }) }])
  }
})

test('the front page and the footer have the operator’s texts in the requested language', async () => {
  const shipped = { title: null, line: null, button: null, hidden: [] }
  expect((await app.call(getConfig)).body).toMatchObject({
    front_page: shipped,
    footer: { line: null, links: [] },
  })
  const saved = await put({
    front_page: { ...shipped, title: { en: 'Grow', vi: 'Lớn' }, hidden: ['faq', 'figures'] },
    footer: { line: 'Since 2020', links: [{ label: { ru: 'Канал' }, url: 'https://t.me/acme' }] },
  })
  expect(saved.status).toBe(200)
  const read = async (language: string) => {
    const { body } = await app.call(getConfig, { query: { language } })
    return [body.front_page.title, body.front_page.hidden, body.footer]
  }
  const footer = { line: 'Since 2020', links: [{ label: 'Канал', url: 'https://t.me/acme' }] }
  await expect.poll(() => read('vi')).toEqual(['Lớn', ['faq', 'figures'], footer])
  expect(await read('ru')).toEqual(['Grow', ['faq', 'figures'], footer])
  expect((await put({ front_page: shipped, footer: { line: null, links: [] } })).status).toBe(200)
})

test('a footer link leads to https or to a path of this site, and nowhere else', async () => {
  const answerTo = async (url: string) => {
    const { status, json } = await put({ footer: { line: null, links: [{ label: 'a', url }] } })
    return [status, json['field_codes']]
  }
  for (const url of [
    '/faq',
    '/services/tiktok?search=a#top',
    '/',
    'https://example.com',
    'HTTPS://a.b/c?d@e',
  ])
    expect(await answerTo(url), url).toEqual([200, undefined])
  const refused = [422, { 'footer.links.0.url': { code: 'link_address_invalid' } }]
  for (const url of [
    '',
    'faq',
    '//example.com',
    '/\\example.com',
    '/a b',
    'http://example.com',
    'https:/example.com',
    'https://',
    'https://good.example@evil.example',
    'javascript:alert(1)',
    'data:text/html,a',
    'mailto:a@b.c',
    ' javascript:alert(1)',
  ])
    expect(await answerTo(url), url).toEqual(refused)
  expect((await put({ footer: { line: null, links: [] } })).status).toBe(200)
})

test('a colour that makes text unreadable is refused with its contrast', async () => {
  const refused = await put({ look: { accent: '#F0B429' } })
  expect([refused.status, refused.json['field_codes']]).toEqual([
    422,
    { 'look.accent': { code: 'colour_unreadable', contrast: expect.any(Number), min: 4.5 } },
  ])
  expect((await put({ look: { accent: 'red' } })).json['field_codes']).toEqual({
    'look.accent': { code: 'colour_invalid' },
  })
  expect((await put({ look: { accent: '#8A1C4A' } })).status).toBe(200)
  await expect.poll(async () => (await app.call(getConfig)).body.look).toEqual({ accent: '#8a1c4a' })
})

test('a logo contains only pixels, at an immutable URL that disappears with it', async () => {
  const send = (bytes: Buffer, { token } = admin) =>
    sendForm(`${app.url}${uploadLogo.path}`, { token, fields: {}, files: [{ name: 'logo.gif', bytes }] })
  const shown = async () => (await app.call(getConfig)).body.logo
  expect(await shown()).toBeNull()
  const picture = await makePicture('gif', { width: 900, height: 90 })
  const { status, json } = await send(picture)
  expect([status, json.logo]).toEqual([200, { url: expect.any(String), width: 640, height: 64 }])
  await expect.poll(shown, { timeout: 10_000 }).toEqual(json.logo)

  const { url } = json.logo
  const answer = await fetch(`${app.url}${url}`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
  const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([format, width]).toEqual(['png', 640])
  const again = await fetch(`${app.url}${url}`, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  for (const [bytes, reason] of [
    [makePdf(), 'no_picture'],
    [svg, 'no_picture'],
    [Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]), 'damaged'],
    [makeHugePicture(50_000), 'pixels'],
  ] as const) {
    const refused = await send(bytes)
    expect([refused.status, refused.json.details.reason]).toEqual([415, reason])
  }
  const customer = await makeUser(app.ctx)
  expect((await send(picture, customer)).status).toBe(403)

  expect((await app.call(removeLogo, { token: admin.token })).status).toBe(200)
  await expect.poll(shown, { timeout: 10_000 }).toBeNull()
  expect((await fetch(`${app.url}${url}`)).status).toBe(404)
  const { rows } = await app.ctx.pool.query(
    `select before ->> 'logo' as before, after ->> 'logo' as after from audit_log
     where action = 'settings.logo' order by number`,
  )
  const hash = url.split('/').at(-1)
  expect(rows).toEqual([
    { before: null, after: hash },
    { before: hash, after: null },
  ])
})

test('a favicon contains only pixels, and is the icon of the installed app too', async () => {
  const send = (bytes: Buffer, { token } = admin) =>
    sendForm(`${app.url}${uploadFavicon.path}`, { token, fields: {}, files: [{ name: 'a.png', bytes }] })
  const shown = async () => (await app.call(getConfig)).body.favicon
  const icon = async () => Buffer.from(await (await fetch(`${app.url}/pictures/icon/180`)).arrayBuffer())
  const srcs = async () => {
    const { icons } = (await (await fetch(`${app.url}/manifest.webmanifest`)).json()) as {
      icons: { src: string }[]
    }
    return icons.map(({ src }) => src)
  }
  expect(await shown()).toBeNull()
  expect(await srcs()).toContain('/favicon.svg')
  const own = await icon()

  const { status, json } = await send(await makePicture('png', { width: 900, height: 600 }))
  expect([status, json.favicon]).toEqual([200, { url: expect.any(String), width: 512, height: 341 }])
  await expect.poll(shown, { timeout: 10_000 }).toEqual(json.favicon)
  const answer = await fetch(`${app.url}${json.favicon.url}`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  expect(await srcs()).not.toContain('/favicon.svg')
  const made = await icon()
  expect(made.equals(own)).toBe(false)
  expect(await sharp(made).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  expect([(await send(svg)).status, (await send(makePdf())).status]).toEqual([415, 415])
  expect((await send(svg, await makeUser(app.ctx))).status).toBe(403)
  expect((await app.call(removeFavicon, { token: admin.token })).status).toBe(200)
  await expect.poll(shown, { timeout: 10_000 }).toBeNull()
  expect((await fetch(`${app.url}${json.favicon.url}`)).status).toBe(404)
  expect((await icon()).equals(own)).toBe(true)
})
