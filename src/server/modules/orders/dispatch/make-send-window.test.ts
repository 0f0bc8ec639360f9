import { expect, test } from 'vitest'

import { makeSendWindow } from './make-send-window.ts'

function makeWindow(max: number) {
  const window = makeSendWindow()
  window.setMax(max)
  return window
}

test("a failure halves it, an answer widens it by one, and it never exceeds the provider's limit", () => {
  const window = makeWindow(6)
  const widths = [window.width(0)]
  for (let times = 0; times < 4; times += 1) {
    window.noteTrouble()
    widths.push(window.width(0))
  }
  for (let times = 0; times < 7; times += 1) {
    window.noteAnswer(50)
    widths.push(window.width(0))
  }
  expect(widths).toEqual([6, 3, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6])
})

test('in consecutive failures an outage loses no more than the concurrent calls and five', () => {
  for (const max of [1, 2, 3, 6, 20]) {
    const window = makeWindow(max)
    let lost = 0
    // Like the breaker: concurrent failures count once, and the fifth stops sending.
    for (let failures = 0; failures < 5; failures += 1) {
      const begun = window.width(failures)
      lost += begun
      for (let one = 0; one < begun; one += 1) window.noteTrouble()
    }
    expect(lost).toBeLessThanOrEqual(max + 5)
  }
})

test('silence is measured by the slowest recent answer, and each failure in a row extends the next timeout', () => {
  const window = makeWindow(6)
  expect([window.overdueAfterMs(), window.silentAfterMs(0), window.silentAfterMs(2)]).toEqual([
    1_000, 5_000, 20_000,
  ])
  window.noteAnswer(8_000)
  expect([window.overdueAfterMs(), window.silentAfterMs(0)]).toEqual([24_000, 24_000])
  for (let times = 0; times < 100; times += 1) window.noteAnswer(50)
  expect([window.overdueAfterMs(), window.silentAfterMs(0)]).toEqual([1_000, 5_000])
})
