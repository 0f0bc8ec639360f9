import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { ShownProof } from '#contract/base/proof.ts'
import { makeRecoveryCodes } from '#contract/users/two-factor.ts'
import { proofText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CodeField } from './code-field.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { DialogBox } from '#web/ui/dialog/dialog-box.tsx'
import { PasswordField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import type { ProofAsked } from '#web/platform/session/ask-for-proof.ts'

type Kind = 'password' | 'code'

const schemas: Readonly<Record<Kind, z.ZodMiniType<ShownProof>>> = {
  password: z.pick(makeRecoveryCodes.body, { password: true }),
  code: z.pick(makeRecoveryCodes.body, { code: true }),
}

/** Above whatever else is open, which stays open: what was typed there is sent once the user has proven the session. */
export function ProofBox({ asked }: { asked: ProofAsked }) {
  const t = useText(proofText)
  const [kind, setKind] = useState<Kind>(asked.hasTwoFactor ? 'code' : 'password')
  const [isSwitched, setIsSwitched] = useState(false)
  return (
    <DialogBox
      isOpen
      onOpenChange={(isOpen) => !isOpen && asked.cancel()}
      title={t('title')}
      description={t(kind === 'code' ? 'codeLead' : 'passwordLead')}
    >
      <ProofForm key={kind} kind={kind} asked={asked} takesFocus={isSwitched} />
      {asked.hasTwoFactor && (
        <Button
          tone="quiet"
          size="small"
          className="-ms-3 justify-self-start"
          onClick={() => {
            setKind(kind === 'code' ? 'password' : 'code')
            setIsSwitched(true)
          }}
        >
          {t(kind === 'code' ? 'usePassword' : 'useCode')}
        </Button>
      )}
    </DialogBox>
  )
}

type ProofFormProps = { kind: Kind; asked: ProofAsked; takesFocus: boolean }

function ProofForm({ kind, asked, takesFocus }: ProofFormProps) {
  const t = useText(proofText)
  const form = useForm({
    schema: schemas[kind],
    failure: t('failed'),
    onSubmit: (proof) => asked.show(proof),
  })
  const frame = useRef<HTMLDivElement>(null)
  // A dialog moves the focus when it opens.
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('input')?.focus()
  }, [takesFocus])
  return (
    <Form form={form}>
      <div ref={frame}>
        {kind === 'code' ? (
          <CodeField isAlone takesFocus />
        ) : (
          <PasswordField label={t('password')} name="password" autoComplete="current-password" />
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="secondary" isDisabled={form.isBusy} onClick={asked.cancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" isBusy={form.isBusy}>
          {t('confirm')}
        </Button>
      </div>
    </Form>
  )
}
