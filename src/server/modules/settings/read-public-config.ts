import { type GatewayId, gatewayIds, gateways } from '#contract/base/gateways/registry.ts'
import { defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import { readFavicon } from '#contract/settings/favicon.ts'
import { readLogo } from '#contract/settings/logo.ts'
import { findTerms, isListed, listMethods, MANUAL } from '#contract/settings/payment-methods.ts'
import { isPromotionOn } from '#contract/settings/settings-defaults.ts'
import { accountIn, isGatewayOn } from '#contract/settings/settings-of-gateways.ts'
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
  { config, settings, clock, fence }: Context,
  readBackends: ReturnType<typeof makeCachedBackends>,
  language: Language = defaultLanguage,
): Promise<PublicConfig> {
  const [decided, backends] = await Promise.all([settings.read(), readBackends()])
  const {
    gatewayIds: registered,
    hasSandboxGateway,
    hasSandboxProvider,
    mailboxUrl,
    logo,
    favicon,
  } = backends
  const own = listOwnGateways(decided.gateways, config)
  const texts = textsIn(decided, language)
  return {
    ...decided,
    ...texts,
    maintenance: { ...texts.maintenance, is_on: decided.maintenance.is_on || fence.isUp() },
    logo: logo && shownAt(logoAddress, logo),
    favicon: favicon && shownAt(faviconAddress, favicon),
    promotion: isPromotionOn(decided.promotion, clock()) ? decided.promotion : null,
    payment_methods: paymentMethods(decided, { language, own, registered }),
    sandbox_mailbox: decided.mail === null ? mailboxUrl : null,
    languages: [...languages],
    // The operator's own account replaces the sandbox's.
    sandbox: hasSandboxProvider || (hasSandboxGateway && own.length === 0),
  }
}

/** The address changes with the logo, so that it can be cached forever. */
export function logoAddress(hash: string): string {
  return readLogo.path.replace(':hash', hash)
}

export function faviconAddress(hash: string): string {
  return readFavicon.path.replace(':hash', hash)
}

export function shownAt(
  toAddress: (hash: string) => string,
  { hash, width, height }: { hash: string; width: number; height: number },
): { url: string; width: number; height: number } {
  return { url: toAddress(hash), width, height }
}

/** The operator's texts in one language. */
function textsIn(decided: Settings, language: Language) {
  const { hours, claims, testimonials, faq, maintenance, front_page: front, footer } = decided
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
    front_page: {
      title: sayOrNull(front.title),
      line: sayOrNull(front.line),
      button: sayOrNull(front.button),
      hidden: front.hidden,
    },
    footer: {
      line: sayOrNull(footer.line),
      links: footer.links.map(({ label, url }) => ({ label: say(label), url })),
    },
  }
}

function paymentMethods(
  decided: Settings,
  {
    language,
    own,
    registered,
  }: { language: Language; own: readonly GatewayId[]; registered: readonly string[] },
): PaymentMethod[] {
  const usable = gatewayIds.filter(
    (id) =>
      (own.includes(id) || registered.includes(id)) && isGatewayOn(decided.gateways[id], own.includes(id)),
  )
  const methods = listMethods({
    settings: decided.payment_methods,
    gateways: Object.values(gateways),
    isSetUp: (id) => id === MANUAL || usable.some((one) => one === id),
  })
  return methods.filter(isListed).map(({ id, card, value, setting, isSetUp }) => {
    const { isTest, ...terms } = findTerms(value, decided)
    return {
      id,
      label: setting.name === null ? (card?.label ?? id) : textIn(setting.name, language),
      value,
      available: isSetUp,
      note: card?.note?.[language] ?? null,
      // A manual method's instructions name an account of the operator's: they are shown on the payment's page, after sign-in.
      instructions:
        card === undefined || setting.instructions === null ? null : textIn(setting.instructions, language),
      ...terms,
      is_test: isTest,
    }
  })
}

/** Gateways with the operator's own account, from the settings or the environment. */
export function listOwnGateways(
  settings: Settings['gateways'],
  { gateways }: Pick<Context['config'], 'gateways'>,
): GatewayId[] {
  return gatewayIds.filter(
    (id) => accountIn(settings[id]) !== undefined || gateways[id]?.fields !== undefined,
  )
}
