import { expect, test } from 'vitest'

import { readExample } from '#test/read-example.ts'

import { toExampleCode } from './reseller-examples.ts'
import { resellerGuide } from './reseller-guide.ts'

const origin = 'https://panel.example'
const examples = Object.entries(resellerGuide).map(([action, { calls }]) => ({ action, call: calls[0] }))

// JavaScript's and curl's run in test/reseller-examples.test.ts.
test.each(examples)('the example of $action is the same request in every language', ({ action, call }) => {
  const wanted = readExample.JavaScript(toExampleCode('JavaScript', { origin, action, call }))
  expect(wanted).toEqual({
    method: 'POST',
    url: `${origin}/api/v2`,
    headers: call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey },
    form: [['key', 'YOUR_API_KEY'], ['action', action], ...Object.entries(call.members)],
  })
  for (const language of ['Python', 'PHP', 'curl'] as const)
    expect(readExample[language](toExampleCode(language, { origin, action, call })), language).toEqual(wanted)
})
