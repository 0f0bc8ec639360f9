import type { ReactNode } from 'react'

import { RESELLER_POINTS_PER_MINUTE, resellerCosts } from '#contract/base/limits.ts'
import { serviceTypeNames } from '#contract/catalogue/service-types.ts'
import {
  guidedActions,
  listTestOutcomes,
  membersOf,
  resellerRefusals,
  sayTestKey,
} from '#contract/site/reseller-guide.ts'
import type { ResellerGuideWords } from '#contract/words/en/reseller-guide.ts'
import { useFormat } from '#web/platform/format/use-format.ts'

import { Said, Section } from './section.tsx'

type Words = { words: ResellerGuideWords }

export function MembersByType({ words: { points } }: Words) {
  return (
    <Section title={points.members}>
      <p className="text-ink-2">{points.membersText}</p>
      <Rows
        rows={serviceTypeNames.map((type) => ({
          name: type,
          says: membersOf(type).map((member) => (
            <code key={member} className="me-3 inline-block font-mono text-13">
              {member}
            </code>
          )),
        }))}
      />
    </Section>
  )
}

export function Statuses({ words: { points, statuses } }: Words) {
  return (
    <Section title={points.statuses}>
      <Rows rows={Object.entries(statuses).map(([name, says]) => ({ name, says: <Said>{says}</Said> }))} />
    </Section>
  )
}

export function Refusals({ words: { points, refusals } }: Words) {
  return (
    <Section title={points.refusals}>
      <p className="text-ink-2">{points.refusalsText}</p>
      <Rows
        rows={resellerRefusals.map(({ name, text, code }) => ({
          name: text,
          says: (
            <>
              {refusals[name]}
              {code !== undefined && <code className="block font-mono text-13 wrap-anywhere">{code}</code>}
            </>
          ),
        }))}
      />
    </Section>
  )
}

export function TestKey({ words: { points, testOutcomes } }: Words) {
  return (
    <Section title={points.test}>
      <p className="text-ink-2">{sayTestKey(points.testText)}</p>
      <Rows
        rows={listTestOutcomes(testOutcomes).map(({ digit, says }) => ({
          name: digit,
          says: <Said>{says}</Said>,
        }))}
      />
    </Section>
  )
}

export function Limits({ words: { points } }: Words) {
  const { number } = useFormat()
  return (
    <Section title={points.limits}>
      <p className="text-ink-2">
        {points.limitsText.replace('{points}', number(RESELLER_POINTS_PER_MINUTE))}
      </p>
      <Rows rows={guidedActions.map((name) => ({ name, says: number(resellerCosts[name]) }))} />
    </Section>
  )
}

/** A term of the protocol and its meaning: side by side, stacked on a phone. */
function Rows({ rows }: { rows: readonly { name: string; says: ReactNode }[] }) {
  return (
    <dl className="grid text-14 *:min-w-0">
      {rows.map(({ name, says }) => (
        <div
          key={name}
          className="grid gap-x-4 border-b border-line py-2 *:min-w-0 first:border-t wide:grid-cols-[16rem_1fr]"
        >
          <dt className="font-mono text-13 font-semibold wrap-anywhere">
            <code>{name}</code>
          </dt>
          <dd className="m-0 text-ink-2">{says}</dd>
        </div>
      ))}
    </dl>
  )
}
