import type { BackupsSetting } from '#contract/settings/settings-of-backups.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'
import { toWireNumber } from '#web/platform/format/typed-figures.ts'

export type BackupsForm = ReturnType<typeof useBackupsForm>

export function useBackupsForm() {
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
