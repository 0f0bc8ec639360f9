import { type ReactNode, useState } from 'react'
import { type AdminApiKey, revokeAdminApiKey, listAdminApiKeys } from '#contract/users/admin-api-keys.ts'
import { adminApiText } from './texts.en.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

/** Revokes a customer's key after confirmation. */
export function useRevoking(): { ask: (key: AdminApiKey) => void; question: ReactNode } {
  const t = useText(adminApiText)
  const [asked, setAsked] = useState<AdminApiKey>()

  async function revoke({ user_id: customer, id, prefix }: AdminApiKey): Promise<void> {
    try {
      await call(revokeAdminApiKey, { params: { customer, id } })
    } catch (error) {
      // The customer was faster, or the first response was lost: the key is already revoked.
      const isGone = error instanceof ApiError && (error.code === 'not_found' || error.code === 'unconfirmed')
      if (!isGone) throw error
    }
    toast('success', t('revoked', { key: prefix }))
    await reread(listAdminApiKeys)
  }

  const question = (
    <Confirm
      isOpen={asked !== undefined}
      onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
      title={t('revokeTitle')}
      action={t('revoke')}
      onConfirm={async () => asked && revoke(asked)}
    >
      {asked &&
        t('revokeText', { key: `${asked.prefix}…`, customer: asked.user_email ?? `#${asked.user_id}` })}
    </Confirm>
  )
  return { ask: setAsked, question }
}
