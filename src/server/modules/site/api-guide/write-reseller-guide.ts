import type { ResellerAction } from '#contract/reseller/reseller-call.ts'
import { RESELLER_POINTS_PER_MINUTE, resellerCosts } from '#contract/base/limits.ts'
import { toExampleCode } from '#contract/site/reseller-examples.ts'
import {
  guidedActions,
  listTestOutcomes,
  membersOf,
  resellerAdditions,
  resellerChanges,
  resellerGuide,
  resellerRefusals,
  sayTestKey,
} from '#contract/site/reseller-guide.ts'
import { serviceTypeNames } from '#contract/catalogue/service-types.ts'
import { exampleLanguages } from '#contract/site/example-code.ts'
import { resellerGuide as words } from '#contract/words/en/reseller-guide.ts'

import { code, fence, table } from './markdown.ts'

/** The part of /api-docs about /api/v2 as Markdown. */
export function writeResellerGuide(origin: string): string[] {
  const { points, actions, members, types, statuses, refusals, additions, changes } = words
  const writeAction = (action: ResellerAction) => {
    const { calls, members: own } = resellerGuide[action]
    const example = { origin, action, call: calls[0] }
    return [
      `### action=${action}`,
      actions[action],
      ...(own.length === 0
        ? []
        : [
            table(
              ['member', 'type', 'required', 'meaning'],
              own.map(({ name, says, type, isRequired }) => [
                code(name),
                types[type],
                isRequired ? 'yes' : 'no',
                members[says ?? name],
              ]),
            ),
          ]),
      ...exampleLanguages.map((language) => fence(language, toExampleCode(language, example))),
      ...calls.flatMap((call) => [`Answer${sayMembers(call.members)}:`, fence('json', call.answer)]),
    ]
  }
  return [
    `## ${points.title}`,
    points.lead,
    `POST ${code(`${origin}/api/v2`)}. ${points.callText}`,
    points.keyText,
    points.numbersText,
    points.refusalText,
    points.troubleText,
    `${points.client}: ${origin}/tally-and-reach.ts. ${points.clientText}`,
    ...guidedActions.flatMap(writeAction),
    `### ${points.members}`,
    points.membersText,
    table(
      ['type', 'members'],
      serviceTypeNames.map((type) => [type, membersOf(type).map(code).join(', ')]),
    ),
    `### ${points.statuses}`,
    table(
      ['status', 'meaning'],
      Object.entries(statuses).map(([word, meaning]) => [code(word), meaning]),
    ),
    `### ${points.refusals}`,
    points.refusalsText,
    table(
      ['text', 'code', 'meaning'],
      resellerRefusals.map(({ name, text, code: own }) => [
        code(text),
        own === undefined ? '' : code(own),
        refusals[name],
      ]),
    ),
    `### ${points.test}`,
    sayTestKey(points.testText),
    table(
      ['digit', 'result'],
      listTestOutcomes(words.testOutcomes).map(({ digit, says }) => [digit, says]),
    ),
    `### ${points.limits}`,
    points.limitsText.replace('{points}', RESELLER_POINTS_PER_MINUTE.toLocaleString('en-US')),
    table(
      ['action', 'points'],
      guidedActions.map((action) => [code(action), String(resellerCosts[action])]),
    ),
    `### ${points.additions}`,
    resellerAdditions.map((name) => `- ${additions[name]}`).join('\n'),
    `### ${points.changes}`,
    resellerChanges
      .map(({ date, changes: own }) => `- ${date}: ${own.map((name) => changes[name]).join(' ')}`)
      .join('\n'),
  ]
}

/** The form of the call that an answer belongs to, if there are several. */
function sayMembers(members: Readonly<Record<string, string>>): string {
  const [name] = Object.keys(members)
  return name === undefined ? '' : ` to ${code(name)}`
}
