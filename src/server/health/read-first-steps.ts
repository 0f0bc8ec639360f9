import type { FirstStep } from '#contract/overview.ts'
import type { Context } from '#server/context.ts'

import { findSetUp } from './health-queries.ts'

/** Of the sandbox nothing counts: it sells nothing real. */
export async function readFirstSteps(
  ctx: Context,
): Promise<{ steps: { step: FirstStep; is_done: boolean }[]; provider_id: number | null }> {
  const [setUp, settings] = await Promise.all([findSetUp(ctx.db), ctx.settings.read()])
  const { provider_id, has_services, sections } = setUp
  const isDone: Record<FirstStep, boolean> = {
    provider: provider_id !== null,
    import: has_services,
    gateway: settings.gateways.cryptomus.merchant !== null || ctx.config.cryptomus !== undefined,
    mail: settings.mail !== null,
    limits: sections.includes('limits'),
    texts: sections.includes('brand') && sections.includes('contact'),
  }
  // The keys are the steps, in their order.
  const steps = (Object.keys(isDone) as FirstStep[]).map((step) => ({ step, is_done: isDone[step] }))
  return { steps, provider_id }
}
