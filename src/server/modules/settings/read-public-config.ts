import { defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import { readLogo } from '#contract/settings/logo.ts'
import { isPromotionOn } from '#contract/settings/settings-defaults.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import { type OperatorText, textIn } from '#contract/settings/settings-texts.ts'
import type { PaymentMethod, PublicConfig } from '#contract/settings/public-config.ts'
import type { Context } from '#server/context.ts'

import type { makeCachedBackends } from './cached-backends.ts'

/**
 * What the web app needs before anyone signs in, in the reader's language. Requested with every page, so all of it is
 * cached.
 */
export async function readPublicConfig(
  { config, settings, clock }: Context,
  readBackends: ReturnType<typeof makeCachedBackends>,
  language: Language = defaultLanguage,
): Promise<PublicConfig> {
  const [decided, backends] = await Promise.all([settings.read(), readBackends()])
  const { hasGateway, hasSandboxGateway, hasSandboxProvider, mailboxUrl, logo } = backends
  const { is_on: isGatewayOn, merchant } = decided.gateways.cryptomus
  const hasOwnGateway = merchant !== null || config.cryptomus !== undefined
  return {
    ...decided,
    ...textsIn(decided, language),
    logo: logo && { url: logoAddress(logo.hash), width: logo.width, height: logo.height },
    promotion: isPromotionOn(decided.promotion, clock()) ? decided.promotion : null,
    payment_methods: paymentMethods(isGatewayOn && (hasOwnGateway || hasGateway)),
    sandbox_mailbox: decided.mail === null ? mailboxUrl : null,
    languages: [...languages],
    // The operator's own account replaces the sandbox's.
    sandbox: hasSandboxProvider || (hasSandboxGateway && !hasOwnGateway),
  }
}

/** The address changes with the logo, so that it can be cached forever. */
export function logoAddress(hash: string): string {
  return readLogo.path.replace(':hash', hash)
}

/** The operator's texts in one language. */
function textsIn({ hours, claims, testimonials, faq, maintenance }: Settings, language: Language) {
  const say = (text: OperatorText) => textIn(text, language)
  const sayOrNull = (text: OperatorText | null) => (text === null ? null : say(text))
  return {
    hours: sayOrNull(hours),
    claims: claims.map(({ value, label }) => ({ value, label: say(label) })),
    testimonials: testimonials.map(({ name, role, text }) => ({
      name,
      role: sayOrNull(role),
      text: say(text),
    })),
    faq: faq.map(({ question, answer }) => ({ question: say(question), answer: say(answer) })),
    maintenance: { ...maintenance, message: sayOrNull(maintenance.message) },
  }
}

/** Spec §9: the first is shown as unavailable, the other two send the same value. */
function paymentMethods(available: boolean): PaymentMethod[] {
  return [
    { id: 'card', label: 'VISA/MasterCard', value: 'card', available: false, note: 'not available now' },
    { id: 'cryptomus', label: 'Cryptomus (USDT bep20)', value: 'cryptomus', available, note: null },
    { id: 'payeer', label: 'Payeer', value: 'cryptomus', available, note: 'via Cryptomus' },
  ]
}
