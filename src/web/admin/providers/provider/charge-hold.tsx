import { useState } from 'react'
import { releaseProvider, getProvider } from '#contract/providers/provider-actions.ts'
import type { Provider } from '#contract/providers/providers.ts'
import { call } from '#web/platform/api/call.ts'
import { adminProvidersText } from '#web/admin/providers/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { AdminLink } from '#web/admin/frame/admin-link.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

/** Why nothing from the provider is sold or sent, and how to continue with the same rates. */
export function ChargeHold({
  provider: { id, name, currency },
  hold,
}: {
  provider: Provider
  hold: NonNullable<Provider['charge_hold']>
}) {
  const t = useText(adminProvidersText)
  const [isOpen, setIsOpen] = useState(false)
  async function release(): Promise<void> {
    await call(releaseProvider, { params: { id } })
    toast('success', t('holdReleased'))
    await reread(getProvider)
  }
  return (
    <div className="grid gap-2 border-t border-line bg-bad-soft px-5 py-4 text-14 text-bad max-wide:px-4">
      <p className="font-semibold">{t('chargesHeldTitle')}</p>
      <p>
        {t('chargesHeldText', {
          service: hold.service,
          expected: `${hold.expected} ${currency}`,
          charged: `${hold.charged} ${currency}`,
        })}
      </p>
      <p>
        {hold.order_ids.map((order) => (
          <span key={order} className="me-3">
            <AdminLink to={`/admin/orders/${order}`} className="underline">
              {t('orderNumber', { id: String(order) })}
            </AdminLink>
          </span>
        ))}
      </p>
      <p>{t('chargesHeldAdvice')}</p>
      <Button tone="secondary" size="small" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {t('releaseHold')}
      </Button>
      <Confirm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('releaseHoldTitle', { name })}
        action={t('releaseHold')}
        onConfirm={release}
      >
        {t('releaseHoldText')}
      </Confirm>
    </div>
  )
}
