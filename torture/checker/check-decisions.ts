import type { Decided } from '#torture/clients/client-records.ts'

import { type Finding, finding } from './finding.ts'

/** If several staff members decide about the same state of the same thing, only one decision takes effect. */
export function checkDecisions(decided: readonly Decided[]): Finding[] {
  const heard = decided.filter(({ status }) => status === 200)
  return [...Map.groupBy(heard, ({ of, shown }) => `${of} as ${shown}`)].flatMap(([what, all]) => {
    if (all.length < 2) return []
    const said = all.map(({ who, what: word }) => `${word} of ${who}`).join(', ')
    return [finding('duplicated', `${what} was decided ${all.length} times: ${said}`)]
  })
}
