import { sayDecoded } from '#contract/base/codes.ts'
import type { Fault } from '#contract/base/faults.ts'
import { faults as words } from '#contract/words/en/faults.ts'

/** For logs, and for records that are kept in words. */
export function describeFault({ code, details }: Fault): string {
  return sayDecoded(words[code], details)
}
