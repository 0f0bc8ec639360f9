import type { Decided } from '#torture/people/book.ts'

import { type Finding, finding } from './finding.ts'

/** Of what several members of staff say of the same thing as they were shown it, one alone is heard. */
export function checkDecisions(decided: readonly Decided[]): Finding[] {
  const heard = decided.filter(({ status }) => status === 200)
  return [...Map.groupBy(heard, ({ of, shown }) => `${of} as ${shown}`)].flatMap(([what, all]) => {
    if (all.length < 2) return []
    const said = all.map(({ who, what: word }) => `${word} of ${who}`).join(', ')
    return [finding('duplicated', `${what} was decided ${all.length} times: ${said}`)]
  })
}
