import { useState } from 'react'
import { cancelManualPayment, getManualPayment } from '#contract/payments/manual-payments.ts'
import { call } from '#web/platform/api/call.ts'
import { manualPaymentText } from '#web/shop/add-funds/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'

/** For payments whose transfer has not been reported yet. */
export function CancelPayment({ orderId }: { orderId: string }) {
  const t = useText(manualPaymentText)
  const [isAsked, setIsAsked] = useState(false)
  async function cancel(): Promise<void> {
    await call(cancelManualPayment, { params: { order_id: orderId } })
    toast('success', t('canceled'))
    await reread(getManualPayment)
  }
  return (
    <div>
      <Button tone="secondary" size="small" onClick={() => setIsAsked(true)}>
        {t('cancel')}
      </Button>
      <Confirm
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title={t('cancelTitle')}
        action={t('cancel')}
        keep={t('keep')}
        tone="danger"
        onConfirm={cancel}
      >
        {t('cancelText')}
      </Confirm>
    </div>
  )
}
