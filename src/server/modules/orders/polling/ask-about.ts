import type { Context } from '#server/context.ts'
import type { PacedCall } from '#server/integrations/panels/query-in-batches.ts'
import type { PanelAnswer } from '#server/integrations/panels/panel-account.ts'
import { readPanelOrder, readPanelOrders } from '#server/integrations/panels/read-panel.ts'
import { pollRefills } from '#server/modules/orders/refills/poll-refills.ts'
import type { ProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { callInBatches } from '#server/modules/providers/pacing/call-in-batches.ts'

import { listLeftOut, postponePolls } from './polling-queries.ts'
import { type PolledOrder, landStatuses } from './land-statuses.ts'
import type { PollCall } from './to-calls.ts'

/** Not reached, or with nonsense for an answer: asked about again so much later. */
const FAILED_SECONDS = 15
/** Refused for something about us, or alone and for nobody knows what. */
const REFUSED_SECONDS = 60

/** Told of the answer before anything is written of it. */
export type OnAnswer = (answer: PanelAnswer<unknown>) => void

export type CallOptions = { onAnswer: OnAnswer; paced: PacedCall }

/** One call, or as many as its answers make of it, and what comes of it written. */
export async function runPollCall(
  ctx: Context,
  account: ProviderAccount,
  { call, ...options }: CallOptions & { call: PollCall },
): Promise<void> {
  const { answer, refused } =
    call.kind === 'refill'
      ? await pollRefills(ctx, account, { checks: call.checks, ...options })
      : await checkOrders(ctx, account, { checks: call.checks.filter(isNamed), ...options })
  if (answer.ok) return
  const isOfAll = answer.isDown || answer.about !== undefined
  await postponePolls(ctx.db, {
    // What a panel refuses for nobody knows what leaves the others due: its trouble may be with that one alone.
    checks: isOfAll ? call.checks : call.checks.filter(({ provider_ref: ref }) => refused.has(ref ?? '')),
    seconds: answer.isDown ? FAILED_SECONDS : REFUSED_SECONDS,
  })
}

/** What became of an asking: what was refused alone, where it failed. */
export type CallOutcome = { answer: PanelAnswer<unknown>; refused: ReadonlySet<string> }

async function checkOrders(
  ctx: Context,
  account: ProviderAccount,
  { checks, onAnswer, paced }: CallOptions & { checks: readonly PolledOrder[] },
): Promise<CallOutcome> {
  const heard = await callInBatches(ctx, account, {
    kind: 'order',
    ids: [...new Set(checks.map(({ provider_ref: ref }) => ref))],
    queryList: readPanelOrders,
    queryOne: readPanelOrder,
    findLeftOutBefore: (ids) => listLeftOut(ctx.db, { providerId: account.id, ids }),
    paced,
  })
  onAnswer(heard.answer)
  const answered = checks.filter(({ provider_ref: ref }) => heard.answered.has(ref))
  if (answered.length > 0) await landStatuses(ctx, answered, heard.entries)
  return heard
}

/** The table says so of every order. */
function isNamed(check: PollCall['checks'][number]): check is PolledOrder {
  return check.provider_ref !== null
}
