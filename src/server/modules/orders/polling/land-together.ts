import type { Context } from '#server/context.ts'
import { type Coalesce, makeCoalesce } from '#server/lib/limits/coalesce.ts'
import type { AppEvent } from '#server/lib/events/events.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { type LandedEvent, prepareLanding, type StatusAnswer, writeStatuses } from './polling-queries.ts'
import { judgeShortEndings } from './judge-short-ending.ts'
import { isRolledBack, putAside } from './put-aside.ts'

/** Answers, of up to 100 orders each, that one statement carries. */
const ANSWERS_MAX = 5
const PIECES = 10

const coalescers = new WeakMap<Context, Coalesce<readonly StatusAnswer[], true>>()

/** Writes what was said in one answer; answers that come while a statement is under way ride together in the next. */
export async function landTogether(ctx: Context, told: readonly StatusAnswer[]): Promise<void> {
  const coalesce =
    coalescers.get(ctx) ?? makeCoalesce({ max: ANSWERS_MAX, run: (answers) => landAll(ctx, answers) })
  coalescers.set(ctx, coalesce)
  await coalesce(told)
}

async function landAll(ctx: Context, answers: readonly (readonly StatusAnswer[])[]): Promise<true[]> {
  await land(ctx, answers.flat())
  return answers.map(() => true)
}

/** When one order stands in the way of all, the others land without it: in tenths, down to what it is. */
async function land(ctx: Context, told: readonly StatusAnswer[]): Promise<void> {
  try {
    await transact(ctx, async (tx, publish) => {
      await prepareLanding(tx)
      const events = await writeStatuses(tx, await judgeShortEndings(tx, told))
      for (const item of events) publish(toNewsItem(item))
    })
  } catch (error) {
    if (!isRolledBack(error)) throw error
    const [only] = told
    if (only !== undefined && told.length === 1) return putAside(ctx, only.check, error)
    const size = Math.ceil(told.length / PIECES)
    for (let at = 0; at < told.length; at += size) await land(ctx, told.slice(at, at + size))
  }
}

function toNewsItem({ topic, user_id: userId, id }: LandedEvent): AppEvent {
  switch (topic) {
    case 'charge':
      return { topic }
    case 'balance':
      return { topic, userId }
    default:
      return { topic, userId, id: Number(id) }
  }
}
