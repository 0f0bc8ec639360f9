import { useState } from 'react'
import { pauseProvider, resumeProvider, getProvider } from '#contract/providers/provider-actions.ts'
import { type Provider, updateProvider } from '#contract/providers/providers.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DeleteProvider } from './delete-provider.tsx'
import { useSync } from './use-sync.ts'

/** Immediate actions for a provider. */
export function ProviderActions({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const [asked, setAsked] = useState<'pause' | 'off'>()
  const { id, name, is_enabled: isEnabled, has_key: hasKey, health } = provider
  const sync = useSync(id)
  const params = { id }

  async function act(work: () => Promise<unknown>, said: string): Promise<void> {
    await work()
    toast('success', said)
    await reread(getProvider)
  }
  /** Outside a dialog only this shows the error. */
  const tell = (done: Promise<void>) => void done.catch((error: unknown) => toast('error', messageOf(error)))
  return (
    <div className="flex flex-wrap gap-2 border-t border-line p-5 max-wide:p-4 *:grow">
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
