import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '#web/platform/api/api-error.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { backdropClass, popupClass, popupWidths } from './dialog-box.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { controlClass } from '#web/ui/fields/field.tsx'

export type ConfirmProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What happens, and what can't be undone. */
  children: ReactNode
  /** The button's label: "Cancel order", never "OK". */
  action: string
  /** The label of the cancel button, where "Cancel" would be ambiguous. */
  keep?: string
  tone?: 'danger' | 'primary'
  /** A word that must be typed first: for actions that affect many. */
  word?: string
  onConfirm: () => Promise<void> | void
  /** Where the focus goes, if the action removes the element that opened the dialog. Null: back to it. */
  focusAfter?: () => HTMLElement | null
}

/** The part of `Confirm` that is loaded when it is first opened. */
export function ConfirmBox({ isOpen, onOpenChange, title, children, focusAfter, ...rest }: ConfirmProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !isBusy && onOpenChange(open)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          className={cx(popupClass, popupWidths.narrow)}
          finalFocus={focusAfter && (() => focusAfter() ?? true)}
        >
          <Base.Title className="text-20 font-bold">{title}</Base.Title>
          <Base.Description render={<div className="text-ink-2" />}>{children}</Base.Description>
          <Answer {...rest} isBusy={isBusy} setIsBusy={setIsBusy} onDone={() => onOpenChange(false)} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type AnswerProps = Pick<ConfirmProps, 'action' | 'keep' | 'tone' | 'word' | 'onConfirm'> & {
  isBusy: boolean
  setIsBusy: (isBusy: boolean) => void
  onDone: () => void
}

function Answer({ action, keep, tone = 'danger', word, onConfirm, isBusy, setIsBusy, onDone }: AnswerProps) {
  const t = useText(commonText)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()

  async function confirm(): Promise<void> {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await onConfirm()
      onDone()
    } catch (error) {
      setRefusal(messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      {word !== undefined && (
        <div className="grid gap-2">
          <label htmlFor={id} className="text-15 font-semibold">
            {t('typeToConfirm', { word })}
          </label>
          <input
            id={id}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            className={controlClass}
          />
        </div>
      )}
      {refusal !== undefined && <Alert>{refusal}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Base.Close render={<Button tone="secondary" isDisabled={isBusy} />}>
          {keep ?? t('cancel')}
        </Base.Close>
        <Button
          tone={tone}
          isBusy={isBusy}
          isDisabled={word !== undefined && typed.trim() !== word}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </div>
    </>
  )
}
