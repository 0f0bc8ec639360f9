import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addressIn, languages } from '#contract/base/languages.ts'
import { publicPages } from '#contract/site/public-pages.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await makeTestApp({ env: { PUBLIC_URL: 'https://panel.example', RATE_LIMITS: 'default' } })
})
afterAll(() => app.drop())

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.url + path, { headers })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

test('sitemap.xml lists every indexed page in each language, each with its alternatives', async () => {
  const { headers, body } = await read('/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const entries = body.toString().match(/<url>.*?<\/url>/g) ?? []
  const locations = entries.map((entry) => /<loc>([^<]+)<\/loc>/.exec(entry)?.[1])
  expect(locations).toEqual(
    publicPages.flatMap((path) => languages.map((one) => `https://panel.example${addressIn(one, path)}`)),
  )
  const ofPricing = entries.filter((entry) => entry.includes('panel.example/pricing</loc>'))
  expect(ofPricing).toHaveLength(1)
  for (const link of [
    'hreflang="en" href="https://panel.example/pricing"',
    'hreflang="vi" href="https://panel.example/vi/pricing"',
    'hreflang="ru" href="https://panel.example/ru/pricing"',
    'hreflang="x-default" href="https://panel.example/pricing"',
  ])
    expect(ofPricing[0]).toContain(link)
})

test('robots.txt excludes the API and links the sitemap', async () => {
  const { body } = await read('/robots.txt')
  expect(body.toString()).toBe(
    'User-agent: *\nDisallow: /api/\n\nSitemap: https://panel.example/sitemap.xml\n',
  )
})

test('security.txt has the operator’s contact, and never expires', async () => {
  const text = async () => (await read('/.well-known/security.txt')).body.toString()
  const [contact, expires, ...others] = (await text()).split('\n')
  expect(contact).toBe('Contact: https://panel.example/contact')
  const days = (Date.parse(expires?.replace('Expires: ', '') ?? '') - Date.now()) / 86_400_000
  // RFC 9116 advises less than a year.
  expect(days > 170 && days < 181).toBe(true)
  expect(others).toEqual([
    'Preferred-Languages: en, vi, ru',
    'Canonical: https://panel.example/.well-known/security.txt',
    '',
  ])
  await app.ctx.db
    .insertInto('settings')
    .values({ section: 'contact', value: JSON.stringify({ email: 'safe@panel.example', telegram: null }) })
    .execute()
  app.ctx.events.publish({ topic: 'settings' })
  await expect
    .poll(text, { timeout: 20_000 })
    .toContain('Contact: mailto:safe@panel.example\nContact: https://panel.example/contact\n')
})

test('the manifest and icons are generated from the brand, and follow it', async () => {
  const manifest = async () => JSON.parse((await read('/manifest.webmanifest')).body.toString())
  expect(await manifest()).toMatchObject({ name: 'Tally & Reach', theme_color: '#0b5563' })
  const before = await read('/pictures/card/en')
  expect(await sharp(before.body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  // Other sites show it on their pages.
  expect(before.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const etag = before.headers.get('etag') ?? ''
  expect((await read('/pictures/card/en', { 'if-none-match': etag })).status).toBe(304)
  const icon = (await manifest()).icons.at(-1)
  expect(icon).toMatchObject({ src: '/pictures/icon/512', sizes: '512x512' })
  expect(await sharp((await read(icon.src)).body).metadata()).toMatchObject({ width: 512, height: 512 })

  await app.ctx.db
    .insertInto('settings')
    .values({ section: 'brand', value: JSON.stringify({ name: 'Other <& Sons' }) })
    .execute()
  app.ctx.events.publish({ topic: 'settings' })
  await expect.poll(async () => (await manifest()).name, { timeout: 20_000 }).toBe('Other <& Sons')
  const after = await read('/pictures/card/en')
  expect(after.status).toBe(200)
  expect(after.body.equals(before.body)).toBe(false)
  expect((await read('/pictures/card/xx')).status).toBe(400)
  expect((await read('/pictures/icon/9999')).status).toBe(400)
}, 60_000)

test('a custom icon is drawn once for each size, and not again for a browser that has it', async () => {
  const bytes = await sharp({ create: { width: 64, height: 32, channels: 4, background: '#0b5563' } })
    .png()
    .toBuffer()
  const store = (hash: string, picture: Buffer) =>
    app.ctx.db
      .insertInto('brand_pictures')
      .values({ kind: 'favicon', hash, width: 64, height: 32, bytes: picture })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ hash, bytes: picture }))
      .execute()
  const damaged = Buffer.from('no picture')
  const [first, second] = ['a'.repeat(64), 'b'.repeat(64)]
  await store(first, bytes)
  const before = await read('/pictures/icon/180')
  expect(await sharp(before.body).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
  // A picture that can't be drawn proves that nothing is drawn again.
  await store(first, damaged)
  expect((await read('/pictures/icon/180')).body.equals(before.body)).toBe(true)
  await store(second, damaged)
  const etag = before.headers.get('etag') ?? ''
  const known = etag.replaceAll('a', 'b')
  expect((await read('/pictures/icon/180', { 'if-none-match': known })).status).toBe(304)
  expect((await read('/pictures/icon/180', { 'if-none-match': etag })).status).toBe(500)
  // A failed drawing is not cached.
  await store(second, bytes)
  expect((await read('/pictures/icon/180')).body.equals(before.body)).toBe(true)
  await app.ctx.db.deleteFrom('brand_pictures').execute()
})
