import * as z from 'zod/mini'

import {
  type Carried,
  checkupStates,
  checkupTopics,
  type Finding,
  findings,
  type Say,
} from './checkup-findings.ts'

export type FindingCode = keyof typeof findings

/** What was found, with what its code carries. */
export type Found = {
  [Code in FindingCode]: { code: Code } & DetailsOf<(typeof findings)[Code]['details']>
}[FindingCode]
/** One that carries nothing is inferred as `never`. */
type DetailsOf<Schema> =
  Schema extends z.ZodMiniType<infer Details>
    ? [Details] extends [never]
      ? { details?: undefined }
      : { details: Details }
    : never

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

export function toLine({ code, ...found }: Found): CheckupLine {
  const details: Carried = found.details ?? {}
  const { topic, state, sentence, advice }: Finding = findings[code]
  return {
    topic,
    state,
    code,
    details,
    sentence: say(sentence, details),
    advice: advice === undefined ? null : say(advice, details),
  }
}

/** The details are those of the very code: `Found` has seen to that. */
function say(words: Say<never>, details: Carried): string {
  return typeof words === 'string' ? words : words(details as never)
}
