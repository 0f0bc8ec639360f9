import { use, useEffect, useRef } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { FormContext } from './form-context.ts'
import { LeaveGuard } from './leave-guard.tsx'

type SaveBarProps = {
  /** The button's label; default "Save Changes". */
  label?: string
  /** 'card': the form fills a padded card and the bar is its lower edge. 'page': below the page's cards. */
  ground?: 'card' | 'page'
  /** A component around it asks before the page is left. */
  isGuarded?: boolean
}

/**
 * The end of an editing form: "Unsaved changes · Discard · Save". While there are unsaved changes it is visible
 * anywhere in the form, and leaving the page asks first.
 */
export function SaveBar({ label, ground = 'card', isGuarded = false }: SaveBarProps) {
  const t = useText(commonText)
  const { isDirty, isBusy, discard, isKept } = use(FormContext)
  const bar = useRef<HTMLDivElement>(null)
  // The bar may appear over the field that is being edited.
  useEffect(() => (isDirty ? keepUncovered(bar.current) : undefined), [isDirty])
  function discardHere(): void {
    discard()
    // The pressed Discard button disappears.
    bar.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
  }
  return (
    <div
      ref={bar}
      data-save-bar={isDirty ? '' : undefined}
      className={cx(
        'col-span-full flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-t py-3',
        grounds[ground],
        isDirty
          ? 'sticky bottom-0 z-10 border-line'
          : ground === 'page'
            ? 'border-transparent'
            : 'border-line',
      )}
    >
      <output className="me-auto text-14 text-ink-2 max-narrow:w-full">{isDirty && t('unsaved')}</output>
      {isDirty && (
        <Button tone="quiet" onClick={discardHere} isDisabled={isBusy}>
          {t('discard')}
        </Button>
      )}
      <Button type="submit" isBusy={isBusy} isDisabled={!isDirty}>
        {label ?? t('saveChanges')}
      </Button>
      {!isGuarded && <LeaveGuard isUnsaved={isDirty && !isBusy} isKept={isKept} />}
    </div>
  )
}

const grounds = {
  card: '-mx-5 -mb-5 rounded-b-card bg-surface px-5 max-wide:-mx-4 max-wide:-mb-4 max-wide:px-4',
  page: '-mx-1 bg-canvas px-1',
} as const

/** Scrolls the focused element above the bar, using the page's scroll padding (base.css). */
function keepUncovered(bar: HTMLElement | null): (() => void) | undefined {
  const form = bar?.closest('form')
  if (form == null) return undefined
  const uncover = () => {
    const focused = form.querySelector(':focus-visible')
    if (focused !== null && bar?.contains(focused) === false) focused.scrollIntoView({ block: 'nearest' })
  }
  uncover()
  form.addEventListener('focusin', uncover)
  return () => form.removeEventListener('focusin', uncover)
}
