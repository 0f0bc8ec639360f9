import { type getOwnActions, OWN_ACTIONS_COUNTED_MAX } from '#contract/audit-log/audit-log.ts'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { sayAction, Target } from '#web/admin/audit/say-action.tsx'
import { adminDashboardText } from './texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

/** The staff member's own actions today, newest first. */
export function OwnActions({ known: { actions, count } }: { known: AnswerOf<typeof getOwnActions> }) {
  const t = useText(adminDashboardText)
  const language = useLanguage()
  const isBounded = count >= OWN_ACTIONS_COUNTED_MAX
  return (
    <CardSection
      title={t('youDid')}
      aside={
        count > 0 && (
          <span className="text-14 text-ink-2">
            {isBounded ? t('youDidMany', { count }) : t('youDidCount', { count })}
          </span>
        )
      }
    >
      {count === 0 && <p className="px-5 py-4 text-ink-2 max-wide:px-4">{t('didNothing')}</p>}
      <ul className="divide-y divide-line">
        {actions.map((action) => (
          <li
            key={action.number}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-15 max-wide:px-4"
          >
            <span>{sayAction(language, action.action)}</span>
            <Target action={{ ...action, subject_name: null }} className="text-14" />
            <RelativeTime date={action.created_at} className="ms-auto text-13 text-ink-3" />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
