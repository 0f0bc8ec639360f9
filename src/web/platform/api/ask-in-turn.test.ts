import { expect, test } from 'vitest'
import { makeAskInTurn } from './ask-in-turn.ts'

test('what is asked for while it is under way is asked once more afterwards, and not beside it', async () => {
  const answers: (() => void)[] = []
  const { again, isUnderWay } = makeAskInTurn(() => new Promise((answer) => answers.push(answer)))
  expect(isUnderWay()).toBe(false)
  for (const _time of [1, 2, 3]) again()
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  expect(isUnderWay()).toBe(true)
  answers[1]?.()
  await expect.poll(isUnderWay).toBe(false)
  expect(answers).toHaveLength(2)
  again()
  expect(answers).toHaveLength(3)
})
