import { money, UNITS_PER_USD } from '#contract/base/money.ts'
import type { Settings } from './settings-sections.ts'

const usd = (dollars: bigint) => money(dollars * UNITS_PER_USD)

/** Defaults of the settings that pages show. Separate, since visitors' pages don't load the gateways of the others. */
export const siteDefaults = {
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
  maintenance: { is_on: false, message: null },
  front_page: { title: null, line: null, button: null, hidden: [] },
  footer: { line: null, links: [] },
  visitor_tags: { ga4: null, plausible: null, meta: null, tawk: null, crisp: null },
} satisfies Partial<Settings>
