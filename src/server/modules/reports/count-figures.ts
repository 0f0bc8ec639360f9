import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { getFigures } from '#contract/reports/public-figures.ts'
import type { Context } from '#server/context.ts'

import { listStartTimes } from './figures-queries.ts'
import { readHeadlines } from './read-headlines.ts'

type Figures = AnswerOf<typeof getFigures>

/** Whoever opens the front page asks for them: they are counted for all of them together. */
const KEPT_MS = 120_000
const DAYS = 30

/** What is true of the shop, counted now and then; while the database is away, what was counted last. */
export function makeFigures(ctx: Context): () => Promise<Figures> {
  let kept: { figures: Figures; at: number } | undefined
  let counting: Promise<Figures> | undefined

  const count = async (): Promise<Figures> => {
    const since = new Date(ctx.clock().getTime() - DAYS * 86_400_000)
    const [{ orders, completed }, startTimes] = await Promise.all([
      readHeadlines(ctx),
      listStartTimes(ctx.db, since),
    ])
    const figures = { orders: Number(orders), completed: Number(completed), start_times: startTimes }
    kept = { figures, at: performance.now() }
    return figures
  }

  return async () => {
    if (kept !== undefined && performance.now() - kept.at < KEPT_MS) return kept.figures
    counting ??= count().finally(() => (counting = undefined))
    try {
      return await counting
    } catch (error) {
      if (kept === undefined) throw error
      return kept.figures
    }
  }
}
