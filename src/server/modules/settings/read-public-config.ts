import { defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import { readLogo } from '#contract/settings/logo.ts'
import { isPromotionOn } from '#contract/settings/settings-defaults.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import { sayTold, type Told } from '#contract/settings/settings-texts.ts'
import type { PaymentMethod, PublicConfig } from '#contract/settings/public-config.ts'
import type { Context } from '#server/context.ts'

import type { makeKeptBackends } from './kept-backends.ts'

/**
 * What the web app has to know before anyone signs in, in its reader's language. It is asked for with every page: all of
 * it is in memory.
 */
export async function readPublicConfig(
  { config, settings, clock }: Context,
  readBackends: ReturnType<typeof makeKeptBackends>,
  language: Language = defaultLanguage,
): Promise<PublicConfig> {
  const [decided, backends] = await Promise.all([settings.read(), readBackends()])
  const { hasGateway, hasSandboxGateway, hasSandboxProvider, mailboxUrl, logo } = backends
  const { is_on: isGatewayOn, merchant } = decided.gateways.cryptomus
  const hasOwnGateway = merchant !== null || config.cryptomus !== undefined
  return {
    ...decided,
    ...sayWritten(decided, language),
    logo: logo && { url: logoAddress(logo.hash), width: logo.width, height: logo.height },
    promotion: isPromotionOn(decided.promotion, clock()) ? decided.promotion : null,
    payment_methods: paymentMethods(isGatewayOn && (hasOwnGateway || hasGateway)),
    sandbox_mailbox: decided.mail === null ? mailboxUrl : null,
    languages: [...languages],
    // An account of the operator's takes the place of the sandbox's.
    sandbox: hasSandboxProvider || (hasSandboxGateway && !hasOwnGateway),
  }
}

/** Its address changes with it. */
export function logoAddress(hash: string): string {
  return readLogo.path.replace(':hash', hash)
}

/** What the operator wrote for readers, as this one reads it. */
function sayWritten({ hours, claims, testimonials, faq, maintenance }: Settings, language: Language) {
  const said = (told: Told) => sayTold(told, language)
  const saidOrNull = (told: Told | null) => (told === null ? null : said(told))
  return {
    hours: saidOrNull(hours),
    claims: claims.map(({ value, label }) => ({ value, label: said(label) })),
    testimonials: testimonials.map(({ name, role, text }) => ({
      name,
      role: saidOrNull(role),
      text: said(text),
    })),
    faq: faq.map(({ question, answer }) => ({ question: said(question), answer: said(answer) })),
    maintenance: { ...maintenance, message: saidOrNull(maintenance.message) },
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
