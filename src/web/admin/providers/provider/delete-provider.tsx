import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteProvider, type Provider } from '#contract/providers/providers.ts'
import { call } from '#web/platform/api/call.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

/** The server refuses if the provider is still used, and the dialog shows why. */
export function DeleteProvider({ provider: { id, name } }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  async function remove(): Promise<void> {
    await call(deleteProvider, { params: { id } })
    toast('success', t('deleted', { name }))
    await navigate('/admin/providers')
  }
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('delete')}
      </Button>
      <Confirm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('deleteTitle', { name })}
        action={t('delete')}
        keep={t('keep')}
        onConfirm={remove}
      >
        {t('deleteText')}
      </Confirm>
    </>
  )
}
