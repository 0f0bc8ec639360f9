import { useState } from 'react'
import { disableTwoFactor, makeRecoveryCodes } from '#contract/users/two-factor.ts'
import { call } from '#web/platform/api/call.ts'
import { twoFactorText } from '#web/parts/two-factor/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { PasswordField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { CodeField } from '#web/parts/two-factor/code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export type Change = 'off' | 'codes'
type ChangeDialogProps = { change: Change; onChanged: () => void; onClose: () => void }

/** Turning it off, or creating new recovery codes: both require the factors again. */
export function ChangeDialog({ change, onChanged, onClose }: ChangeDialogProps) {
  const t = useText(twoFactorText)
  const [codes, setCodes] = useState<readonly string[]>()
  const [isLeaving, setIsLeaving] = useState(false)
  const isOff = change === 'off'
  const form = useForm({
    schema: makeRecoveryCodes.body,
    failure: t('failed'),
    onSubmit: async (body) => {
      if (isOff) {
        await call(disableTwoFactor, { body })
        toast('success', t('isOff'))
        onClose()
      } else setCodes((await call(makeRecoveryCodes, { body })).recovery_codes)
      onChanged()
    },
  })
  const asking = isOff ? t('turnOffTitle') : t('newCodesTitle')
  return (
    <Dialog
      isOpen
      onOpenChange={() => (codes === undefined ? onClose() : setIsLeaving(true))}
      title={codes === undefined ? asking : t('codesTitle')}
    >
      {codes === undefined ? (
        <Form form={form}>
          <p className="text-14 text-ink-2">{isOff ? t('turnOffLead') : t('newCodesLead')}</p>
          <PasswordField label={t('password')} name="password" autoComplete="current-password" />
          <CodeField />
          <div className="flex justify-end">
            <Button
              type="submit"
              tone={isOff ? 'danger' : 'primary'}
              isBusy={form.isBusy}
              className="max-narrow:w-full"
            >
              {isOff ? t('turnOff') : t('makeCodes')}
            </Button>
          </div>
        </Form>
      ) : (
        <RecoveryCodes lead={t('newLead')} codes={codes} isLeaving={isLeaving} onKept={onClose} />
      )}
    </Dialog>
  )
}
