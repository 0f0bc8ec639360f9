import { type ApiAccess, type ApiKey, OVERLAP_HOURS, rotateApiKey } from '#contract/users/api-keys.ts'
import { call } from '#web/platform/api/call.ts'
import { apiAccessText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Dialog, fetchDialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type RotateKey = { apiKey: ApiKey; onRotated: (access: ApiAccess, key: string) => void }

/** A new key with the same settings, and how long the earlier one is still accepted: a test key is replaced immediately. */
export function RotateKeyDialog({
  isOpen,
  onOpenChange,
  ...rotate
}: RotateKey & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useText(apiAccessText)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('rotateTitle', { name: rotate.apiKey.name })}
      description={t(rotate.apiKey.is_test ? 'rotateTestText' : 'rotateText')}
    >
      <RotateForm {...rotate} />
    </Dialog>
  )
}

function RotateForm({ apiKey, onRotated }: RotateKey) {
  const t = useText(apiAccessText)
  const form = useForm({
    schema: rotateApiKey.body,
    toValues: (data) => ({ overlap_hours: Number(data.get('overlap_hours') ?? 0) }),
    failure: t('makeFailed'),
    onSubmit: async (body) => {
      await fetchDialog()
      const { key, ...access } = await call(rotateApiKey, { params: { id: apiKey.id }, body })
      onRotated(access, key)
    },
  })
  return (
    <Form form={form}>
      {!apiKey.is_test && (
        <SelectField
          label={t('overlap')}
          name="overlap_hours"
          defaultValue={String(OVERLAP_HOURS)}
          options={[
            { value: '0', label: t('overlapNone') },
            { value: '1', label: t('overlapHour') },
            { value: '24', label: t('overlapDay') },
            { value: '168', label: t('overlapWeek') },
          ]}
        />
      )}
      <DialogFooter>
        <Button type="submit" isBusy={form.isBusy} className="max-narrow:w-full">
          {t('rotate')}
        </Button>
      </DialogFooter>
    </Form>
  )
}
