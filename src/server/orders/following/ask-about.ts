import type { Context } from '#server/context.ts'
import type { PanelAnswer } from '#server/integrations/panel-api/panel-account.ts'
import { readPanelOrders } from '#server/integrations/panel-api/read-panel.ts'
import { checkRefills } from '#server/orders/refills/check-refills.ts'
import type { ProviderAccount } from '#server/providers/provider-account.ts'
import { readProvider } from '#server/providers/read-provider.ts'

import { putOffChecks } from './following-queries.ts'
import { type AskedOrder, landStatuses } from './land-statuses.ts'
import type { Call } from './to-calls.ts'

/** Not reached, or with nonsense for an answer: asked about again so much later. */
const FAILED_SECONDS = 15
/** Answered with an error in the protocol, which may well be about one of them. */
const REFUSED_SECONDS = 60

/** Told of the answer before anything is written of it: that takes the provider no place. */
export type OnAnswer = (answer: PanelAnswer<unknown>) => void

/** One call, and what comes of it written. */
export async function askAbout(
  ctx: Context,
  account: ProviderAccount,
  { call, onAnswer }: { call: Call; onAnswer: OnAnswer },
): Promise<void> {
  const answer =
    call.kind === 'refill'
      ? await checkRefills(ctx, account, { checks: call.checks, onAnswer })
      : await checkOrders(ctx, account, { checks: call.checks.filter(isNamed), onAnswer })
  if (answer.ok) return
  const seconds = answer.isDown ? FAILED_SECONDS : REFUSED_SECONDS
  await putOffChecks(ctx.db, { checks: call.checks, seconds })
}

async function checkOrders(
  ctx: Context,
  account: ProviderAccount,
  { checks, onAnswer }: { checks: readonly AskedOrder[]; onAnswer: OnAnswer },
): Promise<PanelAnswer<unknown>> {
  const ids = [...new Set(checks.map(({ provider_ref: ref }) => ref))]
  const answer = await readProvider(ctx, account, (open) => readPanelOrders(open, ids))
  onAnswer(answer)
  if (answer.ok) await landStatuses(ctx, checks, answer.value)
  return answer
}

/** The table says so of every order. */
function isNamed(check: Call['checks'][number]): check is AskedOrder {
  return check.provider_ref !== null
}
