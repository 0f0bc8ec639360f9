import { Link } from '#web/platform/page/link.tsx'
import type { Language } from '#contract/base/languages.ts'
import {
  type StaffActionCode,
  type StaffSubject,
  staffActions,
  staffSubjects,
} from '#contract/audit-log/staff-actions.ts'
import type { StaffAction } from '#contract/audit-log/audit-log.ts'
import { staffActionsIn, staffSubjectsIn } from '#contract/words/staff-actions.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminAuditText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMayOpen } from '#web/platform/session/may.ts'
import { cx } from '#web/ui/page/cx.ts'

/** The action; the code itself if another version wrote it. */
export function sayAction(language: Language, code: string): string {
  const known = staffActions.find((one): one is StaffActionCode => one === code)
  return known === undefined ? code : staffActionsIn[language][known]
}

/** The page for each kind of subject, to which its line links; undefined if it has none. */
const places: Readonly<Record<StaffSubject, (id: number) => string | undefined>> = {
  user: (id) => `/admin/users/${id}`,
  order: (id) => `/admin/orders/${id}`,
  deposit: (id) => `/admin/deposits/${id}?show=all`,
  ticket: (id) => `/admin/tickets/${id}`,
  service: (id) => `/admin/services?search=${id}`,
  category: () => '/admin/services',
  provider: (id) => `/admin/providers/${id}`,
  import: () => '/admin/services/import',
  database: () => undefined,
  announcement: () => '/admin/announcements',
  contact: () => '/admin/contact?show=answered',
  backup: () => '/admin/settings/backups',
  settings: () => '/admin/settings',
  // These are logged under their owner's id.
  api_key: (id) => `/admin/users/${id}`,
  email: (id) => `/admin/users/${id}`,
  job: () => '/admin/failures',
  canned_reply: () => '/admin/tickets/replies',
}

type TargetProps = {
  action: Pick<StaffAction, 'action' | 'subject' | 'subject_id' | 'subject_name'>
  className?: string
}

/** The subject, by name if it has one, as a link to its page. */
export function Target({ action, className }: TargetProps) {
  const t = useText(adminAuditText)
  const subjects = staffSubjectsIn[useLanguage()]
  const mayOpen = useMayOpen()
  const subject = staffSubjects.find((known) => known === action.subject)
  const { subject_id: id, subject_name: name } = action
  const shown = subject === undefined ? action.subject : subjects[subject]
  const label = id === null ? shown : `${shown} #${id}`
  const to = subject === undefined || action.action.endsWith('.delete') ? undefined : places[subject](id ?? 0)
  const isListed = id === null && subject === 'service'
  const text = (
    <>
      {isListed ? t('severalServices') : label}
      {name !== null && <bdi className="text-ink-2"> {name}</bdi>}
    </>
  )
  if (to === undefined || !mayOpen(to)) return <span className={cx('block', className)}>{text}</span>
  return (
    <Link
      to={isListed ? '/admin/services' : to}
      className={cx('block max-w-max text-petrol underline-offset-4 hover:underline', className)}
    >
      {text}
    </Link>
  )
}
