import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getAttention } from '#contract/operations/attention.ts'
import { answerContactMessage, contactMessage, listContactMessages } from '#contract/support/contact.ts'
import { type Answer, like } from '#web/testing/answer-calls.ts'
import { openHere, press } from '#web/testing/expect-screens.ts'

const message = like(contactMessage, {
  id: 5,
  name: 'Rosa',
  subject: 'Reselling',
  message: 'Do you have an API?',
})

test('resolved items disappear from the menu counts at once', async () => {
  let waiting = 2
  const answers: Answer[] = [
    [listContactMessages, { messages: [message] }],
    [
      getAttention,
      () =>
        Response.json({
          ...like(getAttention.answer.schema, {}),
          attention: [{ code: 'contact', count: waiting }],
        }),
    ],
    [
      answerContactMessage,
      () => {
        waiting -= 1
        return Response.json({
          success: true,
          message: { ...message, answered_at: '2026-11-22T10:00:00.000Z' },
        })
      },
    ],
  ]
  await openHere({ at: '/admin/contact', viewer: 'staff', answers })
  const entry = () => page.getByRole('link', { name: /^Messages/ }).elements()[0]?.textContent
  await expect.poll(entry).toMatch(/2/)
  await page.getByText('Reselling').click()
  await press('button', 'Mark as Answered')
  await expect.poll(entry).toMatch(/1/)
})
