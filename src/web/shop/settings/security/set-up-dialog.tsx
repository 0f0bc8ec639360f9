import { useState } from 'react'
import { enableTwoFactor, setUpTwoFactor } from '#contract/users/two-factor.ts'
import { call } from '#web/platform/api/call.ts'
import { twoFactorText } from '#web/parts/two-factor/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { CodeField } from '#web/parts/two-factor/code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { PasswordStep } from './password-step.tsx'
import { QrCode } from './qr-code.tsx'

type Begun = { secret: string; url: string }

/**
 * The password, the secret with its first code, and the recovery codes. Nothing takes effect before the code is confirmed.
 */
export function SetUpDialog({ onTurnedOn, onClose }: { onTurnedOn: () => void; onClose: () => void }) {
  const t = useText(twoFactorText)
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <Dialog
      isOpen
      onOpenChange={() => (codes === undefined ? onClose() : setIsLeaving(true))}
      title={codes === undefined ? t('setUpTitle') : t('codesTitle')}
    >
      {codes !== undefined ? (
        <RecoveryCodes lead={t('keptLead')} codes={codes} isLeaving={isLeaving} onKept={onClose} />
      ) : begun === undefined ? (
        <PasswordStep
          onProven={async (password) => {
            const { secret, otpauth_url: url } = await call(setUpTwoFactor, undefined, {
              proof: { password },
            })
            setBegun({ secret, url })
          }}
        />
      ) : (
        <ScanStep
          begun={begun}
          onTurnedOn={(made) => {
            setCodes(made)
            onTurnedOn()
          }}
        />
      )}
    </Dialog>
  )
}

function ScanStep({ begun, onTurnedOn }: { begun: Begun; onTurnedOn: (codes: string[]) => void }) {
  const t = useText(twoFactorText)
  const form = useForm({
    schema: enableTwoFactor.body,
    failure: t('failed'),
    onSubmit: async (body) => onTurnedOn((await call(enableTwoFactor, { body })).recovery_codes),
  })
  return (
    <Form form={form}>
      <p className="text-14 text-ink-2">{t('scanLead')}</p>
      <div className="grid justify-items-center">
        <QrCode text={begun.url} label={t('qrCode')} />
      </div>
      <div className="grid gap-1">
        <p className="text-13 text-ink-3">{t('byHand')}</p>
        <div className="flex items-center gap-2 rounded-control border border-line-strong bg-sunken py-1 ps-3 pe-1">
          <code className="figures min-w-0 flex-1 py-1 text-14 select-all">{inGroups(begun.secret)}</code>
          <CopyButton value={begun.secret} what={t('key')} />
        </div>
      </div>
      <CodeField isFirst isAlone takesFocus />
      <div className="flex justify-end">
        <Button type="submit" isBusy={form.isBusy} className="max-narrow:w-full">
          {t('turnOn')}
        </Button>
      </div>
    </Form>
  )
}

/** In groups of four, for typing it from a screen. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
