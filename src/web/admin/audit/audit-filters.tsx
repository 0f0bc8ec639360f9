import { staffActions, staffSubjects, subjectOf } from '#contract/audit-log/staff-actions.ts'
import { staffActionsIn, staffSubjectsIn } from '#contract/words/staff-actions.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminAuditText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { UrlDay, UrlSearch, UrlSelect } from '#web/ui/fields/url-fields.tsx'
import { idIn, oneIn, searchIn } from '#web/ui/list/read-address.ts'
import { periodOf } from '#web/platform/format/period.ts'

/** The valid filters in the URL. `?subject=user&id=12` is everything about one subject. */
export function auditAsked(params: URLSearchParams) {
  return {
    ...periodOf(params),
    search: searchIn(params),
    actor_id: idIn(params, 'who'),
    action: oneIn(params, 'action', [...staffSubjects, ...staffActions]),
    subject: oneIn(params, 'subject', staffSubjects),
    subject_id: idIn(params, 'id'),
  }
}

/** All stored in the URL, so that a view can be bookmarked and Back restores it. */
export function AuditFilters({ actors }: { actors: readonly { id: number; name: string | null }[] }) {
  const t = useText(adminAuditText)
  return (
    <div className="grid gap-3 max-wide:grid-cols-2 wide:grid-cols-[2fr_1fr_1.4fr_auto_auto] max-wide:[&>:first-child]:col-span-2 max-[359px]:*:col-span-2">
      <UrlSearch label={t('search')} hint={t('searchHint')} />
      <UrlSelect
        name="who"
        label={t('who')}
        options={[
          { value: '', label: t('everybody') },
          ...actors.map(({ id, name }) => ({
            value: String(id),
            label: `${name ?? t('deletedUser')} #${id}`,
          })),
        ]}
      />
      <UrlSelect
        name="action"
        label={t('what')}
        options={[{ value: '', label: t('everything') }, ...useKinds()]}
      />
      <UrlDay name="from" label={t('from')} />
      <UrlDay name="to" label={t('to')} />
    </div>
  )
}

/** Each subject with all of its actions, and below it each action. */
function useKinds() {
  const t = useText(adminAuditText)
  const language = useLanguage()
  const [names, subjects] = [staffActionsIn[language], staffSubjectsIn[language]]
  return staffSubjects.flatMap((subject) => [
    { value: subject, label: t('allOf', { subject: subjects[subject] }) },
    ...staffActions
      .filter((action) => subjectOf(action) === subject)
      .map((action) => ({ value: action, label: `\u2003${names[action]}` })),
  ])
}
