import { testTranslator } from '#contract/settings/setup-tests.ts'
import { call } from '#web/platform/api/call.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { say, useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SecretField } from '#web/admin/settings/secret-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { sayTryFailed } from '#web/admin/settings/say-try-failed.ts'
import { type Tried, TryButton } from '#web/admin/settings/try-button.tsx'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

export default function AdminTranslatorPage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'translator',
    sections: ['translator'],
    toForm: ({ translator }) => ({ isOwn: translator !== null, url: translator?.url ?? '' }),
    toWire: ({ isOwn, url }) => ({ translator: isOwn ? { url } : null }),
  })
  const { isOwn } = form.values
  return (
    <SectionFrame form={form}>
      <CardSection title={part('translator')}>
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
                {...form.box('url', 'translator.url')}
                type="url"
                autoComplete="off"
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
