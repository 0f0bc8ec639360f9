import { landingText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Chip } from '#web/ui/text/badge.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Section } from '#web/parts/landing/landing-sections.tsx'
import { Features } from './landing-steps.tsx'
import type { LedgerLine } from './worked-example.ts'

const labels = {
  deposit: 'lineDeposit',
  bonus: 'lineBonus',
  order: 'lineOrder',
  refund: 'lineRefund',
} as const

/** The product's main point with a proof: an identity, and lines that add up to it. */
export function LedgerBand({ lines }: { lines: readonly LedgerLine[] }) {
  const t = useText(landingText)
  return (
    <Section id="features" height="later-293 wide:later-152" title={t('ledgerTitle')} lead={t('ledgerLead')}>
      <div className="grid items-start gap-10 wide:grid-cols-[minmax(0,1fr)_26rem] wide:gap-14">
        <Features />
        <figure className="grid gap-4 rounded-card border border-line bg-surface p-5">
          <figcaption className="grid justify-items-start gap-3">
            <Chip tone="foil">{t('example')}</Chip>
            <Identity />
          </figcaption>
          <LedgerTable lines={lines} />
        </figure>
      </div>
    </Section>
  )
}

function Identity() {
  const t = useText(landingText)
  return (
    <p className="text-17 leading-7">
      <span className="font-bold">{t('balance')}</span> <Sign>=</Sign> {t('deposits')} <Sign>−</Sign>{' '}
      {t('orders')} <Sign>+</Sign> {t('refunds')} <Sign>+</Sign> {t('bonuses')}
    </p>
  )
}

function Sign({ children }: { children: string }) {
  return <span className="figures px-0.5 text-petrol">{children}</span>
}

function LedgerTable({ lines }: { lines: readonly LedgerLine[] }) {
  const t = useText(landingText)
  return (
    <table className="amounts w-full text-14">
      <thead>
        <tr className="text-13 text-ink-3 max-narrow:grid max-narrow:grid-cols-2">
          <th scope="col" className="pb-2 text-start font-normal max-narrow:sr-only">
            {t('movement')}
          </th>
          <th scope="col" className="pb-2 text-end font-normal">
            {t('amount')}
          </th>
          <th scope="col" className="pb-2 text-end font-normal">
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ type, amount, balance }) => (
          <tr key={type} className="border-t border-line max-narrow:grid max-narrow:grid-cols-2">
            <th scope="row" className="py-2 text-start font-normal max-narrow:col-span-2 max-narrow:pb-0">
              {t(labels[type])}
            </th>
            <td className="py-2 text-end">
              <MoneyText amount={amount} isSigned />
            </td>
            <td className="py-2 text-end font-semibold">
              <MoneyText amount={balance} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
