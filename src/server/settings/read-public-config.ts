import { bonusSteps, depositLimits } from '#contract/limits.ts'
import type { PaymentMethod, PublicConfig } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'

import { findBackends } from './settings-queries.ts'

/** What the web app has to know before anyone signs in. */
export async function readPublicConfig({ config, db }: Context): Promise<PublicConfig> {
  const { hasGateway, hasSandboxGateway, hasSandboxProvider } = await findBackends(db)
  const hasOwnGateway = config.cryptomus !== undefined
  return {
    brand: { name: 'Tally & Reach' },
    payment_methods: paymentMethods(hasOwnGateway || hasGateway),
    limits: {
      deposit_min: depositLimits.min,
      deposit_max: depositLimits.max,
      deposit_presets: [...depositLimits.presets],
    },
    bonuses: bonusSteps.map(({ from, basisPoints }) => ({ from, percent: basisPoints / 100 })),
    languages: ['en'],
    // The environment's gateway takes the place of the sandbox's.
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
