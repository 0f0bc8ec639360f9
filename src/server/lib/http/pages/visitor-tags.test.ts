import { rm } from 'node:fs/promises'

import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { visitorTags } from '#contract/settings/visitor-tags.ts'
import { makeSmallSite } from '#test/small-site.ts'

import { mountSite } from './site.ts'

let app: FastifyInstance
let buildDir: string

beforeAll(async () => {
  buildDir = await makeSmallSite()
  app = fastify()
  app.get('/api/thing', () => 'from the api')
  await mountSite(app, { buildDir, publicUrl: 'https://panel.example' })
})
afterAll(async () => {
  await app.close()
  await rm(buildDir, { recursive: true, force: true })
})

/** The policy of a page that names these tags, by directive. */
async function policyOf(path: string, tags = ''): Promise<Record<string, string>> {
  const { headers } = await app.inject(`${path}?tags=${tags}`)
  expect(headers['x-visitor-tags']).toBeUndefined()
  const directives = String(headers['content-security-policy']).split('; ')
  return Object.fromEntries(
    directives.map((one) => [one.replace(/ .*/, ''), one.replace(/'(?:nonce|sha256)-[^']+'/g, 'own')]),
  )
}

/** Sources of other sites, with their directive. */
const othersIn = (policy: Record<string, string>) =>
  Object.values(policy).flatMap((directive) => {
    const [name, ...sources] = directive.split(' ')
    return sources.filter((one) => /:\/\//.test(one)).map((one) => `${name} ${one}`)
  })

test.each(['/all', '/orders'])('%s: a page without tags loads nothing of other sites', async (path) => {
  const policy = await policyOf(path)
  expect(othersIn(policy)).toEqual([])
  expect(policy['style-src']).toBe("style-src 'self' own")
  expect([policy['frame-src'], policy['worker-src']]).toEqual([undefined, undefined])
})

test.each(visitorTags)('%s adds its own hosts and no others', async (tag) => {
  const hosts = {
    ga4: /google-analytics\.com|analytics\.google\.com|googletagmanager\.com/,
    plausible: /\/\/plausible\.io$/,
    meta: /(?:connect\.facebook\.net|www\.facebook\.com)$/,
    tawk: /\*\.tawk\.to$|tawk\.link$|cdn\.jsdelivr\.net$|fonts\.g(?:oogleapis|static)\.com$/,
    crisp: /\*\.(?:relay\.)?crisp\.chat$/,
  }[tag]
  for (const path of ['/all', '/orders']) {
    const policy = await policyOf(path, tag)
    const others = othersIn(policy)
    expect(others.some((one) => one.startsWith('script-src https://'))).toBe(true)
    expect(others.filter((one) => !hosts.test(one))).toEqual([])
    // Its scripts are allowed by host, and nothing inline is.
    expect(policy['script-src']).toMatch(/^script-src 'self' own https:\/\/\S+$/)
    expect([policy['default-src'], policy['form-action'], policy['base-uri']]).toEqual([
      "default-src 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
    // Only chats add their own styles.
    const isChat = tag === 'tawk' || tag === 'crisp'
    expect(policy['style-src']?.includes("'unsafe-inline'")).toBe(isChat)
  }
})

test("scripts can't come from a host where anyone can publish", async () => {
  const { 'script-src': scripts } = await policyOf('/all', visitorTags.join('+'))
  expect(scripts).not.toMatch(/jsdelivr|unsafe/)
})

test('a cached page has the policy of its tags, which follows the settings', async () => {
  expect(othersIn(await policyOf('/all', 'plausible'))).toHaveLength(2)
  expect(othersIn(await policyOf('/all', 'plausible'))).toHaveLength(2)
  expect(othersIn(await policyOf('/all', 'unknown'))).toEqual([])
})
