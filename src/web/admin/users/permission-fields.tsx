import { useState } from 'react'
import { type Permission, permissions as all } from '#contract/base/permissions.ts'
import { adminUsersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useMay } from '#web/platform/session/may.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'

/** What a member of staff may do: everything, or what is ticked. What one may not do oneself can not be ticked. */
export function PermissionFields({
  own,
  isTitled = false,
}: {
  own: readonly Permission[] | null
  /** What stands above says already what this is. */
  isTitled?: boolean
}) {
  const t = useText(adminUsersText)
  const mayGive = useMay()
  const mayGiveAll = all.every(mayGive)
  const [reach, setReach] = useState<'all' | 'some'>(
    own === null && (isTitled || mayGiveAll) ? 'all' : 'some',
  )
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={isTitled ? <span className="sr-only">{t('permissions')}</span> : t('permissions')}
        name="reach"
        value={reach}
        onChange={setReach}
        choices={[
          { value: 'all', label: t('mayAll'), isDisabled: !mayGiveAll },
          { value: 'some', label: t('maySome'), note: t('permissionsHint') },
        ]}
      />
      {reach === 'some' && (
        <div className="grid gap-x-4 min-[22.5rem]:grid-cols-2 narrow:grid-cols-3">
          {all.map((one) => (
            <Checkbox
              key={one}
              name="permissions"
              value={one}
              label={t(`may_${one}`)}
              defaultChecked={own?.includes(one) === true}
              disabled={!mayGive(one) && own?.includes(one) !== true}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Null is everything; undefined where the form does not ask. */
export function permissionsIn(data: FormData): Permission[] | null | undefined {
  if (!data.has('reach')) return undefined
  return data.get('reach') === 'all' ? null : all.filter((one) => data.getAll('permissions').includes(one))
}
