import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pauseProvider, resumeProvider, syncProvider } from '#contract/provider-desk.ts'
import { type Provider, updateProvider } from '#contract/providers.ts'
import type { SyncTrouble } from '#contract/sync-troubles.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useFormat } from '#web/language/use-format.ts'
import { adminProvidersText } from '#web/messages/admin-providers.ts'
import { type PlainKey, useText } from '#web/messages/text.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { DeleteProvider } from './delete-provider.tsx'
import { ProviderAnswers, ProviderBalance, ProviderHeld } from './provider-figures.tsx'

const doubts: Record<SyncTrouble, PlainKey<typeof adminProvidersText>> = {
  not_read: 'not_read',
  empty: 'emptyList',
  half_missing: 'half_missing',
  currency: 'currencyDoubt',
  prices: 'pricesDoubt',
}

/** How it stands, and what is done about that at once. */
export function ProviderNow({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const format = useFormat()
  const { calls, sync, services, health, reading } = provider
  return (
    <CardSection title={t('now')}>
      <dl className="grid gap-2 p-5 text-14 max-wide:p-4">
        <Fact name={t('columnBalance')}>
          <ProviderBalance provider={provider} />
        </Fact>
        <Fact name={t('columnCalls')}>
          <ProviderAnswers calls={calls} />
        </Fact>
        {calls.slowest_ms !== null && (
          <Fact name={t('callsCount', { count: calls.count })}>
            {t('slowest', { count: calls.slowest_ms })}
          </Fact>
        )}
        <Fact name={t('columnServices')}>{format.number(services)}</Fact>
        <Fact name={t('columnHeld')}>
          <ProviderHeld provider={provider} />
        </Fact>
        <Fact name={t('priceList')}>
          {sync.synced_at === null ? t('readNever') : <RelativeTime date={sync.synced_at} />}
        </Fact>
        {health.last_error !== null && <Fact name={t('sendsTo')}>{health.last_error}</Fact>}
        {reading.last_error !== null && <Fact name={t('asks')}>{reading.last_error}</Fact>}
      </dl>
      {sync.trouble !== null && <Doubt provider={provider} trouble={sync.trouble} />}
      <Actions provider={provider} />
    </CardSection>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A list that was not believed; what only looks odd may be believed by a person. */
function Doubt({
  provider: { id },
  trouble: { code, error },
}: {
  provider: Provider
  trouble: NonNullable<Provider['sync']['trouble']>
}) {
  const t = useText(adminProvidersText)
  const sync = useSync(id)
  const [isOpen, setIsOpen] = useState(false)
  const mayBelieve = code === 'half_missing' || code === 'prices'
  return (
    <div className="grid gap-2 border-t border-line bg-foil-soft px-5 py-4 text-14 text-foil-ink max-wide:px-4">
      <p className="font-semibold">{t('listNotUsed')}</p>
      <p>
        {t(doubts[code])} {t('doubtText')}
      </p>
      {error !== null && <p className="text-13 wrap-anywhere">{error}</p>}
      {mayBelieve && (
        <Button tone="secondary" size="small" className="justify-self-start" onClick={() => setIsOpen(true)}>
          {t('believe')}
        </Button>
      )}
      <Confirm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('believeTitle')}
        action={t('believe')}
        onConfirm={() => sync.run(true)}
      >
        {t('believeText')}
      </Confirm>
    </div>
  )
}

/** Reads the price list now, and says what came of it. */
function useSync(id: number) {
  const t = useText(adminProvidersText)
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  async function run(accept: boolean): Promise<void> {
    setIsBusy(true)
    try {
      const { synced, trouble } = await call(syncProvider, { params: { id }, body: { accept } })
      if (trouble !== null) toast('error', `${t('listNotUsed')}: ${t(doubts[trouble])}`)
      if (synced !== null) {
        const { services: _, held: __, repriced: ___, ...kinds } = synced
        toast('success', t('listRead', { count: Object.values(kinds).reduce((sum, one) => sum + one, 0) }))
      }
    } finally {
      setIsBusy(false)
      await revalidate()
    }
  }
  return { run, isBusy }
}

function Actions({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<'pause' | 'off'>()
  const { id, name, is_enabled: isEnabled, has_key: hasKey, health } = provider
  const sync = useSync(id)
  const params = { id }

  async function act(work: () => Promise<unknown>, said: string): Promise<void> {
    await work()
    toast('success', said)
    await revalidate()
  }
  /** Outside of a question nobody else says what was refused. */
  const tell = (done: Promise<void>) => void done.catch((error: unknown) => toast('error', messageOf(error)))
  return (
    <div className="flex flex-wrap gap-2 border-t border-line p-5 max-wide:p-4">
      <Button
        tone="secondary"
        size="small"
        isBusy={sync.isBusy}
        isDisabled={!hasKey}
        onClick={() => tell(sync.run(false))}
      >
        {t('readList')}
      </Button>
      {isEnabled && health.state !== 'stopped' && (
        <Button tone="secondary" size="small" onClick={() => setAsked('pause')}>
          {t('pause')}
        </Button>
      )}
      {isEnabled && health.state === 'stopped' && (
        <Button
          size="small"
          onClick={() => tell(act(() => call(resumeProvider, { params }), t('resumedNow')))}
        >
          {t('resume')}
        </Button>
      )}
      {isEnabled ? (
        <Button tone="secondary" size="small" onClick={() => setAsked('off')}>
          {t('switchOff')}
        </Button>
      ) : (
        <Button
          size="small"
          isDisabled={!hasKey}
          onClick={() =>
            tell(act(() => call(updateProvider, { params, body: { is_enabled: true } }), t('saved')))
          }
        >
          {t('switchOn')}
        </Button>
      )}
      <DeleteProvider provider={provider} />
      <Confirm
        isOpen={asked === 'pause'}
        onOpenChange={() => setAsked(undefined)}
        title={t('pauseTitle', { name })}
        action={t('pause')}
        tone="primary"
        onConfirm={() => act(() => call(pauseProvider, { params }), t('pausedNow'))}
      >
        {t('pauseText')}
      </Confirm>
      <Confirm
        isOpen={asked === 'off'}
        onOpenChange={() => setAsked(undefined)}
        title={t('switchOffTitle', { name })}
        action={t('switchOff')}
        onConfirm={() => act(() => call(updateProvider, { params, body: { is_enabled: false } }), t('saved'))}
      >
        {t('switchOffText')}
      </Confirm>
    </div>
  )
}
