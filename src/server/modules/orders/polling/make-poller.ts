import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { PacedCall } from '#server/integrations/panels/query-in-batches.ts'
import { decideOverdueRefills } from '#server/modules/orders/refills/poll-refills.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'
import { refreshBalance } from '#server/modules/providers/balances/refresh-balance.ts'
import type { CallSlot } from '#server/modules/providers/pacing/make-pacer.ts'
import type { ProviderLease } from '#server/modules/providers/leases/make-lease-keeper.ts'
import {
  getProviderAccount,
  type ProviderAccount,
} from '#server/modules/providers/accounts/provider-account.ts'

import { runPollCall } from './ask-about.ts'
import { makePollList } from './make-poll-list.ts'
import { type PollCall, keyOf, toPollCalls } from './to-calls.ts'

export type Poller = {
  /** Begins to ask about what is due, as far as the pace allows; answers in how many milliseconds there may be more. */
  pump(): Promise<number>
  /** Something may be due sooner than the last look has seen. */
  expectMore(): void
  /** Waits for what is under way, with all that its answers make of it. */
  settle(): Promise<void>
  /** Asks nothing more, and waits for what is under way, for `graceMs`. What is cut off then is due again by itself. */
  stop(options?: { graceMs?: number }): Promise<void>
}

const IDLE_MS = 1000
/** A call that is not full comes that long after the one before, so that it finds company. */
const GATHER_MS = 500
/** What time alone decides is looked at that often where the provider can not be asked. */
const HELD_BACK_MS = 30_000
/** After an error in the protocol nothing is asked for so long, and after each further one twice as long. */
const REFUSED_MS_FIRST = 1000
const REFUSED_MS_MAX = 60_000
/** A place that is missing is looked for again after that. */
const PLACE_MS = 20
/** Answers that are not written yet: with more of them, the database is what is waited for. */
const LANDING_MAX = 12
const GRACE_MS = 5000

/**
 * Asks one provider about all that it has of ours, as long as its turn is held. A row stays due until its answer is
 * written: should this process end, whoever has the turn next asks again. `wake` is called when there is room for more.
 *
 * Longer than most: what is under way, what was refused and what is due next are one state, which every part of it reads.
 */
