import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ConnectionTestLine } from '#contract/base/connection-test.ts'
import { tryProvider } from '#contract/providers/provider-actions.ts'
import { toRatePer } from '#contract/providers/provider-rates.ts'
import { checkProvider, createProvider, listProviders } from '#contract/providers/providers.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminProvidersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { report } from '#web/platform/api/report.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { readBoxes } from '#web/ui/fields/typed-number.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { ConnectionFindings } from './connection-findings.tsx'
import { RatePerField } from './rate-per-field.tsx'

/** The typed account is tested like an order would use it, and then saved. */
export function AddProvider({ onClose }: { onClose: () => void }) {
  const t = useText(adminProvidersText)
  const navigate = useNavigate()
  const { lines, refusal, isBusy, test } = useTrial()
  const form = useForm({
    schema: createProvider.body,
    toValues: toBody,
    onSubmit: async (body) => {
      const { provider } = await call(createProvider, { body })
      // The result is shown on its page: the same test, with the saved account.
      if (lines !== undefined)
        await call(checkProvider, { params: { id: provider.id } }).catch((error: unknown) => report(error))
      toast('success', t('added', { name: provider.name }))
      // If the dialog was closed meanwhile, the user stays on the page.
      if (form.element.current === null) await reread(listProviders)
      else await navigate(`/admin/providers/${provider.id}`)
    },
  })
  return (
    <Dialog isOpen onOpenChange={onClose} isWide title={t('addTitle')} description={t('addLead')}>
      <Form form={form}>
        <TextField label={t('name')} name="name" maxLength={100} />
        <TextField
          label={t('address')}
          name="api_url"
          type="url"
          maxLength={500}
          placeholder="https://"
          hint={t('addressHint')}
        />
        <PasswordField
          label={t('key')}
          name="key"
          autoComplete="off"
          maxLength={500}
          hint={t('keyMissing')}
        />
        <div className="grid items-start gap-4 wide:grid-cols-2">
          <TextField label={t('currency')} name="currency" defaultValue="USD" maxLength={5} />
          <NumberField
            label={t('usdPerUnit')}
            name="usd_per_unit"
            kind="rate"
            isPlain
            defaultValue="1"
            maxLength={20}
          />
          <RatePerField value={1000} />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            tone="secondary"
            isBusy={isBusy}
            onClick={({ currentTarget }) => void test(currentTarget.form)}
          >
            {t(lines === undefined ? 'test' : 'testAgain')}
          </Button>
          <Button type="submit" isBusy={form.isBusy}>
            {t('save')}
          </Button>
        </div>
      </Form>
      <div aria-live="polite" className="-mx-5 empty:hidden">
        {refusal !== undefined && (
          <div className="px-5">
            <Alert>{refusal}</Alert>
          </div>
        )}
        {lines !== undefined && (
          <div ref={showAll}>
            <ConnectionFindings lines={lines} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The findings are below the form, outside a small screen. */
function showAll(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

/** The key is sent to the server for the test, and not stored. */
function useTrial() {
  const language = useLanguage()
  const [lines, setLines] = useState<readonly ConnectionTestLine[]>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  async function test(element: HTMLFormElement | null): Promise<void> {
    if (element === null) return
    setRefusal(undefined)
    setLines(undefined)
    const { plains, refusals } = readBoxes(element, language)
    const [unread] = Object.values(refusals)
    if (unread !== undefined) return setRefusal(unread)
    setIsBusy(true)
    const texts = { ...textsIn(new FormData(element)), ...plains }
    const { api_url: apiUrl = '', key = '', currency = '', ...terms } = texts
    const { usd_per_unit: usdPerUnit = '', rate_per: ratePer } = terms
    try {
      const body = {
        api_url: apiUrl,
        key,
        rate_per: toRatePer(Number(ratePer)),
        ...(currency !== '' && { currency }),
        ...(usdPerUnit !== '' && { usd_per_unit: usdPerUnit }),
      }
      setLines((await call(tryProvider, { body })).lines)
    } catch (error) {
      setRefusal(messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { lines, refusal, isBusy, test }
}

function textsIn(data: FormData): Record<string, string> {
  return Object.fromEntries([...data].map(([name, value]) => [name, String(value).trim()]))
}

/** Empty fields are not sent. */
function toBody(data: FormData): unknown {
  const said = Object.entries(textsIn(data)).filter(([name, text]) => text !== '' || name === 'name')
  return { ...Object.fromEntries(said), rate_per: Number(data.get('rate_per')) }
}
