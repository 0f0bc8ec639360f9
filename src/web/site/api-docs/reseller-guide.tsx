import type { ResellerAction } from '#contract/reseller/reseller-call.ts'
import { resellerTexts } from '#contract/reseller/reseller-errors.ts'
import { toExampleCode } from '#contract/site/reseller-examples.ts'
import {
  guidedActions,
  resellerAdditions,
  resellerChanges,
  resellerGuide,
} from '#contract/site/reseller-guide.ts'
import type { ResellerGuideWords } from '#contract/words/en/reseller-guide.ts'
import { resellerGuideIn } from '#contract/words/reseller-guide.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { OpenMark } from '#web/ui/text/open-mark.tsx'

import { CodeBlock } from './code-block.tsx'
import { ExampleCode } from './example-code.tsx'
import { Limits, MembersByType, Refusals, Statuses, TestKey } from './reseller-tables.tsx'
import { Part, Point, Said, Section } from './section.tsx'

/** The parameters and responses of the API through which other panels order. */
export function ResellerGuide({ origin }: { origin: string }) {
  const words = resellerGuideIn[useLanguage()]
  const { points, additions, changes } = words
  return (
    <Part id="reseller" title={points.title} lead={points.lead}>
      <Section title={points.call}>
        <CodeBlock>{`POST ${origin}/api/v2`}</CodeBlock>
        <p className="text-ink-2">
          <Said>{points.callText}</Said>
        </p>
        <Point title={points.key} text={points.keyText} />
        <Point title={points.numbers} text={points.numbersText} />
        <Point title={points.refusal} text={points.refusalText}>
          <CodeBlock>{`{ "error": "${resellerTexts.funds}" }`}</CodeBlock>
        </Point>
        <Point title={points.trouble} text={points.troubleText} />
        <Point title={points.client} text={points.clientText}>
          <a
            href="/tally-and-reach.ts"
            className="inline-flex min-h-11 items-center justify-self-start font-mono text-13 text-petrol hover:underline"
          >
            <code>/tally-and-reach.ts</code>
          </a>
        </Point>
      </Section>
      <Section title={points.actions}>
        <div className="grid *:min-w-0">
          {guidedActions.map((action) => (
            <Action key={action} action={action} words={words} origin={origin} />
          ))}
        </div>
      </Section>
      <MembersByType words={words} />
      <Statuses words={words} />
      <Refusals words={words} />
      <TestKey words={words} />
      <Limits words={words} />
      <Section title={points.additions}>
        <ul className="grid list-disc gap-2 ps-5 text-ink-2">
          {resellerAdditions.map((name) => (
            <li key={name}>
              <Said>{additions[name]}</Said>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={points.changes}>
        <ul className="grid gap-3">
          {resellerChanges.map(({ date, changes: own }) => (
            <li key={date} className="grid gap-x-4 border-t border-line pt-3 wide:grid-cols-[14rem_1fr]">
              <time dateTime={date} className="font-mono text-14">
                {date}
              </time>
              <span className="text-ink-2">
                <Said>{own.map((name) => changes[name]).join(' ')}</Said>
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </Part>
  )
}

function Action({
  action,
  words: { points, actions, members: meanings, types },
  origin,
}: {
  action: ResellerAction
  words: ResellerGuideWords
  origin: string
}) {
  const { members, calls } = resellerGuide[action]
  const [first] = calls
  return (
    <details id={`action-${action}`} open={action === 'add'} className="group border-b border-line">
      <summary className="grid min-h-14 list-none grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-2">
        <code className="font-mono text-14 font-semibold">{action}</code>
        <span className="leading-none">
          <OpenMark />
        </span>
        <span className="col-span-2 text-14 text-ink-2">
          <Said>{actions[action]}</Said>
        </span>
      </summary>
      <div className="grid gap-4 pb-5 text-14 *:min-w-0">
        {members.length > 0 && (
          <ul className="grid border-t border-line *:min-w-0">
            {members.map(({ name, says, type, isRequired }) => (
              <li
                key={name}
                className="grid gap-x-4 border-b border-line py-2 *:min-w-0 last:border-b-0 wide:grid-cols-[14rem_1fr]"
              >
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <code className="font-mono font-semibold">{name}</code>
                  <span className="text-13 text-ink-3">{types[type]}</span>
                  {isRequired && <span className="text-13 text-petrol">{points.required}</span>}
                </span>
                <span className="text-ink-2">
                  <Said>{meanings[says ?? name]}</Said>
                </span>
              </li>
            ))}
          </ul>
        )}
        <ExampleCode codeOf={(language) => toExampleCode(language, { origin, action, call: first })} />
        {calls.map(({ members: sent, answer }) => (
          <div key={answer} className="grid gap-1 *:min-w-0">
            <h4 className="text-13 text-ink-3">
              {points.answer}
              {calls.length > 1 && (
                <>
                  {' · '}
                  <code className="font-mono">{Object.keys(sent).join(', ')}</code>
                </>
              )}
            </h4>
            <CodeBlock>{answer}</CodeBlock>
          </div>
        ))}
      </div>
    </details>
  )
}
