import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { PanelAnswer } from '#server/integrations/panels/panel.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { startPanel, type TestPanel } from '#test/panel.ts'
import { refreshBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

import { recordRead } from './reading-breaker.ts'

let app: TestApp
let panel: TestPanel

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())
beforeEach(async () => {
  panel = await startPanel(app.ctx)
  return () => panel.stop()
})

const down: PanelAnswer<never> = {
  ok: false,
  fault: { code: 'no_answer', details: {} },
  isDown: true,
}
const refused: PanelAnswer<never> = {
  ok: false,
  fault: { code: 'said', details: { error: 'Incorrect order ID' } },
  isDown: false,
}
const fine: PanelAnswer<unknown> = { ok: true, value: {} }

const note = (answer: PanelAnswer<unknown>, { seconds = 0, isProbe = false } = {}) =>
  recordRead(app.ctx, panel.provider.id, { answer, seconds, isProbe })
const reading = async () => (await getProviderAccount(app.ctx, panel.provider.id)).reading
const failures = async () => {
  const { rows } = await app.ctx.pool.query(
    'select reading_failures, reading_error, sending_failures, sending_paused_until from providers where id = $1',
    [panel.provider.id],
  )
  return rows[0]
}

/** As stored: the time left by now depends on load and clock. */
async function pauseKept() {
  const { rows } = await app.ctx.pool.query<{ until: Date; seconds: number }>(
    `select reading_paused_until as until,
       round(extract(epoch from reading_paused_until - reading_failed_at), 2)::float8 as seconds from providers where id = $1`,
    [panel.provider.id],
  )
  return rows[0]
}

/** As if the last failure, and the pause, were that long ago. */
async function letPass(seconds: number) {
  await app.ctx.pool.query(
    `update providers set reading_failed_at = reading_failed_at - $1 * interval '1 second',
       reading_paused_until = reading_paused_until - $1 * interval '1 second' where id = $2`,
    [seconds, panel.provider.id],
  )
}

async function failTimes(times: number) {
  for (let failed = 0; failed < times; failed += 1) {
    await letPass(1)
    await note(down)
  }
}

describe('the reading breaker of a provider', () => {
  test('pauses after three failures in a row, for 5 s, and does not affect sending', async () => {
    await failTimes(2)
    expect(await reading()).toMatchObject({ isPaused: false, isTroubled: true })
    await note(fine)
    await failTimes(2)
    expect((await reading()).isPaused).toBe(false)
    await failTimes(1)
    expect((await reading()).isPaused).toBe(true)
    expect((await pauseKept())?.seconds).toBe(5)
    expect(await failures()).toMatchObject({ sending_failures: 0, sending_paused_until: null })
  })

  test('doubles the pause after each failed probe, to a minute at most', async () => {
    await failTimes(3)
    const pauses: number[] = []
    for (let probe = 0; probe < 6; probe += 1) {
      await letPass(61)
      await note(down, { isProbe: true })
      pauses.push((await pauseKept())?.seconds ?? 0)
    }
    expect(pauses).toEqual([10, 20, 40, 60, 60, 60])
  })

  test('counts concurrent failures as one', async () => {
    await letPass(0)
    await Promise.all(Array.from({ length: 8 }, () => note(down, { seconds: 30 })))
    expect(await failures()).toMatchObject({ reading_failures: 1 })
    await note(down, { seconds: 30 })
    expect(await failures()).toMatchObject({ reading_failures: 1 })
  })

  test('is not tripped by errors in the protocol, which staff still see', async () => {
    for (let times = 0; times < 6; times += 1) await note(refused)
    expect(await reading()).toMatchObject({ isPaused: false })
    expect(await failures()).toMatchObject({
      reading_failures: 0,
      reading_error: { code: 'said', details: { error: 'Incorrect order ID' } },
    })
    await note(fine)
    expect(await failures()).toMatchObject({ reading_error: null })
  })

  test('resumes when the balance is read, and for nothing else', async () => {
    await failTimes(3)
    await letPass(10)
    await note(fine)
    expect(await reading()).toMatchObject({ isPaused: true, pauseSecondsLeft: 0 })
    let told = 0
    const off = app.ctx.events.on('check', () => (told += 1))
    await panel.fault('error_500_before', { action: 'balance' })
    await expect(refreshBalance(app.ctx, panel.provider.id)).rejects.toMatchObject({
      code: 'provider_failed',
    })
    expect((await pauseKept())?.seconds).toBe(10)
    expect(told).toBe(0)
    await refreshBalance(app.ctx, panel.provider.id)
    expect(await reading()).toEqual({ isPaused: false, pauseSecondsLeft: 0, isTroubled: false })
    expect(told).toBe(1)
    off()
  })

  test('is not extended by a failure during a pause', async () => {
    await failTimes(3)
    await letPass(2)
    const before = await pauseKept()
    await note(down)
    await note(down, { isProbe: true })
    expect(await pauseKept()).toEqual(before)
  })
})