export function makePoller(ctx: Context, lease: ProviderLease, wake: () => void = () => undefined): Poller {
  const { providerId, pacer } = lease
  const list = makePollList(ctx, providerId)
  const asked = new Set<string>()
  const underWay = new Set<Promise<void>>()
  const offRoom = pacer.onRoom('ask', wake)
  const gatheredAt = { order: -Infinity, refill: -Infinity }
  const refusal = { times: 0, at: -Infinity, until: -Infinity }
  let heldBackAt = -Infinity
  /** Before then nothing is due: what is told of it ends that. */
  let nextDueAt = -Infinity
  let isStopping = false

  const noteAnswer = (begunAt: number, isRefused: boolean) => {
    const now = performance.now()
    const restMs = Math.min(REFUSED_MS_FIRST * 2 ** refusal.times, REFUSED_MS_MAX)
    if (!isRefused) Object.assign(refusal, { times: 0, until: -Infinity })
    // Calls that were under way together are refused together.
    else if (begunAt >= refusal.at)
      Object.assign(refusal, { times: refusal.times + 1, at: now, until: now + restMs })
  }

  const mayAsk = () => !isStopping && lease.isHeld()

  /** For what an answer makes of a call: each has a place of its own, as long as the turn is held. */
  const takePlace = async (): Promise<CallSlot | undefined> => {
    while (mayAsk()) {
      const place = pacer.take('ask')
      if (place !== undefined) return place
      pacer.want('ask', true)
      await sleep(PLACE_MS, undefined, { ref: false })
    }
    return undefined
  }

  const begin = (account: ProviderAccount, call: PollCall, place: CallSlot) => {
    const keys = call.checks.map(keyOf)
    for (const key of keys) asked.add(key)
    place.start()
    const begunAt = performance.now()
    const onAnswer = (answer: PanelAnswer<unknown>) => noteAnswer(begunAt, !answer.ok && !answer.isDown)
    let first: CallSlot | undefined = place
    const paced: PacedCall = async (work) => {
      const own = first ?? (await takePlace())
      first = undefined
      own?.start()
      try {
        const answer = own && (await work())
        // Before its place is free: else the next call is begun as if nothing had been said.
        if (answer?.ok === false && answer.about !== undefined) noteAnswer(begunAt, true)
        return answer
      } finally {
        // What is written of an answer takes the provider no place.
        own?.release()
      }
    }
    const done = runPollCall(ctx, account, { call, onAnswer, paced })
      .catch((error: unknown) => {
        // Our own trouble, such as a database that is away. Everything is due still.
        refusal.until = performance.now() + IDLE_MS
        ctx.log.error({ err: error, provider: providerId }, 'what a provider said was not written')
      })
      .finally(() => {
        place.release()
        for (const key of keys) asked.delete(key)
        underWay.delete(done)
        wake()
      })
    underWay.add(done)
  }

  const holdBack = async (): Promise<void> => {
    if (performance.now() - heldBackAt < HELD_BACK_MS) return
    heldBackAt = performance.now()
    await decideOverdueRefills(ctx, providerId)
  }

  /** Answers in how many milliseconds there may be more, or `no_room` where there is more than the pace allows. */
  const askWhatIsDue = async (): Promise<number | 'no_room'> => {
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
    // One that refuses is asked one thing at a time, until it answers again.
    const underWayMax = refusal.times > 0 ? 1 : account.pace.callsAtOnce + LANDING_MAX
    const ownRoom = underWayMax - underWay.size
    if (refusedMs > 0 || ownRoom <= 0) return refusedMs > 0 ? Math.min(refusedMs, IDLE_MS) : IDLE_MS
    const room = Math.min(pacer.room('ask'), ownRoom)
    const quietMs = nextDueAt - performance.now()
    if (room === 0) return quietMs > 0 ? Math.min(quietMs, IDLE_MS) : 'no_room'

    nextDueAt = Infinity
    // As of now: what is written while the look is under way may still look due in it.
    const max = room * Math.max(account.perCall.order, account.perCall.refill)
    const { due, nextMs } = await list.look({ leftOut: new Set(asked), max })
    const restMs = Math.min(nextMs, IDLE_MS)
    nextDueAt = Math.min(nextDueAt, due.length > 0 ? -Infinity : performance.now() + restMs)
    const calls = toPollCalls(due, account.perCall)
    const before = underWay.size
    const rest = askAll(account, calls.slice(0, room), restMs)
    if (rest === 'not_now') return IDLE_MS
    const isAll = due.length < max && calls.length <= room
    if (isAll || underWay.size === before) return rest
    return pacer.room('ask') === 0 ? 'no_room' : 0
  }

  const askAll = (
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
      // Looked at last: what was read before took its time.
      if (!mayAsk() || refusal.until > performance.now()) return 'not_now'
      const place = pacer.take('ask')
      if (place === undefined) return 'no_room'
      if (!call.isFull) gatheredAt[call.kind] = performance.now()
      begin(account, call, place)
    }
    return restMs
  }

  return {
    async pump() {
      let rest: number | 'no_room' = IDLE_MS
      try {
        rest = await askWhatIsDue()
      } finally {
        pacer.want('ask', rest === 'no_room' && !isStopping)
      }
      return rest === 'no_room' ? IDLE_MS : rest
    },
    expectMore() {
      nextDueAt = -Infinity
      list.forget()
    },
    async settle() {
      await Promise.all(underWay)
    },
    async stop({ graceMs = GRACE_MS } = {}) {
      isStopping = true
      offRoom()
      pacer.want('ask', false)
      await Promise.race([Promise.all(underWay), sleep(graceMs, undefined, { ref: false })])
    },
  }
}

/** Undefined where we have no key for it, or one that does not open: our own trouble, and no outage. */
async function findAccount(ctx: Context, providerId: number): Promise<ProviderAccount | undefined> {
  try {
    return await getProviderAccount(ctx, providerId)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Once the pause has lasted, a look at the balance decides whether it is over; answers when to look again. */
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
