import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel.ts'
import type { PacedCall } from '#server/integrations/panels/query-in-batches.ts'
import { decideOverdueRefills, pollRefills } from '#server/modules/orders/refills/poll-refills.ts'
import { refreshBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import type { CallSlot } from '#server/modules/providers/pacing/make-pacer.ts'
import type { ProviderLease } from '#server/modules/providers/leases/make-lease-keeper.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'
import { callInBatches } from '#server/modules/providers/pacing/call-provider.ts'

import {
  keyOf,
  makePollList,
  type PollCall,
  type PollCallOptions,
  type PollCallOutcome,
  postponePolls,
  toPollCalls,
} from './make-poll-list.ts'
import { type PolledOrder, landStatuses, listLeftOut } from './land-statuses.ts'

type Poller = {
  /** Starts due polls as far as the pace allows; returns milliseconds until there may be more. */
  pump(): Promise<number>
  /** A poll may be due sooner than last seen. */
  expectMore(): void
  /** Waits for running polls and everything their answers cause. */
  settle(): Promise<void>
  /** Stops polling and waits `graceMs` for running polls. Those cut off stay due. */
  stop(options?: { graceMs?: number }): Promise<void>
}

const IDLE_MS = 1000
/** Minimum gap between calls that are not full, so that ids gather. */
const GATHER_MS = 500
/** Interval of time-based decisions while the provider cannot be called. */
const HELD_BACK_MS = 30_000
/** Pause after a protocol error, doubled with each further one. */
const REFUSED_MS_FIRST = 1000
const REFUSED_MS_MAX = 60_000
/** Retry interval for a slot. */
const SLOT_MS = 20
/** Maximum number of answers not stored yet: beyond that, the database is the bottleneck. */
const LANDING_MAX = 12
const GRACE_MS = 5000

/**
 * Polls one provider while its lease is held. A row stays due until its answer is stored: if this process ends, the
 * next lease holder polls again. `wake` is called when there is room for more.
 *
 * Longer than most: running calls, refusals and the next due time are one state that every part reads.
 */
export function makePoller(ctx: Context, lease: ProviderLease, wake: () => void = () => undefined): Poller {
  const { providerId, pacer } = lease
  const queue = makePollList(ctx, providerId)
  const polling = new Set<string>()
  const running = new Set<Promise<void>>()
  const offRoom = pacer.onRoom('poll', wake)
  const gatheredAt = { order: -Infinity, refill: -Infinity }
  const refusal = { times: 0, at: -Infinity, until: -Infinity }
  let heldBackAt = -Infinity
  /** Nothing is due before this time, unless an event says so. */
  let nextDueAt = -Infinity
  let isStopping = false

  const noteAnswer = (begunAt: number, isRefused: boolean) => {
    const now = performance.now()
    const restMs = Math.min(REFUSED_MS_FIRST * 2 ** refusal.times, REFUSED_MS_MAX)
    if (!isRefused) Object.assign(refusal, { times: 0, until: -Infinity })
    // Concurrent calls are refused together and count once.
    else if (begunAt >= refusal.at)
      Object.assign(refusal, { times: refusal.times + 1, at: now, until: now + restMs })
  }

  const mayCall = () => !isStopping && lease.isHeld()

  /** For further calls of a poll: each needs its own slot while the lease is held. */
  const takeSlot = async (): Promise<CallSlot | undefined> => {
    while (mayCall()) {
      const slot = pacer.take('poll')
      if (slot !== undefined) return slot
      pacer.want('poll', true)
      await sleep(SLOT_MS, undefined, { ref: false })
    }
    return undefined
  }

  const begin = (account: ProviderAccount, call: PollCall, slot: CallSlot) => {
    const keys = call.polls.map(keyOf)
    for (const key of keys) polling.add(key)
    slot.start()
    const begunAt = performance.now()
    const onAnswer = (answer: PanelAnswer<unknown>) => noteAnswer(begunAt, !answer.ok && !answer.isDown)
    let first: CallSlot | undefined = slot
    const paced: PacedCall = async (work) => {
      const own = first ?? (await takeSlot())
      first = undefined
      own?.start()
      try {
        const answer = own && (await work())
        // Before the slot is released: otherwise the next call would start as if there had been no refusal.
        if (answer?.ok === false && answer.about !== undefined) noteAnswer(begunAt, true)
        return answer
      } finally {
        // Storing the answer needs no slot.
        own?.release()
      }
    }
    const done = runPollCall(ctx, account, { call, onAnswer, paced })
      .catch((error: unknown) => {
        // Our own failure, such as a lost database. Everything stays due.
        refusal.until = performance.now() + IDLE_MS
        ctx.log.error({ err: error, provider: providerId }, 'status answers were not stored')
      })
      .finally(() => {
        slot.release()
        for (const key of keys) polling.delete(key)
        running.delete(done)
        wake()
      })
    running.add(done)
  }

  const holdBack = async (): Promise<void> => {
    if (performance.now() - heldBackAt < HELD_BACK_MS) return
    heldBackAt = performance.now()
    await decideOverdueRefills(ctx, providerId)
  }

  /** Returns milliseconds until there may be more, or `no_room` when there is more than the pace allows. */
  const pollDue = async (): Promise<number | 'no_room'> => {
    const account = await findAccount(ctx, providerId)
    if (account === undefined) {
      await holdBack()
      return IDLE_MS
    }
    pacer.setPace(account.pace)
    if (account.reading.isPaused) {
      await holdBack()
      return endPause(ctx, account)
    }
    const refusedMs = refusal.until - performance.now()
    // A refusing provider gets one call at a time until it answers again.
    const runningMax = refusal.times > 0 ? 1 : account.pace.callsAtOnce + LANDING_MAX
    const ownRoom = runningMax - running.size
    if (refusedMs > 0 || ownRoom <= 0) return refusedMs > 0 ? Math.min(refusedMs, IDLE_MS) : IDLE_MS
    const room = Math.min(pacer.room('poll'), ownRoom)
    const quietMs = nextDueAt - performance.now()
    if (room === 0) return quietMs > 0 ? Math.min(quietMs, IDLE_MS) : 'no_room'

    nextDueAt = Infinity
    // A copy: rows stored while the query runs may still look due in it.
    const max = room * Math.max(account.perCall.order, account.perCall.refill)
    const { due, nextMs } = await queue.list({ leftOut: new Set(polling), max })
    const restMs = Math.min(nextMs, IDLE_MS)
    nextDueAt = Math.min(nextDueAt, due.length > 0 ? -Infinity : performance.now() + restMs)
    const calls = toPollCalls(due, account.perCall)
    const before = running.size
    const rest = startCalls(account, calls.slice(0, room), restMs)
    if (rest === 'not_now') return IDLE_MS
    const isAll = due.length < max && calls.length <= room
    if (isAll || running.size === before) return rest
    return pacer.room('poll') === 0 ? 'no_room' : 0
  }

  const startCalls = (
    account: ProviderAccount,
    calls: readonly PollCall[],
    nextMs: number,
  ): number | 'no_room' | 'not_now' => {
    let restMs = nextMs
    for (const call of calls) {
      const gatherMs = gatheredAt[call.kind] + GATHER_MS - performance.now()
      if (!call.isFull && gatherMs > 0) {
        restMs = Math.min(restMs, gatherMs)
        continue
      }
      // Checked last, since reading the above took time.
      if (!mayCall() || refusal.until > performance.now()) return 'not_now'
      const slot = pacer.take('poll')
      if (slot === undefined) return 'no_room'
      if (!call.isFull) gatheredAt[call.kind] = performance.now()
      begin(account, call, slot)
    }
    return restMs
  }

  return {
    async pump() {
      let rest: number | 'no_room' = IDLE_MS
      try {
        rest = await pollDue()
      } finally {
        pacer.want('poll', rest === 'no_room' && !isStopping)
      }
      return rest === 'no_room' ? IDLE_MS : rest
    },
    expectMore() {
      nextDueAt = -Infinity
      queue.reset()
    },
    async settle() {
      await Promise.all(running)
    },
    async stop({ graceMs = GRACE_MS } = {}) {
      isStopping = true
      offRoom()
      pacer.want('poll', false)
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })])
    },
  }
}

