import type { ApiGuide, GuideCall } from '#contract/site/api-guide.ts'
import { type Endpoint, errorsOf } from '#contract/base/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { statusOf } from '#contract/base/errors.ts'
import { toAnswerSchema, toBodySchema, toParameters } from '#server/lib/http/openapi/openapi-schema.ts'

import { describeSchema } from '#server/lib/http/openapi/describe-schema.ts'

/** What each part is about, in the order in which one comes to need it; what is left out is for browsers and operators. */
const parts: Record<string, string> = {
  catalogue: 'What is sold, and for how much',
  orders: 'Placing orders and following them',
  wallet: 'Balance and ledger',
  payments: 'Adding funds',
  users: 'Your account and its keys',
  notifications: 'What you are told',
  tickets: 'Questions to support',
}

/** Every call that is open to customers, from the contract alone. */
export function makeApiGuide(): ApiGuide {
  const groups = Object.entries(parts).map(([noun, about]) => ({
    name: noun,
    about,
    calls: endpoints.filter((one) => one.noun === noun && isForCustomers(one.endpoint)).map(describe),
  }))
  return { success: true, groups: groups.filter(({ calls }) => calls.length > 0) }
}

function isForCustomers({ access, path }: Endpoint): boolean {
  // A gateway calls these.
  return access !== 'admin' && !path.includes('/webhook/')
}

function describe({ name, endpoint }: { name: string; endpoint: Endpoint }): GuideCall {
  const { method, path, summary, access, takesKey, idempotent, answer } = endpoint
  return {
    name,
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    summary,
    access: access === 'public' ? 'public' : takesKey === true ? 'key' : 'session',
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
  // Fields that clients send and that are ignored.
  return fields.filter(({ type }) => type !== 'any')
}
