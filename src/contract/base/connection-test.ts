import * as z from 'zod/mini'

import { findingStates, findingTopics, findings } from './connection-test-findings.ts'
import { carried, type CarriedBy, sayDecoded } from './codes.ts'
import type { ConnectionTestWords } from '#contract/words/words.ts'

export type FindingCode = keyof typeof findings

/** A finding with its details. */
export type Found = {
  [Code in FindingCode]: { code: Code } & DetailsOf<(typeof findings)[Code]['details']>
}[FindingCode]
type DetailsOf<Schema extends z.ZodMiniType> =
  Record<never, never> extends CarriedBy<Schema> ? { details?: undefined } : { details: CarriedBy<Schema> }

/** One line of a connection test: code and details, with the sentences in English. */
export const connectionTestLine = z.object({
  topic: z.enum(findingTopics),
  state: z.enum(findingStates),
  code: z.string(),
  details: carried,
  sentence: z.string(),
  advice: z.nullable(z.string()),
})
export type ConnectionTestLine = z.output<typeof connectionTestLine>

/** A line in the language of `words`; undefined if the code or the shape of its details is unknown. */
export function sayLine(
  words: ConnectionTestWords,
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
