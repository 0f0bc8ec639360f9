import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callPanel, control } from '#sandbox/call-sandbox.ts'
import { PLATFORMS } from './catalogue-platforms.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { makeCatalogue } from './make-catalogue.ts'
import { SERVICE_TYPES } from './service-types.ts'
import { startSandboxProvider } from './start-provider.ts'

const writeCatalogue = async (value: unknown): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'catalogue-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'services.json')
  await writeFile(path, JSON.stringify(value))
  return path
}

test('is the same each time, and a longer one contains the shorter one', () => {
  const small = makeCatalogue()
  expect(makeCatalogue()).toEqual(small)
  expect(small).toHaveLength(300)
  const byId = new Map(makeCatalogue({ size: 10_000 }).map((service) => [service.service, service]))
  expect(byId.size).toBe(10_000)
  for (const service of small) expect(byId.get(service.service)).toEqual(service)
})

test('has every platform, every type of service and orderable quantities', () => {
  const services = makeCatalogue()
  for (const { name } of PLATFORMS)
    expect(services.some((service) => service.category.includes(name))).toBe(true)
  expect(new Set(services.map((service) => service.type))).toEqual(new Set(Object.keys(SERVICE_TYPES)))
  for (const { rate, min, max } of services) {
    expect(rate).toMatch(/^\d+\.\d{2,6}$/)
    expect(Number(rate)).toBeGreaterThan(0)
    expect(Number(min)).toBeGreaterThan(0)
    expect(Number(min)).toBeLessThanOrEqual(Number(max))
  }
  expect(services.some(({ rate }) => rate.length - rate.indexOf('.') === 7)).toBe(true)
  expect(services.some(({ desc }) => desc?.includes('<p>'))).toBe(true)
  expect(services.some(({ average_time: time }) => time === undefined)).toBe(true)
})

test('serves a saved answer of a provider unchanged, bare or wrapped', async () => {
  const services = [
    { service: 7, name: 'A | B', type: 'Default', category: 'C', rate: '0.90', min: '50', max: '100' },
  ]
  expect(loadCatalogue(await writeCatalogue(services))).toEqual(services)
  expect(loadCatalogue(await writeCatalogue({ data: services }))).toEqual(services)
  const loose = [{ service: '8', name: 'D', rate: 1.5, min: 1, max: 9, refill: 1, note: 'kept' }]
  expect(loadCatalogue(await writeCatalogue({ services: loose }))).toEqual([
    {
      service: 8,
      name: 'D',
      type: 'Default',
      category: 'Other',
      rate: '1.5',
      min: '1',
      max: '9',
      refill: true,
      note: 'kept',
    },
  ])
})

test('reports what is wrong with a file', async () => {
  const service = { service: 1, name: 'A', rate: '1', min: '1', max: '2' }
  const cases: [unknown, RegExp][] = [
    [{}, /no list of services/],
    [[{ ...service, service: 'x' }], /service number 1 has no id/],
    [[{ ...service, rate: 'free' }], /no figure in "rate"/],
    [[service, service], /id twice/],
  ]
  for (const [value, message] of cases) {
    const path = await writeCatalogue(value)
    expect(() => loadCatalogue(path)).toThrow(message)
  }
})

test('the catalogue of slugs has every type, some spelled differently and two unknown ones', async () => {
  const provider = await startSandboxProvider({ catalogueFile: 'sandbox/catalogues/slugs.json' })
  onTestFinished(() => provider.stop())
  await control(provider.url, 'settings', { quirks: ['comma_rates', 'string_ids'] })
  const list = (await callPanel(provider, { action: 'services' })) as { type: string; rate: string }[] // its own list
  const types = new Set(list.map(({ type }) => type))
  for (const type of Object.keys(SERVICE_TYPES))
    expect(types).toContain(type.toLowerCase().replaceAll(' ', '_'))
  for (const type of [
    'custom-comments',
    'CommentLikes',
    'DEFAULT',
    '',
    'live_stream_viewers',
    'app_installs',
  ])
    expect(types).toContain(type)
  expect(list).toHaveLength(59)
  for (const { rate } of list) expect(rate).toMatch(/^\d+,\d+$/)
})
