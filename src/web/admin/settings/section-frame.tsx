import type { ReactNode } from 'react'
import type { Permission } from '#contract/base/permissions.ts'
import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import type { SectionForm } from './use-section-form.ts'

/** A section's form: its cards, its errors, and the save bar below. */
export function SectionFrame({
  form,
  needs = 'settings',
  children,
}: {
  form: SectionForm
  /** Required in addition to `settings`: all staff see the section, those with it can change it. */
  needs?: Permission
  children: ReactNode
}) {
  const t = useText(adminSettingsText)
  const { conflict } = form
  return (
    <Form form={form} className="grid gap-5">
      {conflict !== undefined && (
        <Alert tone="info">
          <div className="grid gap-2">
            <p>{t('changedElsewhere')}</p>
            <div className="flex flex-wrap gap-2">
              <Button size="small" tone="secondary" onClick={conflict.showTheirs}>
                {t('showTheirs')}
              </Button>
              <Button size="small" tone="secondary" onClick={conflict.keepMine}>
                {t('keepMine')}
              </Button>
            </div>
          </div>
        </Alert>
      )}
      <Guarded needs={needs}>{children}</Guarded>
      <SaveBar ground="page" isGuarded />
    </Form>
  )
}

/** Settings that need more than `settings` are shown to all staff, and changed by those with the permission. */
export function Guarded({ needs, children }: { needs: Permission; children: ReactNode }) {
  const t = useText(adminSettingsText)
  const user = useSession()?.user
  if (user === undefined || mayDo(user, needs)) return children
  return (
    <>
      <Alert tone="info">{t('notYours')}</Alert>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </>
  )
}

/** Fields of a card, one below the other. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 p-5 max-wide:p-4">{children}</div>
}

/** Shown next to or below the fields: the same words as on a page. */
export function Preview({ children }: { children: ReactNode }) {
  const t = useText(adminSettingsText)
  return (
    <section aria-label={t('preview')} className="grid gap-3 border-t border-line p-5 max-wide:p-4">
      <p className="text-13 text-ink-3">{t('preview')}</p>
      {children}
    </section>
  )
}
