import { testTranslator } from '#contract/settings/setup-tests.ts'
import { call } from '#web/api/call.ts'
import { adminSettingsText } from '#web/messages/admin-settings.ts'
import { say, useText } from '#web/messages/text.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SecretField } from './secret-field.tsx'
import { Fields, SectionFrame } from './section-frame.tsx'
import { sayTryFailed } from './say-try-failed.ts'
import { type Tried, TryButton } from './try-button.tsx'
import { useSectionForm } from './use-section-form.ts'

export default function AdminTranslatorPage() {
  const t = useText(adminSettingsText)
  const form = useSectionForm({
    name: 'translator',
    sections: ['translator'],
    toForm: ({ translator }) => ({ isOwn: translator !== null, url: translator?.url ?? '' }),
    toWire: ({ isOwn, url }) => ({ translator: isOwn ? { url } : null }),
  })
  const { isOwn, url } = form.values
  return (
    <SectionFrame form={form}>
      <CardSection title={t('translator')}>
        <Fields>
          <Switch
            name="translator"
            label={<span className="font-semibold">{t('ownTranslator')}</span>}
            hint={t('ownTranslatorHint')}
            checked={isOwn}
            onChange={({ currentTarget }) => form.set({ isOwn: currentTarget.checked })}
          />
          {isOwn && (
            <>
              <TextField
                label={t('translatorUrl')}
                name="translator.url"
                type="url"
                autoComplete="off"
                value={url}
                onChange={({ currentTarget }) => form.set({ url: currentTarget.value })}
                error={form.errors['translator.url']}
              />
              <SecretField
                form={form}
                label={t('translatorKey')}
                name="translator_key"
                isKept={form.known.has_translator_key}
              />
            </>
          )}
        </Fields>
        <TryButton label={t('testTranslator')} onTry={tryTranslator} />
      </CardSection>
    </SectionFrame>
  )
}

async function tryTranslator(): Promise<Tried> {
  const { outcome, place, reason, milliseconds } = await call(testTranslator)
  if (outcome === 'works')
    return {
      isGood: true,
      words: say(adminSettingsText, 'translatorWorks', { said: place ?? '', milliseconds }),
    }
  if (outcome === 'failed') return { isGood: false, words: sayTryFailed(reason) }
  return { isGood: false, words: say(adminSettingsText, 'translatorUnset') }
}
