import type { ApiGuide, GuideCall } from '#contract/site/api-guide.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { errorsOf } from '#contract/base/endpoint-errors.ts'
import { endpoints } from '#contract/endpoints.ts'
import { statusOf } from '#contract/base/error-catalogue.ts'
import { exampleCode, exampleLanguages } from '#contract/site/example-code.ts'
import { toAnswerSchema, toBodySchema, toParameters } from '#server/lib/http/openapi/openapi-schema.ts'
import { describeSchema } from '#server/lib/http/openapi/describe-schema.ts'

import { code, fence, table } from './markdown.ts'
import { writeResellerGuide } from './write-reseller-guide.ts'

/** The parts with their subjects, in the order in which readers need them; what is missing is for browsers and operators. */
const parts: Record<string, string> = {
  catalogue: 'What is sold, and for how much',
  orders: 'Placing orders and following them',
  wallet: 'Balance and ledger',
  payments: 'Adding funds',
  users: 'Your account and its keys',
  notifications: 'What you are told',
  tickets: 'Questions to support',
}

/** Every call open to customers, from the contract alone. */
export function makeApiGuide(): ApiGuide {
  const groups = Object.entries(parts).map(([noun, about]) => ({
    name: noun,
    about,
    calls: endpoints.filter((one) => one.noun === noun && isForCustomers(one.endpoint)).map(describe),
  }))
  return { success: true, groups: groups.filter(({ calls }) => calls.length > 0) }
}

function isForCustomers({ access, path }: Endpoint): boolean {
  // Called by gateways.
  return access !== 'admin' && !path.includes('/webhook/')
}

function describe({ name, endpoint }: { name: string; endpoint: Endpoint }): GuideCall {
  const { method, path, summary, access, takesKey, idempotent, answer } = endpoint
  return {
    name,
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    summary,
    access: access === 'public' ? 'public' : takesKey !== undefined ? 'key' : 'session',
    is_idempotent: idempotent === true,
    fields: [
      ...listParameters(endpoint, 'path'),
      ...listParameters(endpoint, 'query'),
      ...listBody(endpoint),
    ],
    answer:
      answer.schema === undefined
        ? (answer.type ?? 'nothing')
        : describeSchema(toAnswerSchema(answer.schema), true),
    status: answer.status,
    errors: errorsOf(endpoint)
      .map((code) => ({ status: statusOf(code), code }))
      .toSorted((one, other) => one.status - other.status || one.code.localeCompare(other.code)),
  }
}

type Field = GuideCall['fields'][number]

function listParameters(endpoint: Endpoint, place: 'path' | 'query'): Field[] {
  return toParameters(place, place === 'path' ? endpoint.params : endpoint.query).map((parameter) => ({
    name: String(parameter['name']),
    in: place,
    type: describeSchema(parameter['schema']),
    is_required: parameter['required'] === true,
  }))
}

function listBody({ body, takes }: Endpoint): Field[] {
  if (body === undefined || takes === 'bytes') return []
  const { properties = {}, required = [] } = toBodySchema(body) as {
    properties?: Record<string, unknown>
    required?: string[]
  } // of an object
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'body' as const,
    type: describeSchema(schema),
    is_required: required.includes(name),
  }))
  // Fields that clients send and the product ignores.
  return fields.filter(({ type }) => type !== 'any')
}

type Facts = { brand: string; origin: string; guide: ApiGuide }

const access: Record<GuideCall['access'], string> = {
  public: 'open to everybody',
  key: 'an API key or a session',
  session: 'a session',
}

/** The page /api-docs as Markdown, for programs. */
export function writeApiGuide({ brand, origin, guide }: Facts): string {
  return [
    `# ${brand}: the API`,
    `Base address: ${origin}. JSON in UTF-8; the whole interface as OpenAPI 3.1: ${origin}/api/openapi.json.`,
    'Send your key as `Authorization: Bearer YOUR_API_KEY`. You make one in Settings, and it is shown once.',
    'Amounts are USD with at most 8 decimals; times are ISO 8601 in UTC.',
    'An answer that is no success is `{"success":false,"code","message","requestId"}`; a 422 has `fields` and `field_codes` too.',
    'A POST that takes `Idempotency-Key` is done once for each key: repeat it with the same key when an answer was lost.',
    'A 429 or 503 says in `Retry-After` how many seconds to wait.',
    '## Examples',
    ...exampleLanguages.map(
      (language) => `### ${language}\n\n${fence(language, exampleCode[language](origin))}`,
    ),
    ...guide.groups.flatMap(({ about, calls }) => [`## ${about}`, ...calls.map(writeCall)]),
    ...writeResellerGuide(origin),
  ].join('\n\n')
}

export function writeLlms({ brand, origin }: Omit<Facts, 'guide'>): string {
  return [
    `# ${brand}`,
    '> A panel on which customers hold a prepaid balance in USD and order social media services for a link and a quantity.',
    '## Documents',
    [
      `- [The API](${origin}/api-docs.md): every call that is open to customers and the reseller API, with examples`,
      `- [OpenAPI](${origin}/api/openapi.json): the whole interface for tools`,
      `- [Prices](${origin}/api/services/export.csv): every service with its rate per 1,000, as CSV`,
      `- [Questions and answers](${origin}/faq)`,
      `- [Terms](${origin}/terms), [Privacy](${origin}/privacy), [Refunds](${origin}/refund)`,
    ].join('\n'),
    '',
  ].join('\n\n')
}

function writeCall({
  method,
  path,
  summary,
  access: by,
  is_idempotent: isOnce,
  fields,
  answer,
  status,
  errors,
}: GuideCall) {
  return [
    `### ${method} ${path}`,
    `${summary}. For ${access[by]}.${isOnce ? ' Takes `Idempotency-Key`.' : ''}`,
    ...(fields.length === 0
      ? []
      : [
          table(
            ['field', 'in', 'type', 'required'],
            fields.map((field) => [code(field.name), field.in, field.type, field.is_required ? 'yes' : 'no']),
          ),
        ]),
    `Answers ${status}: ${code(answer)}`,
    `Refuses with: ${errors.map((error) => `${error.status} ${code(error.code)}`).join(', ')}`,
  ].join('\n\n')
}
