import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'

import type { Context } from '#server/context.ts'
import { pollProvider } from '#server/modules/orders/orders-jobs.ts'
import { makePacer, type Pacer } from '#server/modules/providers/pacing/make-pacer.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { auditMoney } from './audit.ts'
import { makeProvider } from './factories.ts'
import { type Answering, type FastPanel, inProgress, startFastPanel } from './fast-panel.ts'
import { fillPolled } from './fill-orders.ts'

export type PolledProvider = { panel: FastPanel; providerId: number; userIds: number[] }

/** One app per file, and the audit after each test. `startPolling` polls a provider until the test ends. */
export function makePollBench() {
  let app: TestApp
  let ctx: Context

  beforeAll(async () => {
    app = await makeTestApp()
    ctx = app.ctx
  })
  afterAll(() => app.drop())
  beforeEach(async () => {
    await ctx.pool.query("update poll_queue set due_at = 'infinity'")
    return () => auditMoney(ctx)
  })

  /** A provider with this many orders of ours, all due. */
  async function makePolled(
    orders: number,
    {
      how = inProgress,
      delayMs = 0,
      customers = 10,
    }: { how?: Answering; delayMs?: number; customers?: number } = {},
  ): Promise<PolledProvider> {
    const panel = await startFastPanel(how, delayMs)
    onTestFinished(() => panel.stop())
    const { id: providerId } = await makeProvider(ctx, panel)
    await setPace(providerId, { atOnce: 4, perSecond: 100 })
    const userIds = await fillPolled(ctx.pool, { providerId, orders, customers })
    return { panel, providerId, userIds }
  }

  async function setPace(providerId: number, pace: { atOnce: number; perSecond: number }) {
    await ctx.db
      .updateTable('providers')
      .set({ calls_at_once: pace.atOnce, calls_per_second: pace.perSecond })
      .where('id', '=', providerId)
      .execute()
  }

  /** Until the test ends. */
  function startPolling(
    { providerId }: PolledProvider,
    { as = ctx, isHeld = always, pacer = makeOwnPacer() }: PollOptions = {},
  ) {
    const loop = pollProvider(as, { providerId, pacer, isHeld })
    onTestFinished(() => loop.stop())
    return loop
  }

  async function countDue({ providerId }: PolledProvider): Promise<number> {
    const { rows } = await ctx.pool.query<{ due: number }>(
      'select count(*)::int as due from poll_queue where provider_id = $1 and due_at <= now()',
      [providerId],
    )
    return rows[0]?.due ?? 0
  }

  async function countStatus({ providerId }: PolledProvider, status: string): Promise<number> {
    const { rows } = await ctx.pool.query<{ count: number }>(
      'select count(*)::int as count from orders where provider_id = $1 and status = $2',
      [providerId, status],
    )
    return rows[0]?.count ?? 0
  }

  /** The physical location of every row of a table: each new row version has another one. */
  async function versionsOf(table: 'poll_queue' | 'orders', { providerId }: PolledProvider): Promise<string> {
    const { rows } = await ctx.pool.query<{ versions: string }>(
      `select md5(string_agg(xmin::text || ctid::text, ' ' order by user_id, ctid)) as versions from ${table}
       where provider_id = $1`,
      [providerId],
    )
    return rows[0]?.versions ?? ''
  }

  async function readingOf({ providerId }: PolledProvider) {
    return ctx.db
      .selectFrom('providers')
      .select(['reading_failures', 'reading_paused_until', 'reading_error'])
      .where('id', '=', providerId)
      .executeTakeFirstOrThrow()
  }

  async function perCallOf({ providerId }: PolledProvider): Promise<number> {
    return (await getProviderAccount(ctx, providerId)).perCall.order
  }

  async function makeDue({ providerId }: PolledProvider): Promise<void> {
    await ctx.pool.query('update poll_queue set due_at = now() where provider_id = $1', [providerId])
  }

  return {
    get ctx() {
      return ctx
    },
    /** Another process. */
    another: () => app.another(),
    makePolled,
    setPace,
    startPolling,
    countDue,
    countStatus,
    versionsOf,
    readingOf,
    perCallOf,
    makeDue,
  }
}

type PollOptions = { as?: Context; isHeld?: () => boolean; pacer?: Pacer }
const always = (): boolean => true
const makeOwnPacer = (): Pacer => makePacer({ callsAtOnce: 1, callsPerSecond: 1 })

export const idsOf = ({ panel }: PolledProvider): string[] => panel.calls.flatMap(({ ids }) => ids)

/** The stored state of a provider that answers status calls. */
export const sound = { reading_failures: 0, reading_paused_until: null, reading_error: null }
