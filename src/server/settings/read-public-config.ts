import { languages } from '#contract/languages.ts'
import { isPromotionOn } from '#contract/settings-defaults.ts'
import type { PaymentMethod, PublicConfig } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'

import type { makeKeptBackends } from './kept-backends.ts'

/** What the web app has to know before anyone signs in. It is asked for with every page: all of it is in memory. */
export async function readPublicConfig(
  { config, settings, clock }: Context,
  readBackends: ReturnType<typeof makeKeptBackends>,
): Promise<PublicConfig> {
  const [decided, backends] = await Promise.all([settings.read(), readBackends()])
  const { hasGateway, hasSandboxGateway, hasSandboxProvider, mailboxUrl } = backends
  const { is_on: isGatewayOn, merchant } = decided.gateways.cryptomus
  const hasOwnGateway = merchant !== null || config.cryptomus !== undefined
  return {
    ...decided,
    promotion: isPromotionOn(decided.promotion, clock()) ? decided.promotion : null,
    payment_methods: paymentMethods(isGatewayOn && (hasOwnGateway || hasGateway)),
    sandbox_mailbox: decided.mail === null ? mailboxUrl : null,
    languages: [...languages],
    // An account of the operator's takes the place of the sandbox's.
    sandbox: hasSandboxProvider || (hasSandboxGateway && !hasOwnGateway),
  }
}

/** Spec §9: the first is marked, the other two send the same value. */
function paymentMethods(available: boolean): PaymentMethod[] {
  return [
    { id: 'card', label: 'VISA/MasterCard', value: 'card', available: false, note: 'not available now' },
    { id: 'cryptomus', label: 'Cryptomus (USDT bep20)', value: 'cryptomus', available, note: null },
    { id: 'payeer', label: 'Payeer', value: 'cryptomus', available, note: 'via Cryptomus' },
  ]
}
