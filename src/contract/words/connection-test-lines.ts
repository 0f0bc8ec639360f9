import { findings } from '#contract/base/connection-test-findings.ts'
import { type CheckupLine, type Found, sayLine } from '#contract/base/connection-test.ts'
import { checkup } from '#contract/words/en/checkup.ts'

/** What was found as it leaves, said in English. */
export function toLine({ code, ...found }: Found): CheckupLine {
  const details = found.details ?? {}
  const { topic, state } = findings[code]
  const { sentence, advice } = sayLine(checkup, { code, details }) ?? { sentence: code, advice: null }
  return { topic, state, code, details, sentence, advice }
}
