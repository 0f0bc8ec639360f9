import { lazy } from 'react'
import { listBackups } from '#contract/operations/backups.ts'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { adminBackupsText } from '#web/admin/settings/texts.en.ts'
import { settingsPartsText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { load, useLoaded } from '#web/platform/query/query-client.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { useIsOwner } from '#web/platform/session/may.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import type { Route } from './+types/backups-page.ts'
import { BackupsList } from './backups-list.tsx'
import { useBackupsForm } from './use-backups-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

/** Older ones are removed or failed long ago. */
const shownMax = 30

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return load(queryOf(listBackups, { query: { limit: shownMax } }), signal)
}

/** Only loaded if they are on: the page is at its script size limit. */
const AutomaticFields = lazy(async () => ({
  default: (await import('./automatic-fields.tsx')).AutomaticFields,
}))

/** When and where backups are made, and the existing ones. */
export default function AdminBackupsPage({ loaderData }: Route.ComponentProps) {
  const t = useText(adminBackupsText)
  const part = useText(settingsPartsText)
  const found = useLoaded(loaderData)
  const form = useBackupsForm()
  const isOwner = useIsOwner()
  const { isOn } = form.values
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
            {isOn && (
              <LazyPart>
                <AutomaticFields form={form} />
              </LazyPart>
            )}
          </fieldset>
        </Fields>
      </CardSection>
      <BackupsList found={found} isOn={form.known.settings.backups !== null} />
    </SectionFrame>
  )
}
