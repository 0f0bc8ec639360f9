import type { ReactNode } from 'react'
import type { Permission } from '#contract/base/permissions.ts'
import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { mayDo } from '#web/platform/session/may.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import type { SectionForm } from './use-section-form.ts'

/** A part's form: its cards, what was refused, and below them what becomes of what was typed. */
export function SectionFrame({
  form,
  needs = 'settings',
  children,
}: {
  form: SectionForm
  /** Beside `settings`: shown to all of staff, and changed by those who have it. */
  needs?: Permission
  children: ReactNode
}) {
  const t = useText(adminSettingsText)
  const { conflict } = form
  return (
    <form {...form.props} className="grid gap-5">
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
      {conflict === undefined && form.refusal !== undefined && <Alert>{form.refusal}</Alert>}
      <Guarded needs={needs}>{children}</Guarded>
      <div
        data-bottom-bar={form.isDirty ? '' : undefined}
        className={cx('flex flex-wrap items-center gap-3', form.isDirty && inSight)}
      >
        <Button type="submit" isBusy={form.isBusy} isDisabled={!form.isDirty}>
          {t('save')}
        </Button>
        {form.isDirty && (
          <>
            <Button tone="quiet" onClick={form.discard}>
              {t('discard')}
            </Button>
            <span className="text-14 text-ink-2">{t('unsaved')}</span>
          </>
        )}
      </div>
    </form>
  )
}

/** What needs more than `settings` is shown to all of staff, and changed by those who may. */
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

/** What is typed can be saved from wherever one is on the page. */
const inSight = 'sticky bottom-0 z-10 -mx-1 border-t border-line bg-canvas px-1 py-3'

/** Fields of a card, one below the other. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 p-5 max-wide:p-4">{children}</div>
}

/** What stands beside or below the boxes: the same words as a page shows them. */
export function Preview({ children }: { children: ReactNode }) {
  const t = useText(adminSettingsText)
  return (
    <section aria-label={t('preview')} className="grid gap-3 border-t border-line p-5 max-wide:p-4">
      <p className="text-13 text-ink-3">{t('preview')}</p>
      {children}
    </section>
  )
}
