import { afterEach, expect, test } from 'vitest'
import { depositReviewCodes } from '#contract/payments/deposit-review.ts'
import { showPart } from '#web/testing/show-part.tsx'
import { ChangeLine } from './change-line.tsx'

let takeAway = () => {}
afterEach(() => takeAway())

test('why a deposit was in review is said in words, whatever the reason', async () => {
  takeAway = await showPart(
    <ul>
      {depositReviewCodes.map((code) => (
        <li key={code}>
          <ChangeLine change={{ field: 'review_code', before: { text: code }, after: null }} />
        </li>
      ))}
    </ul>,
  )
  const lines = () => [...document.querySelectorAll('main li')].map(({ textContent }) => textContent)
  await expect.poll(() => lines()[0]).toMatch(/^Review reason .*Underpaid/)
  expect(lines().filter((line) => /_/.test(line))).toEqual([])
})
