import type { Pool } from 'pg'

import { AppError } from '#contract/base/errors.ts'
import { type Coalesce, makeCoalesce } from '#server/lib/limits/coalesce.ts'
import { isEndedForAnother } from '#server/modules/orders/placing/place-batch.ts'

/** Each holds a connection, and one customer's account for as long as some hundred single orders take. */
const AT_ONCE = 2
/** How long a mass order waits for its account, and for a copy of it that another process is placing. */
const PATIENCE_MS = 5_000
const RETRY_AFTER_SECONDS = 2

type Waiting = { userId: number; place: () => Promise<void>; until?: number }
type Turn = Coalesce<Waiting, true>

const turns = new WeakMap<Pool, Turn>()

/**
 * Runs `place` when it is this customer's turn: two at once in a process, customers taking turns, each one's in the
 * order in which they came. What can not have the account yet lets others go first, and is refused with `unavailable`
 * after some seconds: its tx has undone what it did.
 */
export async function takeMassTurn<Answer>(
  pool: Pool,
  userId: number,
  place: () => Promise<Answer>,
): Promise<Answer> {
  let turn = turns.get(pool)
  if (turn === undefined) {
    turn = makeTurn()
    turns.set(pool, turn)
  }
  let answered: { answer: Answer } | undefined
  await turn({ userId, place: async () => void (answered = { answer: await place() }) })
  if (answered === undefined) throw new Error('a mass order had its turn and no answer')
  return answered.answer
}

function makeTurn(): Turn {
  const turn: Turn = makeCoalesce({
    max: 1,
    parallel: AT_ONCE,
    laneOf: ({ userId }: Waiting) => userId,
    run: async (batch) => {
      const results: (true | Promise<true>)[] = []
      for (const waiting of batch) results.push((await isPlaced(waiting)) || turn(later(waiting)))
      return results
    },
  })
  return turn
}

async function isPlaced({ place }: Waiting): Promise<boolean> {
  try {
    await place()
    return true
  } catch (error) {
    if (isEndedForAnother(error)) return false
    throw error
  }
}

function later(waiting: Waiting): Waiting {
  const now = performance.now()
  const { until = now + PATIENCE_MS } = waiting
  if (now >= until) throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return { ...waiting, until }
}
