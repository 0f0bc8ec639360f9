import {
  ALLOWED_ADDRESSES_MAX,
  API_KEY_NAME_MAX,
  type ApiAccess,
  type ApiKey,
  changeApiKey,
  createNamedKey,
  customerScopes,
} from '#contract/users/api-keys.ts'
import { type ErrorForm, errorForms } from '#contract/base/error-forms.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { apiAccessText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMay } from '#web/platform/session/may.ts'
import { Button } from '#web/ui/page/button.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Dialog, fetchDialog } from '#web/ui/dialog/dialog.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { toWireMoney } from '#web/ui/fields/typed-number.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toAddressLines, toShownAddress } from './api-limits.ts'
import { toTypedAmount } from '#web/platform/format/typed-figures.ts'

type KeyForm = {
  /** The key to edit; undefined for a new one. */
  apiKey?: ApiKey | undefined
  defaultErrors: ErrorForm
  onSaved: (access: ApiAccess, key: string | undefined) => void
}

/** The name, permissions and limits of a new or existing key. */
export function KeyFormDialog({
  isOpen,
  onOpenChange,
  ...form
}: KeyForm & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useText(apiAccessText)
  const title = form.apiKey === undefined ? t('createTitle') : t('editTitle', { name: form.apiKey.name })
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={title} isWide>
      <Fields {...form} />
    </Dialog>
  )
}

const errorTexts = { text: 'errorsText', code: 'errorsCode' } as const satisfies Record<ErrorForm, string>

function Fields({ apiKey, defaultErrors, onSaved }: KeyForm) {
  const t = useText(apiAccessText)
  const format = useFormat()
  const isNew = apiKey === undefined
  const mayCredit = useMay()('money')
  const lastDay = apiKey?.expires_at == null ? '' : toLastDay(apiKey.expires_at)
  const form = useForm({
    schema: isNew ? createNamedKey.body : changeApiKey.body,
    toValues: (data) => ({
      name: textIn(data, 'name'),
      ...(data.has('scopes') && { scopes: textIn(data, 'scopes').split(' ') }),
      ...(textIn(data, 'kind') === 'test' && { is_test: true }),
      allowed_addresses: toAddressLines(textIn(data, 'allowed_addresses')),
      daily_limit: toWireMoney(textIn(data, 'daily_limit')) ?? null,
      errors: textIn(data, 'errors') || null,
      // An unchanged day keeps its exact time.
      ...(textIn(data, 'expires_at') !== lastDay && { expires_at: textIn(data, 'expires_at') || null }),
    }),
    check: (data) => ({
      ...(toAddressLines(textIn(data, 'allowed_addresses')).length > ALLOWED_ADDRESSES_MAX && {
        allowed_addresses: t('addressesMany', { count: ALLOWED_ADDRESSES_MAX }),
      }),
      ...(textIn(data, 'daily_limit') !== '' &&
        (parseMoney(textIn(data, 'daily_limit')) ?? ZERO) <= 0n && { daily_limit: t('limitInvalid') }),
    }),
    failure: t(isNew ? 'makeFailed' : 'saveFailed'),
    onSubmit: async ({ name = '', ...body }) => {
      if (!isNew) {
        onSaved(await call(changeApiKey, { params: { id: apiKey.id }, body: { name, ...body } }), undefined)
        toast('success', t('saved'))
        return
      }
      // A key is shown once: the dialog must be loaded before the key is created.
      await fetchDialog()
      const { key, ...access } = await call(createNamedKey, { body: { name, ...body } })
      onSaved(access, key)
    },
  })
  return (
    <Form form={form}>
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        <TextField
          label={t('name')}
          name="name"
          maxLength={API_KEY_NAME_MAX}
          autoComplete="off"
          defaultValue={apiKey?.name ?? ''}
          hint={t('nameHint')}
        />
        {isNew && (
          <SelectField
            label={t('kind')}
            name="kind"
            defaultValue="live"
            options={[
              { value: 'live', label: t('kindLive') },
              { value: 'test', label: t('kindTest') },
            ]}
            hint={t('kindHint')}
            error={form.errors.is_test}
          />
        )}
        <SelectField
          label={t('scopes')}
          name="scopes"
          defaultValue={(apiKey?.scopes ?? customerScopes).join(' ')}
          options={[
            { value: 'read order', label: t('scopeBoth') },
            { value: 'read', label: t('scopeRead') },
            { value: 'order', label: t('scopeOrder') },
            // Only staff who may credit can create such a key; an existing one keeps it.
            ...(mayCredit || apiKey?.scopes.includes('payments') === true
              ? [{ value: 'payments', label: t('scopePayments') }]
              : []),
          ]}
          hint={t('scopesHint')}
        />
        <NumberField
          label={t('dailyLimit')}
          name="daily_limit"
          kind="money"
          isPlain
          unit="USD"
          defaultValue={apiKey?.daily_limit == null ? '' : toTypedAmount(format.language, apiKey.daily_limit)}
          hint={t('keyLimitHint')}
        />
        <TextField
          label={t('expires')}
          name="expires_at"
          type="date"
          defaultValue={lastDay}
          hint={t('expiresHint')}
        />
        <SelectField
          label={t('errors')}
          name="errors"
          defaultValue={apiKey?.errors ?? ''}
          options={[
            { value: '', label: t('errorsDefault', { form: t(errorTexts[defaultErrors]) }) },
            ...errorForms.map((value) => ({ value, label: t(errorTexts[value]) })),
          ]}
          hint={t('errorsHint')}
        />
      </div>
      <TextAreaField
        label={t('addresses')}
        name="allowed_addresses"
        rows={3}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        defaultValue={(apiKey?.allowed_addresses ?? []).map(toShownAddress).join('\n')}
        hint={t('addressesHint')}
      />
      <DialogFooter>
        <Button type="submit" isBusy={form.isBusy} className="max-narrow:w-full">
          {t(isNew ? 'create' : 'saveKey')}
        </Button>
      </DialogFooter>
    </Form>
  )
}

/** The selected day (UTC): a key expires at its end. */
export function toLastDay(expiresAt: Date): string {
  return new Date(expiresAt.getTime() - 1).toISOString().slice(0, 10)
}

function textIn(data: FormData, name: string): string {
  const text = data.get(name)
  return typeof text === 'string' ? text : ''
}
