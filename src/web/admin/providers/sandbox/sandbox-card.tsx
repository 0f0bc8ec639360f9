import { type ReactNode, useState } from 'react'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { money, UNITS_PER_USD } from '#contract/base/money.ts'
import { calmSandbox, type Sandbox, sandboxSpeeds, setSandbox } from '#contract/providers/sandbox.ts'
import { getProvider } from '#contract/providers/provider-actions.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { SandboxFaults, SandboxFaultsNow } from './sandbox-faults.tsx'

const priceLevels = [100, 150, 300] as const
/** Less than most orders cost. */
const poor = money(UNITS_PER_USD / 2n)

/** Makes the sandbox provider misbehave, so that the effects can be seen before a real one does. */
export function SandboxCard({ providerId, sandbox }: { providerId: number; sandbox: Sandbox | null }) {
  const t = useText(adminProvidersText)
  const format = useFormat()
  const [isBusy, setIsBusy] = useState(false)
  const params = { id: providerId }

  async function act(work: () => Promise<unknown>, said: string): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    try {
      await work()
      toast('success', said)
    } catch (error) {
      toast('error', messageOf(error))
    } finally {
      setIsBusy(false)
      await reread(getProvider)
    }
  }
  const set = (body: BodyOf<typeof setSandbox>) =>
    void act(() => call(setSandbox, { params, body }), t('sandboxSet'))
  return (
    <CardSection
      title={t('sandboxTitle')}
      aside={
        sandbox !== null && (
          <Button
            size="small"
            tone={isNormal(sandbox) ? 'secondary' : 'primary'}
            isBusy={isBusy}
            onClick={() => void act(() => call(calmSandbox, { params }), t('sandboxCalm'))}
          >
            {t('sandboxNormal')}
          </Button>
        )
      }
    >
      <p className="px-5 pt-5 text-14 text-ink-2 max-wide:px-4 max-wide:pt-4">{t('sandboxLead')}</p>
      {sandbox === null ? (
        <p className="p-5 text-14 text-ink-2 max-wide:p-4">{t('sandboxSilent')}</p>
      ) : (
        <div className="grid gap-5 p-5 max-wide:p-4">
          <SandboxFaultsNow faults={sandbox.faults} isNormal={isNormal(sandbox)} />
          <Line name={t('sandboxSpeed')}>
            <FilterButtons
              isWrapped
              label={t('sandboxSpeed')}
              options={sandboxSpeeds.map((speed) => ({ value: String(speed), label: t(`speed_${speed}`) }))}
              value={String(sandbox.speed)}
              onChange={(chosen) => set({ speed: sandboxSpeeds.find((speed) => String(speed) === chosen) })}
            />
          </Line>
          <Line name={t('sandboxPrices')} hint={t('sandboxPricesHint')}>
            <FilterButtons
              isWrapped
              label={t('sandboxPrices')}
              options={priceLevels.map((level) => ({ value: String(level), label: t(`price_${level}`) }))}
              value={String(sandbox.price_percent)}
              onChange={(chosen) => set({ price_percent: Number(chosen) })}
            />
          </Line>
          <Line name={t('sandboxBalance')}>
            <div className="flex flex-wrap items-center gap-3">
              <span className="figures">{format.money(sandbox.balance, 2)}</span>
              <Button tone="secondary" size="small" onClick={() => set({ balance: poor })}>
                {t('sandboxPoor', { amount: format.money(poor, 2) })}
              </Button>
            </div>
          </Line>
          <SandboxFaults onFault={(fault) => set({ fault })} />
        </div>
      )}
    </CardSection>
  )
}

/** Of the balance only whether it suffices matters. */
function isNormal({ speed, price_percent: percent, balance, faults }: Sandbox): boolean {
  return speed === 1 && percent === 100 && balance > poor && faults.length === 0
}

function Line({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <p className="text-14 font-semibold">{name}</p>
      {children}
      {hint !== undefined && <p className="text-13 text-ink-3">{hint}</p>}
    </div>
  )
}
