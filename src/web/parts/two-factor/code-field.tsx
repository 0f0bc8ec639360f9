import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '#contract/base/limits.ts'
import { twoFactorText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useFieldError } from '#web/ui/form/form-context.ts'

type CodeFieldProps = {
  /** Only the app's code is accepted: there are no recovery codes yet. */
  isFirst?: boolean
  /** The only field of its form, which is submitted with the sixth digit. */
  isAlone?: boolean
  /** Focused initially. */
  takesFocus?: boolean
}

/**
 * The field of a second factor. Phones show digits for the app's code, and fill in one that they know; for a recovery
 * code, which goes into the same field, they show letters.
 */
export function CodeField({ isFirst = false, isAlone = false, takesFocus = false }: CodeFieldProps) {
  const t = useText(twoFactorText)
  const [isRecovery, setIsRecovery] = useState(false)
  const error = useFieldError('code')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('input')?.focus()
  }, [takesFocus])
  // A refused code is selected, so that typing replaces it, even immediately after the error is painted.
  useLayoutEffect(() => {
    if (error !== undefined) frame.current?.querySelector('input')?.select()
  }, [error])

  function look({ currentTarget: box }: FormEvent<HTMLInputElement>): void {
    if (isAlone && !isRecovery && /^\d{6}$/.test(box.value.replaceAll(/[\s-]/g, '')))
      box.form?.requestSubmit()
  }

  return (
    <div ref={frame} className="grid justify-items-start gap-1">
      <TextField
        label={isRecovery ? t('recoveryCode') : t('code')}
        name="code"
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.twoFactorCodeMax}
        hint={isRecovery ? t('recoveryHint') : t('codeHint')}
        onInput={look}
        className="w-full"
      />
      {!isFirst && (
        <Button tone="quiet" size="small" className="-ms-3" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? t('useApp') : t('useRecovery')}
        </Button>
      )}
    </div>
  )
}
