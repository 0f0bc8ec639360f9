import { gatewayIds, gateways, openFieldsOf } from '#contract/base/gateways/registry.ts'
import type { Settings } from './settings-sections.ts'
import { siteDefaults } from './site-defaults.ts'

export const defaultSettings: Settings = {
  ...siteDefaults,
  gateways: defaultGateways(),
  payment_methods: [],
  storage: null,
  backups: null,
  translator: null,
  mail: null,
  blocked: { links: [], categories: [] },
  reseller_api: { errors: 'text' }, // reseller.md R7b
  staff_sign_in: { two_factor: false },
  // Long enough to investigate a complaint.
  retention: { notifications_days: 90, emails_days: 90, webhooks_days: 90, exchanges_days: 30 },
}

/** Whether customers who register at `now` get it. */
export function isPromotionOn(promotion: Settings['promotion'], now: Date): boolean {
  return promotion !== null && (promotion.until === null || promotion.until > now)
}

// Without zod, which visitors' pages don't load.
function defaultGateways() {
  return Object.fromEntries(
    gatewayIds.map((id) => [
      id,
      {
        // The specification's gateway is enabled even with the sandbox's account; others only with the operator's own.
        is_on: gateways[id].cards.some(({ isAlwaysListed }) => isAlwaysListed === true) ? true : null,
        ...Object.fromEntries(openFieldsOf(gateways[id]).map((field) => [field, null])),
      },
    ]),
  ) as Settings['gateways'] // as `gatewaysSection` declares them
}
