import { testStorage } from '#contract/settings/setup-tests.ts'
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

const boxes = [
  { name: 'endpoint', label: 'endpoint' },
  { name: 'region', label: 'region' },
  { name: 'bucket', label: 'bucket' },
  { name: 'access_key_id', label: 'accessKeyId' },
] as const

export default function AdminStoragePage() {
  const t = useText(adminSettingsText)
  const part = useText(settingsPartsText)
  const form = useSectionForm({
    name: 'storage',
    sections: ['storage'],
    toForm: ({ storage }) => ({
      isOwn: storage !== null,
      endpoint: storage?.endpoint ?? '',
      region: storage?.region ?? 'us-east-1',
      bucket: storage?.bucket ?? '',
      access_key_id: storage?.access_key_id ?? '',
    }),
    toWire: ({ isOwn, ...storage }) => ({ storage: isOwn ? storage : null }),
  })
  const { isOwn } = form.values
  return (
    <SectionFrame form={form}>
      <CardSection title={part('storage')}>
        <Fields>
          <Switch
            name="storage"
            label={<span className="font-semibold">{t('ownBucket')}</span>}
            hint={t('ownBucketHint')}
            checked={isOwn}
            onChange={({ currentTarget }) => form.set({ isOwn: currentTarget.checked })}
          />
          {isOwn &&
            boxes.map(({ name, label }) => (
              <TextField
                key={name}
                label={t(label)}
                {...form.box(name, `storage.${name}`)}
                autoComplete="off"
                spellCheck={false}
              />
            ))}
          {isOwn && (
            <SecretField
              form={form}
              label={t('secretKey')}
              name="storage_secret_key"
              isKept={form.known.has_storage_secret_key}
            />
          )}
        </Fields>
        <TryButton label={t('testStorage')} onTry={tryStorage} />
      </CardSection>
    </SectionFrame>
  )
}

async function tryStorage(): Promise<Tried> {
  const { outcome, place, reason, milliseconds } = await call(testStorage)
  if (outcome !== 'works') return { isGood: false, words: sayTryFailed(reason) }
  const words =
    place === null
      ? say(adminSettingsText, 'diskWorks', { milliseconds })
      : say(adminSettingsText, 'bucketWorks', { place, milliseconds })
  return { isGood: true, words }
}
