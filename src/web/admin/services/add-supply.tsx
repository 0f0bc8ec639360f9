import { adminServicesText } from './texts.en.ts'
import type { AnswerOf, BodyOf } from '#contract/base/endpoint.ts'
import { addSupply, type listSupplies } from '#contract/catalogue/supplies.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type AddProps = {
  providers: AnswerOf<typeof listSupplies>['providers']
  isBusy: boolean
  onAdd: (body: BodyOf<typeof addSupply>) => Promise<boolean>
}

/** Adds a supply of another provider, by its service id there. */
export function AddSupply({ providers, isBusy, onAdd }: AddProps) {
  const t = useText(adminServicesText)
  const form = useForm({
    schema: addSupply.body,
    toValues: (data) => ({
      provider_id: Number(data.get('provider_id')),
      service: data.get('service'),
      moves: data.has('moves'),
    }),
    onSubmit: async (body) => ((await onAdd(body)) ? 'again' : 'asks'),
  })
  return (
    <Form form={form} className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-15 font-bold">{t('addSupply')}</h3>
      <div className="grid items-end gap-3 narrow:grid-cols-[1fr_1fr_auto]">
        <SelectField
          label={t('provider')}
          name="provider_id"
          options={providers.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextField
          label={t('providerService')}
          name="service"
          required
          maxLength={100}
          autoComplete="off"
          inputMode="numeric"
        />
        <Button type="submit" tone="secondary" isBusy={isBusy}>
          {t('addIt')}
        </Button>
      </div>
      <Checkbox name="moves" label={t('moveHere')} />
    </Form>
  )
}
