import * as z from 'zod/mini'

import { checkupStates, checkupTopics, findings } from './connection-test-findings.ts'
import { type CarriedBy, sayDecoded } from './codes.ts'
import type { CheckupWords } from '#contract/words/words.ts'

export type FindingCode = keyof typeof findings

/** What was found, with what its code carries. */
export type Found = {
  [Code in FindingCode]: { code: Code } & DetailsOf<(typeof findings)[Code]['details']>
}[FindingCode]
type DetailsOf<Schema extends z.ZodMiniType> =
  Record<never, never> extends CarriedBy<Schema> ? { details?: undefined } : { details: CarriedBy<Schema> }

/** One line of a check: words are by code, the sentences in English. */
export const checkupLine = z.object({
  topic: z.enum(checkupTopics),
  state: z.enum(checkupStates),
  code: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  sentence: z.string(),
  advice: z.nullable(z.string()),
})
export type CheckupLine = z.output<typeof checkupLine>

/** A line in the language of these words; undefined for a code that is none, or details of another shape. */
export function sayLine(
  words: CheckupWords,
  { code, details }: { code: string; details: unknown },
): { sentence: string; advice: string | null } | undefined {
  if (!isFinding(code)) return undefined
  const read = z.safeParse(findings[code].details, details)
  if (!read.success) return undefined
  const { sentence, advice = null } = words[code]
  return { sentence: sayDecoded(sentence, read.data), advice: advice && sayDecoded(advice, read.data) }
}

function isFinding(code: string): code is FindingCode {
  return Object.hasOwn(findings, code)
}
