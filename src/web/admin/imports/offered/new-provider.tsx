import { useState } from 'react'
import * as z from 'zod/mini'
import { createProvider } from '#contract/providers/providers.ts'
import { call } from '#web/platform/api/call.ts'
import { adminImportsText } from '#web/admin/imports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMay } from '#web/platform/session/may.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { PasswordField, TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type NewProviderProps = {
  url: string
  /** False in a sandbox database. */
  canAdd: boolean
  onMade: (made: { slug: string; name: string }) => void
}

/** The list of an unknown URL can be previewed; to import from it, it is added as a provider with a name and a key. */
export function NewProvider({ url, canAdd, onMade }: NewProviderProps) {
  const t = useText(adminImportsText)
  const isAllowed = useMay()(createProvider)
  const lead = canAdd ? t('newProviderLead') : t('addInSandbox')
  return (
    <CardSection title={t('newProvider')}>
      <div className="grid max-w-form gap-4 p-5 max-wide:p-4">
        <p className="text-ink-2">{isAllowed ? lead : t('notAllowed')}</p>
        {isAllowed && canAdd && <NewProviderForm url={url} onMade={onMade} />}
      </div>
    </CardSection>
  )
}

function NewProviderForm({ url, onMade }: Omit<NewProviderProps, 'canAdd'>) {
  const t = useText(adminImportsText)
  const [host] = useState(() => URL.parse(url)?.hostname ?? '')
  const { shape } = createProvider.body
  const form = useForm({
    schema: z.object({ name: shape.name, key: shape.key }),
    onSubmit: async ({ name, key }) => {
      const { provider } = await call(createProvider, { body: { name, api_url: url, key } })
      toast('success', t('providerMade', { name }))
      onMade({ slug: provider.slug, name })
    },
  })
  return (
    <Form form={form}>
      <TextField name="name" label={t('providerName')} autoComplete="off" defaultValue={host} />
      <PasswordField name="key" label={t('providerKey')} autoComplete="off" />
      <div>
        <Button type="submit" isBusy={form.isBusy}>
          {t('makeProvider')}
        </Button>
      </div>
    </Form>
  )
}
