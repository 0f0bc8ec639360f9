import { type AdminService, createService, updateService } from '#contract/catalogue/admin-services.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { platforms } from '#contract/catalogue/platforms.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminServicesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { toTypedAmount } from '#web/platform/format/typed-figures.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toServiceBody } from './service-body.ts'

type FormProps = {
  /** Undefined for a new one. */
  service?: AdminService
  categories: readonly AdminCategory[]
  onDone: (message: string) => void
}

/** The service's editable fields. Spec §5: name, rate, min and max are required. */
export function ServiceForm({ service, categories, onDone }: FormProps) {
  const t = useText(adminServicesText)
  const { language } = useFormat()
  const form = useForm({
    schema: service === undefined ? createService.body : updateService.body,
    changesOnly: service !== undefined,
    toValues: toServiceBody,
    onSubmit: async (body) => {
      if (service === undefined) {
        // Without a service the schema is this call's.
        const { service: added } = await call(createService, {
          body: body as BodyOf<typeof createService>,
        }).catch(failing((message) => t('addFailed', { message })))
        return onDone(t('added', { name: added.name }))
      }
      const { service: now } = await call(updateService, { params: { id: service.id }, body }).catch(
        failing((message) => t('updateFailed', { message })),
      )
      onDone(t('updated', { name: now.name }))
    },
  })
  const { name, rate, min, max } = form.errors
  const isIncomplete = [name, rate, min, max].some((error) => error !== undefined)
  const typed = (value: bigint | undefined) =>
    value === undefined ? '' : toTypedAmount(language, value, 'rate')
  return (
    <Form form={form}>
      {isIncomplete && <Alert>{t('incomplete')}</Alert>}
      <TextField
        label={t('name')}
        name="name"
        required
        maxLength={500}
        defaultValue={service?.name}
        error={name}
        {...(service !== undefined &&
          service.name_original !== service.name && {
            hint: t('original', { name: service.name_original }),
          })}
      />
      <TextAreaField
        label={t('description')}
        name="description"
        rows={3}
        defaultValue={service?.description}
      />
      <div className="grid gap-4 narrow:grid-cols-2">
        <TextField
          label={t('category')}
          name="category"
          list="service-categories"
          autoComplete="off"
          maxLength={200}
          defaultValue={service?.category.name}
        />
        <TextField
          label={t('platform')}
          name="platform"
          list="service-platforms"
          autoComplete="off"
          maxLength={40}
          defaultValue={service?.platform}
        />
        <datalist id="service-categories">
          {[...new Set(categories.map((one) => one.name))].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        <datalist id="service-platforms">
          {platforms.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        <NumberField
          label={t('rate')}
          name="rate"
          kind="rate"
          required
          min="0.0001"
          step="0.0001"
          unit="USD"
          hint={t('rateHint')}
          defaultValue={typed(service?.rate)}
          error={rate}
        />
        <TextField
          label={t('averageTime')}
          name="average_time"
          maxLength={60}
          autoComplete="off"
          hint={t('averageTimeHint')}
          defaultValue={service?.average_time ?? ''}
        />
        <NumberField
          label={t('min')}
          name="min"
          kind="whole"
          required
          min="0"
          defaultValue={service?.min}
          error={min}
        />
        <NumberField
          label={t('max')}
          name="max"
          kind="whole"
          required
          min="1"
          defaultValue={service?.max}
          error={max}
        />
      </div>
      <div className="grid gap-x-4 narrow:grid-cols-2">
        <Checkbox name="is_active" label={t('isActive')} defaultChecked={service?.is_active ?? true} />
        <Checkbox name="by_hand" label={t('byHand')} defaultChecked={service?.by_hand ?? true} />
        <Checkbox name="refill" label={t('refill')} defaultChecked={service?.refill ?? false} />
        <Checkbox name="cancel" label={t('cancel')} defaultChecked={service?.cancel ?? false} />
        <Checkbox name="below_cost" label={t('belowCost')} defaultChecked={service?.below_cost ?? false} />
      </div>
      <DialogFooter>
        <Button type="submit" isBusy={form.isBusy} className="max-narrow:w-full">
          {service === undefined ? t('add') : t('save')}
        </Button>
      </DialogFooter>
    </Form>
  )
}

/** Field errors are shown at their fields; other errors in the spec's sentence. */
function failing(say: (message: string) => string) {
  return (error: unknown): never => {
    if (error instanceof Error && 'fields' in error && Object.keys(error.fields ?? {}).length > 0) throw error
    throw new Error(say(messageOf(error)), { cause: error })
  }
}
