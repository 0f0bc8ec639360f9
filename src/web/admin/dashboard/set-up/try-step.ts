import type { ConnectionTestLine } from '#contract/base/connection-test.ts'
import type { Format } from '#contract/base/format.ts'
import { gatewayIds } from '#contract/base/gateways/registry.ts'
import type { Language } from '#contract/base/languages.ts'
import { listServices } from '#contract/catalogue/catalogue.ts'
import type { FirstStep } from '#contract/operations/overview.ts'
import { checkGateway } from '#contract/payments/gateways.ts'
import { checkProvider } from '#contract/providers/providers.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { testMail } from '#contract/settings/setup-tests.ts'
import type { adminDashboardText } from '#web/admin/dashboard/texts.en.ts'
import { call } from '#web/platform/api/call.ts'
import { sayFault } from '#web/platform/i18n/say-fault.ts'
import { sayFinding } from '#web/platform/i18n/say-finding.ts'
import type { Say } from '#web/platform/i18n/text.ts'

// Fetched on click: the contracts of all these calls are larger than the dashboard itself.

/** `note`: only needs attention. */
export type Result = { state: 'good' | 'note' | 'bad'; sentence: string }
type Voice = { t: Say<typeof adminDashboardText>; language: Language; format: Format }

/** Each step has its own test, whose result is shown as a sentence. */
export async function tryStep(step: FirstStep, providerId: number | null, say: Voice): Promise<Result> {
  const { t, format, language } = say
  switch (step) {
    case 'provider': {
      const { lines } = await call(checkProvider, { params: { id: providerId ?? 0 } })
      return worstOf(lines, say)
    }
    case 'gateway': {
      const tests = gatewayIds.map((gateway) => call(checkGateway, { params: { gateway } }))
      const lines = (await Promise.all(tests)).flatMap((test) => test.lines)
      return worstOf(lines, say)
    }
    case 'mail': {
      const { outcome, place, reason } = await call(testMail)
      if (outcome === 'works') return { state: 'good', sentence: t('emailSent', { to: place ?? '' }) }
      const why = reason === null ? '–' : sayFault(language, reason)
      return { state: 'bad', sentence: t('emailFailed', { reason: why }) }
    }
    case 'import': {
      const { length: count } = await call(listServices, { query: {} })
      return { state: count > 0 ? 'good' : 'bad', sentence: t('areForSale', { count }) }
    }
    case 'limits': {
      const { limits } = await call(getConfig, { query: {} })
      const range = { min: format.money(limits.deposit_min), max: format.money(limits.deposit_max) }
      return { state: 'good', sentence: t('depositsRange', range) }
    }
    case 'brand':
    case 'contact': {
      const { brand, contact } = await call(getConfig, { query: {} })
      const known = { brand: brand.name, contact: contact.email ?? contact.telegram ?? '–' }
      return { state: 'good', sentence: t('customersRead', known) }
    }
  }
}

/** The default limits may be right: saving them unchanged completes the step. */
export async function keepLimits(): Promise<void> {
  const { limits } = (await call(getSettings)).settings
  await call(updateSettings, { body: { limits } })
}

function worstOf(lines: readonly ConnectionTestLine[], { t, language }: Voice): Result {
  const worst = lines.find(({ state }) => state === 'bad') ?? lines.find(({ state }) => state !== 'good')
  if (worst === undefined) return { state: 'good', sentence: t('testIsGood') }
  return {
    state: worst.state === 'bad' ? 'bad' : 'note',
    sentence: sayFinding(language, worst).sentence,
  }
}
