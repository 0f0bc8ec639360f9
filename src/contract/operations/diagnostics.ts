import * as z from 'zod/mini'

import { type CarriedBy, carried, sayDecoded } from '#contract/base/codes.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, time } from '#contract/base/fields.ts'
import { languages } from '#contract/base/languages.ts'
import type { DiagnosticWords } from '#contract/words/words.ts'

import {
  type DiagnosticCode,
  diagnosticFindings,
  diagnosticGroups,
  diagnosticLevels,
} from './diagnostic-findings.ts'

/** A finding with its details. */
export type Diagnosed = {
  [Code in DiagnosticCode]: { code: Code } & DetailsOf<(typeof diagnosticFindings)[Code]['details']>
}[DiagnosticCode]
type DetailsOf<Schema extends z.ZodMiniType> =
  Record<never, never> extends CarriedBy<Schema> ? { details?: undefined } : { details: CarriedBy<Schema> }

/** One line of diagnostics: code, details and sentences in the requested language or English. `advice`: null if nothing to do. */
export const diagnosticLine = z.object({
  group: z.enum(diagnosticGroups),
  level: z.enum(diagnosticLevels),
  code: z.string(),
  details: carried,
  sentence: z.string(),
  advice: z.nullable(z.string()),
})
export type DiagnosticLine = z.output<typeof diagnosticLine>

/** A line in the language of `words`; undefined if the code or the shape of its details is unknown. */
export function sayDiagnostic(
  words: DiagnosticWords,
  { code, details }: { code: string; details: unknown },
): { sentence: string; advice: string | null } | undefined {
  if (!isDiagnostic(code)) return undefined
  const read = z.safeParse(diagnosticFindings[code].details, details)
  if (!read.success) return undefined
  const { sentence, advice = null } = words[code]
  return { sentence: sayDecoded(sentence, read.data), advice: advice && sayDecoded(advice, read.data) }
}

function isDiagnostic(code: string): code is DiagnosticCode {
  return Object.hasOwn(diagnosticFindings, code)
}

export const getDiagnostics = endpoint({
  method: 'GET',
  path: '/api/admin/diagnostics',
  access: 'admin',
  // The response contains addresses, roles and errors of the installation.
  needs: 'settings',
  summary:
    'Diagnostics of this installation, as by npm run diagnose: made at most once a minute, with `fresh` every ten seconds',
  query: z.strictObject({ fresh: z.optional(z.literal('true')), language: z.optional(z.enum(languages)) }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      checked_at: time,
      /** The worst level of all lines. */
      level: z.enum(diagnosticLevels),
      /** By group, in the order of the groups. */
      lines: z.array(diagnosticLine),
    }),
  },
  errors: [],
})
export type Diagnostics = Omit<z.output<typeof getDiagnostics.answer.schema>, 'success'>

/** How a request arrived: what proxies did to it. */
export const probed = z.object({
  /** The client's address according to TRUST_PROXY, and the connection's peer. */
  address: z.string(),
  peer: z.string(),
  /** X-Forwarded-For and X-Forwarded-Proto; null if there are none. */
  forwarded_for: z.nullable(z.string()),
  forwarded_proto: z.nullable(z.string()),
  /** CF-Connecting-IP: the client as Cloudflare saw it. Absent from processes of an older version. */
  cf_connecting_ip: z.optional(z.nullable(z.string())),
})
export type Probed = z.output<typeof probed>

/** How long a probe stays open after its event: a proxy that buffers streams delays the event by that time. */
export const PROBE_MS = 2_000

/**
 * For the product itself: diagnostics call it through PUBLIC_URL. The stream sends one event immediately (`probed`) and
 * ends `PROBE_MS` later.
 */
export const probeSite = endpoint({
  method: 'GET',
  path: '/api/probe',
  access: 'public',
  summary:
    'How a request of this installation to itself arrived, as an event stream; needs a token of its SECRET_KEY',
  query: z.strictObject({ token: z.string().check(atMost(100)) }),
  answer: { status: 200, type: 'text/event-stream' },
  errors: ['not_found'],
})
