import { money, UNITS_PER_USD } from '#contract/base/money.ts'
import { gatewayIds, gateways, openFieldsOf } from '#contract/base/gateways/registry.ts'
import type { Settings } from './settings-sections.ts'

const usd = (dollars: bigint) => money(dollars * UNITS_PER_USD)

export const defaultSettings: Settings = {
  brand: { name: 'Tally & Reach' },
  look: { accent: null },
  contact: { email: null, telegram: null },
  hours: '24/7 Technical Support', // spec §2
  limits: {
    deposit_min: usd(1n), // api.md
    deposit_max: usd(10_000n),
    deposit_presets: [10, 25, 50, 100, 200, 500], // spec §9
  },
  bonuses: [
    { from: usd(500n), percent: 10 }, // spec §9
    { from: usd(100n), percent: 5 },
  ],
  promotion: null,
  claims: [],
  testimonials: [],
  faq: [],
  registration: { is_open: true },
  gateways: defaultGateways(),
  payment_methods: [],
  storage: null,
  translator: null,
  mail: null,
  maintenance: { is_on: false, message: null },
  blocked: { links: [], categories: [] },
  reseller_api: { errors: 'text' }, // reseller.md R7b
  staff_sign_in: { two_factor: false },
  // Long enough to investigate a complaint.
  retention: { notifications_days: 90, letters_days: 90, webhooks_days: 90, exchanges_days: 30 },
}

/** Whether customers who register at `now` get it. */
export function isPromotionOn(promotion: Settings['promotion'], now: Date): boolean {
  return promotion !== null && (promotion.until === null || promotion.until > now)
}

// Without zod, which pages for visitors don't load.
function defaultGateways() {
  return Object.fromEntries(
    gatewayIds.map((id) => [
      id,
      {
        // The one of the specification also by the sandbox's account; others by the operator's own.
        is_on: gateways[id].cards.some(({ isAlwaysListed }) => isAlwaysListed === true) ? true : null,
        ...Object.fromEntries(openFieldsOf(gateways[id]).map((field) => [field, null])),
      },
    ]),
  ) as Settings['gateways'] // as `gatewaysSection` declares them
}
