import type { Context } from '#server/context.ts'
import type { PacedCall } from '#server/integrations/panels/query-in-batches.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'
import { readPanelOrder, readPanelOrders } from '#server/integrations/panels/read-panel.ts'
import { pollRefills } from '#server/modules/orders/refills/poll-refills.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { callInBatches } from '#server/modules/providers/pacing/call-in-batches.ts'

import { listLeftOut, postponePolls } from './polling-queries.ts'
import { type PolledOrder, landStatuses } from './land-statuses.ts'
import type { PollCall } from './to-poll-calls.ts'

/** Retry delay after no connection or a nonsense response. */
const FAILED_SECONDS = 15
/** Retry delay after a refusal of our account, or of a single id for an unknown reason. */
const REFUSED_SECONDS = 60

/** Called with the answer before anything is written. */
type OnAnswer = (answer: PanelAnswer<unknown>) => void

export type CallOptions = { onAnswer: OnAnswer; paced: PacedCall }

/** Makes one poll call, or as many as its answers require, and stores the results. */
export async function runPollCall(
  ctx: Context,
  account: ProviderAccount,
  { call, ...options }: CallOptions & { call: PollCall },
): Promise<void> {
  const { answer, refused } =
    call.kind === 'refill'
      ? await pollRefills(ctx, account, { polls: call.polls, ...options })
      : await pollOrders(ctx, account, { polls: call.polls.filter(isNamed), ...options })
  if (answer.ok) return
  const isOfAll = answer.isDown || answer.about !== undefined
  await postponePolls(ctx.db, {
    // After an unknown refusal other ids stay due: the trouble may be with that one alone.
    polls: isOfAll ? call.polls : call.polls.filter(({ provider_ref: ref }) => refused.has(ref ?? '')),
    seconds: answer.isDown ? FAILED_SECONDS : REFUSED_SECONDS,
  })
}

/** The answer of the call, and the ids refused on their own. */
export type CallOutcome = { answer: PanelAnswer<unknown>; refused: ReadonlySet<string> }

async function pollOrders(
  ctx: Context,
  account: ProviderAccount,
  { polls, onAnswer, paced }: CallOptions & { polls: readonly PolledOrder[] },
): Promise<CallOutcome> {
  const answers = await callInBatches(ctx, account, {
    kind: 'order',
    ids: [...new Set(polls.map(({ provider_ref: ref }) => ref))],
    queryList: readPanelOrders,
    queryOne: readPanelOrder,
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
