import { type CheckupLine, sayLine } from '#contract/base/connection-test.ts'
import type { Language } from '#contract/base/languages.ts'
import { checkupIn } from '#contract/words/checkup.ts'

/** What a check found, and what to do about it, for the reader; of what a later version finds, that version's own words. */
export function sayFinding(
  language: Language,
  { code, details, sentence, advice }: CheckupLine,
): { sentence: string; advice: string | null } {
  return sayLine(checkupIn[language], { code, details }) ?? { sentence, advice }
}
