import { backupsKeptMax } from '#contract/settings/settings-of-backups.ts'
import { SecretField } from '#web/admin/settings/secret-field.tsx'
import { adminBackupsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'
import type { BackupsForm } from './use-backups-form.ts'

const bucketBoxes = [
  { name: 'endpoint', label: 'endpoint' },
  { name: 'region', label: 'region' },
  { name: 'bucket', label: 'bucketName' },
  { name: 'access_key_id', label: 'accessKeyId' },
] as const

/** When automatic backups are made, where they are stored, and how they are encrypted and checked. */
export function AutomaticFields({ form }: { form: BackupsForm }) {
  const t = useText(adminBackupsText)
  const { store } = form.values
  return (
    <>
      <Times form={form} />
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
      {store === 'folder' && (
        <TextField
          label={t('path')}
          hint={t('pathHint')}
          {...form.box('folder', 'backups.folder')}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {store === 'bucket' && <Bucket form={form} />}
      <Sealing form={form} />
    </>
  )
}

function Times({ form }: { form: BackupsForm }) {
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

function Bucket({ form }: { form: BackupsForm }) {
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

function Sealing({ form }: { form: BackupsForm }) {
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
