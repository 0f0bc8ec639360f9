import { useState } from 'react'
import { type AdminService, updateService } from '#contract/catalogue/admin-services.ts'
import { adminServicesText } from '#web/admin/services/texts.en.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'

/** Puts a service on or off sale. Shows the selected state while the request runs, and the real one if it is refused. */
export function OnSaleSwitch({
  service: { id, name, is_active: isActive },
  onChanged,
}: {
  service: AdminService
  onChanged: () => Promise<void>
}) {
  const t = useText(adminServicesText)
  const [turnedTo, setTurnedTo] = useState<boolean>()
  const isBusy = turnedTo !== undefined
  async function turn(isOn: boolean): Promise<void> {
    if (isBusy) return
    setTurnedTo(isOn)
    try {
      await call(updateService, { params: { id }, body: { is_active: isOn } })
      await onChanged()
    } catch (error) {
      toast('error', messageOf(error, t('saleFailed')))
    } finally {
      setTurnedTo(undefined)
    }
  }
  return (
    <input
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the box itself says whether it is checked
      role="switch"
      aria-label={t('sell', { name })}
      checked={turnedTo ?? isActive}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      className="toggle relative z-10 aria-disabled:opacity-55"
    />
  )
}
