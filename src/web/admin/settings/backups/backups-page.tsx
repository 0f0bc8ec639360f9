import { listBackups } from '#contract/operations/backups.ts'
import { backupsKeptMax, type BackupsSetting } from '#contract/settings/settings-of-backups.ts'
import { SecretField } from '#web/admin/settings/secret-field.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { adminBackupsText } from '#web/admin/settings/texts.en.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { toWireNumber } from '#web/platform/format/typed-figures.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { useIsOwner } from '#web/platform/session/may.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import type { Route } from './+types/backups-page.ts'
import { BackupsList } from './backups-list.tsx'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

/** Older ones are removed or failed long ago. */
const shownMax = 30

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return load(queryOf(listBackups, { query: { limit: shownMax } }), signal)
}

const bucketBoxes = [
  { name: 'endpoint', label: 'endpoint' },
  { name: 'region', label: 'region' },
  { name: 'bucket', label: 'bucketName' },
  { name: 'access_key_id', label: 'accessKeyId' },
] as const

/** When and where backups are made, and those that exist. */
export default function AdminBackupsPage({ loaderData }: Route.ComponentProps) {
  const t = useText(adminBackupsText)
  const part = useText(settingsPartsText)
  const found = useLoaded(loaderData)
  const form = useBackupsForm()
  const isOwner = useIsOwner()
  const { isOn, store } = form.values
  return (
    <SectionFrame form={form}>
      <CardSection title={part('backups')}>
        <Fields>
          {!isOwner && <Alert tone="info">{t('ownersOnly')}</Alert>}
          <fieldset disabled={!isOwner} className="contents">
            <Switch
              name="backups"
              label={<span className="font-semibold">{t('automatic')}</span>}
              hint={t('automaticHint')}
              checked={isOn}
              onChange={({ currentTarget }) => form.set({ isOn: currentTarget.checked })}
            />
            {isOn && <Times form={form} />}
            {isOn && (
              <RadioGroup
                name="store"
                label={t('where')}
                hasCards
                value={store}
                onChange={(chosen) => form.set({ store: chosen })}
                choices={[
                  { value: 'folder', label: t('folder'), note: t('folderNote') },
                  { value: 'bucket', label: t('bucket'), note: t('bucketNote') },
                ]}
              />
            )}
            {isOn && store === 'folder' && (
              <TextField
                label={t('path')}
                hint={t('pathHint')}
                {...form.box('folder', 'backups.folder')}
                autoComplete="off"
                spellCheck={false}
              />
            )}
            {isOn && store === 'bucket' && <Bucket form={form} />}
            {isOn && <Sealing form={form} />}
          </fieldset>
        </Fields>
      </CardSection>
      <BackupsList found={found} isOn={form.known.settings.backups !== null} />
    </SectionFrame>
  )
}

type Form = ReturnType<typeof useBackupsForm>

function useBackupsForm() {
  return useSectionForm({
    name: 'backups',
    sections: ['backups'],
    toForm: ({ backups }) => ({
      isOn: backups !== null,
      at: backups?.at ?? '03:00',
      time_zone: backups?.time_zone ?? ownZone(),
      keep: String(backups?.keep ?? 14),
      checks_weekly: backups?.checks_weekly ?? true,
      store: storeOf(backups),
      folder: backups?.folder ?? '',
      endpoint: backups?.bucket?.endpoint ?? '',
      region: backups?.bucket?.region ?? 'us-east-1',
      bucket: backups?.bucket?.bucket ?? '',
      access_key_id: backups?.bucket?.access_key_id ?? '',
    }),
    toWire: ({ isOn, store, folder, keep, at, time_zone, checks_weekly, ...bucket }, language) => ({
      backups: isOn
        ? {
            at,
            time_zone,
            keep: toWireNumber(language, keep),
            checks_weekly,
            folder: store === 'bucket' || folder.trim() === '' ? null : folder.trim(),
            bucket: store === 'bucket' ? bucket : null,
          }
        : null,
    }),
  })
}

function storeOf(backups: BackupsSetting | null): 'folder' | 'bucket' {
  return backups === null || backups.bucket === null ? 'folder' : 'bucket'
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function Times({ form }: { form: Form }) {
  const t = useText(adminBackupsText)
  const { time_zone: zone } = form.values
  const zones = [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return (
    <>
      <div className="grid gap-5 narrow:grid-cols-2">
        <TextField label={t('at')} type="time" {...form.box('at', 'backups.at')} />
        <SelectField
          label={t('zone')}
          {...form.box('time_zone', 'backups.time_zone')}
          options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
      </div>
      <NumberField
        label={t('keep')}
        hint={t('keepHint')}
        {...form.box('keep', 'backups.keep')}
        kind="whole"
        min="1"
        max={String(backupsKeptMax)}
      />
    </>
  )
}

function Bucket({ form }: { form: Form }) {
  const t = useText(adminBackupsText)
  return (
    <>
      {bucketBoxes.map(({ name, label }) => (
        <TextField
          key={name}
          label={t(label)}
          {...form.box(name, `backups.bucket.${name}`)}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      <SecretField
        form={form}
        label={t('secretKey')}
        name="backup_secret_key"
        isKept={form.known.has_backup_secret_key}
      />
    </>
  )
}

function Sealing({ form }: { form: Form }) {
  const t = useText(adminBackupsText)
  return (
    <>
      <PasswordField
        label={t('passphrase')}
        hint={t(form.known.has_backup_passphrase ? 'passphraseSet' : 'passphraseUnset')}
        autoComplete="new-password"
        {...form.secretBox('backup_passphrase')}
      />
      <p className="text-14 text-ink-2">{t('keyElsewhere')}</p>
      <Switch
        name="backups.checks_weekly"
        label={t('checksWeekly')}
        hint={t('checksHint')}
        checked={form.values.checks_weekly}
        onChange={({ currentTarget }) => form.set({ checks_weekly: currentTarget.checked })}
      />
    </>
  )
}
