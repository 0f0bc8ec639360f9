import * as z from 'zod/mini'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import type { MethodCard } from '#contract/base/gateways/gateway-data.ts'
import { siteDefaults } from '#contract/settings/site-defaults.ts'
import { gateways } from '#contract/base/gateways/registry.ts'
import { findTerms, isListed, listMethods } from '#contract/settings/payment-methods.ts'
import { getConfig, publicConfig } from '#contract/settings/public-config.ts'

/** The response to a call: members that replace those of the smallest valid response, or a whole response. */
export type Answer = [
  endpoint: Endpoint,
  members: object | ((request: Request) => Response | Promise<Response>),
]

/** Every URL that the page requested, newest last. */
const asked: URL[] = []

/** The query of the newest request to this path. */
export function queryOf(path: string): Record<string, string> | undefined {
  const url = asked.findLast(({ pathname }) => pathname === path)
  return url && Object.fromEntries(url.searchParams)
}

/**
 * An API for a page under test: answers every call of the contract with the smallest valid response, with members
 * replaced by those of `answers`.
 */
export function answerCalls(answers: readonly Answer[]): typeof fetch {
  asked.length = 0
  const known: readonly Answer[] = [...answers, [getConfig, ownConfig]]
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    asked.push(url)
    const { pathname } = url
    const called = endpointOf(request.method, pathname)
    if (called === undefined) throw new Error(`${request.method} ${pathname} is no call of the contract`)
    if (called.answer.type === 'text/event-stream') return new Promise(() => {})
    const members = known.find(
      ([endpoint]) => endpoint.path === called.path && endpoint.method === called.method,
    )?.[1]
    if (typeof members === 'function') return members(request)
    const { schema, status } = called.answer
    if (schema === undefined) return new Response(null, { status })
    const least = leastOf(schema)
    return Response.json(members === undefined ? least : merge(least, members), { status })
  }
}

/** A refusal. By default it has no message of its own. */
export function refuse(status: number, members: { code?: string; message?: string; details?: object } = {}) {
  return () => Response.json({ success: false, code: 'of_a_later_version', ...members }, { status })
}

/** A lost connection: no response at all. */
export function loseLine(): never {
  throw new TypeError('Failed to fetch')
}

/** Like a bug in our code. */
export function breakDown(): Response {
  return {
    get ok(): boolean {
      throw new Error('a bug')
    },
  } as Response // which it is not
}

/** The smallest value of `schema` as sent, with `members` replaced. */
export function like(schema: z.ZodMiniType, members: object): object {
  return Object(merge(leastOf(schema), members))
}

/** The config before the operator has changed any setting. */
export const ownConfig = Object(
  z.encode(publicConfig, {
    ...defaultSettings,
    hours: typeof defaultSettings.hours === 'string' ? defaultSettings.hours : null,
    claims: [],
    testimonials: [],
    faq: [],
    maintenance: { is_on: false, message: null },
    logo: null,
    favicon: null,
    front_page: siteDefaults.front_page,
    footer: siteDefaults.footer,
    payment_methods: listMethods({
      settings: [],
      gateways: Object.values(gateways),
      // Only what the specification lists.
      isSetUp: (id) => Object.values(gateways).some((one) => one.id === id && one.cards.some(isAlwaysListed)),
    })
      .filter(isListed)
      .map(({ id, value, card, isSetUp }) => {
        const { isTest, ...terms } = findTerms(value, defaultSettings)
        const texts = { label: card?.label ?? id, note: card?.note?.en ?? null, instructions: null }
        return { id, value, ...texts, ...terms, available: isSetUp, is_test: isTest }
      }),
    languages: ['en', 'vi', 'ru'],
    sandbox: false,
    sandbox_mailbox: null,
  }),
)

function isAlwaysListed(card: MethodCard): boolean {
  return card.isAlwaysListed === true
}

/** Paths without parameters come first: `/api/services/page` is not a service. */
function endpointOf(method: string, path: string): Endpoint | undefined {
  const ofMethod = endpoints.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.method === method)
  return (
    ofMethod.find((endpoint) => endpoint.path === path) ?? ofMethod.find((one) => patternOf(one).test(path))
  )
}

const patterns = new Map<string, RegExp>()

function patternOf({ path }: Endpoint): RegExp {
  const known = patterns.get(path)
  if (known !== undefined) return known
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
  patterns.set(path, pattern)
  return pattern
}

/** Merges objects member by member; other values are replaced. */
function merge(least: unknown, given: unknown): unknown {
  if (!isPlain(least) || !isPlain(given)) return given
  const names = new Set([...Object.keys(least), ...Object.keys(given)])
  return Object.fromEntries(
    [...names].map((name) => [name, name in given ? merge(least[name], given[name]) : least[name]]),
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const leasts = new WeakMap<z.ZodMiniType, unknown>()

/** Shared by all calls, since nothing changes it. */
function leastOf(schema: z.ZodMiniType): unknown {
  if (!leasts.has(schema)) leasts.set(schema, makeLeast(schema))
  return leasts.get(schema)
}

function makeLeast(schema: z.ZodMiniType): unknown {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') jsonSchema.format = 'date-time'
    },
  })
  return leastOfJson(json as Json) // its members are checked one by one
}

type Json = Partial<{
  type: string
  const: unknown
  enum: unknown[]
  anyOf: Json[]
  allOf: Json[]
  properties: Record<string, Json>
  required: string[]
  items: Json
  prefixItems: Json[]
  minItems: number
  minLength: number
  minimum: number
  exclusiveMinimum: number
  format: string
}>

function leastOfJson(json: Json): unknown {
  if ('const' in json) return json.const
  if (json.enum !== undefined) return json.enum[0]
  if (json.anyOf !== undefined)
    return leastOfJson(json.anyOf.find(({ type }) => type === 'null') ?? json.anyOf[0] ?? {})
  if (json.allOf !== undefined) return Object.assign({}, ...json.allOf.map(leastOfJson))
  if (json.format === 'date-time') return '2026-05-04T12:00:00.000Z'
  if (json.type === 'array')
    return (
      json.prefixItems?.map(leastOfJson) ??
      Array.from({ length: json.minItems ?? 0 }, () => leastOfJson(json.items ?? {}))
    )
  if (json.type === 'string') return 'x'.repeat(json.minLength ?? 0)
  if (json.type === 'integer' || json.type === 'number')
    return Math.max(json.minimum ?? 0, (json.exclusiveMinimum ?? -1) + 1, 0)
  if (json.type === 'boolean') return false
  if (json.type !== 'object') return null
  const { properties = {}, required = [] } = json
  return Object.fromEntries(required.map((name) => [name, leastOfJson(properties[name] ?? {})]))
}
