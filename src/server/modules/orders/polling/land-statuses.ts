import type { Context } from '#server/context.ts'
import type { PanelOrderAnswer } from '#server/integrations/panels/read-status.ts'
import { type Coalesce, makeCoalesce } from '#server/lib/limits/coalesce.ts'
import type { AppEvent } from '#server/lib/events/events.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import {
  type StatusAnswer,
  withReview,
  type LandedEvent,
  prepareLanding,
  writeStatuses,
  type DuePoll,
  postponePolls,
} from './polling-queries.ts'
import { judgeShortEndings } from './judge-short-ending.ts'

export type PolledOrder = StatusAnswer['poll']

/**
 * Stores the status answers of a provider, together with others that just arrived. Late, repeated or reordered
 * answers change nothing twice.
 */
export async function landStatuses(
  ctx: Context,
  orders: readonly PolledOrder[],
  answers: ReadonlyMap<string, PanelOrderAnswer>,
): Promise<void> {
  if (orders.length === 0) return
  await landBatched(
    ctx,
    orders.map((poll) => toStatusAnswer(poll, answers.get(poll.provider_ref))),
  )
}

function toStatusAnswer(poll: PolledOrder, answer: PanelOrderAnswer | undefined): StatusAnswer {
  const soon = { poll, nextPollSeconds: pollDelaySeconds(poll.age_seconds) }
  if (answer === undefined) return withReview({ ...emptyAnswer, ...soon }, { code: 'left_out', details: {} })
  if ('error' in answer) {
    const rarely = { ...emptyAnswer, poll, nextPollSeconds: RARE_POLL_SECONDS }
    return withReview(rarely, { code: 'told_error', details: { error: answer.error } })
  }
  const { status: word, raw, startCount, remains, charge, currency } = answer
  const landed = { ...soon, word, raw, startCount, remains, charge, currency, review: undefined }
  // Completed with a remainder: neither is trusted.
  if (word === 'COMPLETED' && remains !== undefined && remains > 0)
    return withReview(
      { ...landed, word: undefined },
      { code: 'completed_with_remains', details: { remains } },
    )
  return word === undefined
    ? withReview(landed, { code: 'unknown_status', details: { status: raw } })
    : landed
}

const emptyAnswer = {
  word: undefined,
  raw: '',
  startCount: undefined,
  remains: undefined,
  charge: undefined,
  currency: undefined,
  review: undefined,
}

/** Answers, of up to 100 orders each, per statement. */
const ANSWERS_MAX = 5
const PIECES = 10

const coalescers = new WeakMap<Context, Coalesce<readonly StatusAnswer[], true>>()

/** Stores one answer; answers arriving while a statement runs share the next one. */
async function landBatched(ctx: Context, answers: readonly StatusAnswer[]): Promise<void> {
  const coalesce =
    coalescers.get(ctx) ?? makeCoalesce({ max: ANSWERS_MAX, run: (batch) => landAll(ctx, batch) })
  coalescers.set(ctx, coalesce)
  await coalesce(answers)
}

async function landAll(ctx: Context, batch: readonly (readonly StatusAnswer[])[]): Promise<true[]> {
  await land(ctx, batch.flat())
  return batch.map(() => true)
}

/** If one order fails the statement, the others are stored without it: split into tenths, down to that order. */
async function land(ctx: Context, answers: readonly StatusAnswer[]): Promise<void> {
  try {
    await transact(ctx, async (tx, publish) => {
      await prepareLanding(tx)
      const events = await writeStatuses(tx, await judgeShortEndings(tx, answers))
      for (const item of events) publish(toEvent(item))
    })
  } catch (error) {
    if (!isRolledBack(error)) throw error
    const [only] = answers
    if (only !== undefined && answers.length === 1) return postponeFailed(ctx, only.poll, error)
    const size = Math.ceil(answers.length / PIECES)
    for (let at = 0; at < answers.length; at += size) await land(ctx, answers.slice(at, at + size))
  }
}

function toEvent({ topic, user_id: userId, id }: LandedEvent): AppEvent {
  switch (topic) {
    case 'charge':
      return { topic }
    case 'balance':
      return { topic, userId }
    default:
      return { topic, userId, id: Number(id) }
  }
}

/** Delay before an order whose answer could not be stored is polled again. */
const BROKEN_SECONDS = 60

/** Only the failing order is postponed. */
async function postponeFailed(ctx: Context, poll: DuePoll, error: unknown): Promise<void> {
  ctx.log.error({ err: error, order: poll.order_id }, 'a status answer could not be stored')
  await postponePolls(ctx.db, { polls: [poll], seconds: BROKEN_SECONDS })
}

/** The database rolled the statement back: bad data, a conflict or a lock timeout. */
function isRolledBack(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(22|23|40|55)/.test(code) || code === '57014'
}

/** Seconds until the next poll, by the age of the order: a tenth of its age, from 2 s to half an hour. */
export function pollDelaySeconds(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds / 10, 2), 1800)
}

/** For ids that the provider says it does not know. */
export const RARE_POLL_SECONDS = 1800