/** Retry delay after no connection or a nonsense response. */
const FAILED_SECONDS = 15
/** Retry delay after a refusal of our account, or of a single id for an unknown reason. */
const REFUSED_SECONDS = 60

/** Makes one poll call, or more if its answers require it, and stores the results. */
async function runPollCall(
  ctx: Context,
  account: ProviderAccount,
  { call, ...options }: PollCallOptions & { call: PollCall },
): Promise<void> {
  const { answer, refused } =
    call.kind === 'refill'
      ? await pollRefills(ctx, account, { polls: call.polls, ...options })
      : await pollOrders(ctx, account, { polls: call.polls.filter(isNamed), ...options })
  if (answer.ok) return
  const isOfAll = answer.isDown || answer.about !== undefined
  await postponePolls(ctx, {
    // After an unknown refusal other ids stay due: the problem may be only with this one.
    polls: isOfAll ? call.polls : call.polls.filter(({ provider_ref: ref }) => refused.has(ref ?? '')),
    seconds: answer.isDown ? FAILED_SECONDS : REFUSED_SECONDS,
  })
}

async function pollOrders(
  ctx: Context,
  account: ProviderAccount,
  { polls, onAnswer, paced }: PollCallOptions & { polls: readonly PolledOrder[] },
): Promise<PollCallOutcome> {
  const answers = await callInBatches(ctx, account, {
    kind: 'order',
    ids: [...new Set(polls.map(({ provider_ref: ref }) => ref))],
    queryList: panel.orders,
    queryOne: panel.order,
    findLeftOutBefore: (ids) => listLeftOut(ctx.db, { providerId: account.id, ids }),
    paced,
  })
  onAnswer(answers.answer)
  const answered = polls.filter(({ provider_ref: ref }) => answers.answered.has(ref))
  if (answered.length > 0) await landStatuses(ctx, answered, answers.entries)
  return answers
}

/** A constraint guarantees it for orders. */
function isNamed(poll: PollCall['polls'][number]): poll is PolledOrder {
  return poll.provider_ref !== null
}

/** Undefined without a usable key: our own problem, not an outage. */
async function findAccount(ctx: Context, providerId: number): Promise<ProviderAccount | undefined> {
  try {
    return await getProviderAccount(ctx, providerId)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** When the pause has expired, a balance call decides whether it ends; returns milliseconds until the next try. */
async function endPause(ctx: Context, { id, reading }: ProviderAccount): Promise<number> {
  if (reading.pauseSecondsLeft > 0) return Math.min(reading.pauseSecondsLeft * 1000, IDLE_MS)
  try {
    await refreshBalance(ctx, id)
    return 0
  } catch (error) {
    if (error instanceof AppError) return IDLE_MS
    throw error
  }
}
