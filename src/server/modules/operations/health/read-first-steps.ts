import type { FirstStep } from '#contract/operations/overview.ts'
import type { Context } from '#server/context.ts'
import { listOwnGateways } from '#server/modules/settings/read-public-config.ts'

import { findSetUp } from './health-queries.ts'

/** The sandbox's provider and gateway count: in sandbox mode there are no others. */
export async function readFirstSteps(
  ctx: Context,
): Promise<{ steps: { step: FirstStep; is_done: boolean }[]; provider_id: number | null }> {
  const [setUp, settings] = await Promise.all([findSetUp(ctx.db), ctx.settings.read()])
  const { provider_id, has_services, has_gateway, has_sandbox_mailbox, sections } = setUp
  const isDone: Record<FirstStep, boolean> = {
    provider: provider_id !== null,
    import: has_services,
    gateway: listOwnGateways(settings.gateways, ctx.config).length > 0 || has_gateway,
    mail: settings.mail !== null || has_sandbox_mailbox,
    limits: sections.includes('limits'),
    brand: sections.includes('brand'),
    contact: settings.contact.email !== null || settings.contact.telegram !== null,
  }
  // The keys are the steps, in order.
  const steps = (Object.keys(isDone) as FirstStep[]).map((step) => ({ step, is_done: isDone[step] }))
  return { steps, provider_id }
}
