import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { type DiagnosticCode, diagnosticFindings } from '#contract/operations/diagnostic-findings.ts'
import { sayDiagnostic } from '#contract/operations/diagnostics.ts'

import { diagnostics as en } from './en/diagnostics.ts'
import { diagnostics as ru } from './ru/diagnostics.ts'
import { diagnostics as vi } from './vi/diagnostics.ts'

const said = { code: 'said', details: { error: 'NAME' } }
const samples: Record<string, unknown> = { string: 'NAME', object: said }

const codes = Object.keys(diagnosticFindings) as DiagnosticCode[] // of this table

/** Details of a code's shape: 7 for numbers, NAME for texts and quotations of other systems. */
function detailsOf(schema: z.ZodMiniType): Record<string, unknown> {
  const { shape } = schema._zod.def as unknown as { shape: Record<string, z.ZodMiniType> } // details are objects
  return Object.fromEntries(
    Object.entries(shape).map(([name, member]) => [name, samples[member._zod.def.type] ?? 7]),
  )
}

test.each(Object.entries({ en, vi, ru }))(
  '%s: each finding has a complete and short sentence',
  (_language, words) => {
    for (const code of codes) {
      const details = detailsOf(diagnosticFindings[code].details)
      const line = sayDiagnostic(words, { code, details })
      const text = line === undefined ? '' : `${line.sentence} ${line.advice ?? ''}`
      expect(text, code).not.toMatch(/undefined|NaN|\[object/)
      for (const [name, value] of Object.entries(details)) {
        // Ages and sizes are shown in other units.
        const isAsSent = !name.endsWith('bytes') && name !== 'minutes'
        const shown = value === said ? 'NAME' : String(value)
        expect(isAsSent ? text : shown, `${code} ${name}`).toContain(shown)
      }
      for (const sentence of text.split(/(?<=[.?])\s/))
        expect(sentence.trim().split(/\s+/).length, sentence).toBeLessThanOrEqual(25)
    }
  },
)

test('a failed check says what to do, and a passed one does not', () => {
  for (const code of codes) {
    const hasAdvice = en[code].advice !== undefined
    expect(hasAdvice, code).toBe(diagnosticFindings[code].level !== 'ok')
    expect([vi[code].advice !== undefined, ru[code].advice !== undefined], code).toEqual([
      hasAdvice,
      hasAdvice,
    ])
  }
})
