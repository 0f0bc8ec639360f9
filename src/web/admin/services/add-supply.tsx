import type { FormEvent } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { listSupplies } from '#contract/catalogue/supplies.ts'
import { adminServicesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type AddProps = {
  providers: AnswerOf<typeof listSupplies>['providers']
  isBusy: boolean
  onAdd: (body: { provider_id: number; service: string; moves: boolean }) => Promise<boolean>
}

/** Another provider behind a service, by what it calls it there. */
export function AddSupply({ providers, isBusy, onAdd }: AddProps) {
  const t = useText(adminServicesText)
  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const service = String(data.get('service') ?? '').trim()
    const body = { provider_id: Number(data.get('provider')), service, moves: data.has('moves') }
    if (await onAdd(body)) form.reset()
  }
  return (
    <form onSubmit={(event) => void add(event)} className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-15 font-bold">{t('addSupply')}</h3>
      <div className="grid items-end gap-3 narrow:grid-cols-[1fr_1fr_auto]">
        <SelectField
          label={t('provider')}
          name="provider"
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
      <label className="flex min-h-9 items-center gap-3 text-14 text-ink-2">
        <input type="checkbox" name="moves" className="tick size-5" />
        {t('moveHere')}
      </label>
    </form>
  )
}
