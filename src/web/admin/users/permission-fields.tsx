import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Permission, permissions as all } from '#contract/base/permissions.ts'
import { type Money, moneyToNumber } from '#contract/base/money.ts'
import { writeNumber } from '#contract/base/read-number.ts'
import { getAdminUser } from '#contract/users/admin-users.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminUsersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { logged, queryOf } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'
import { useIsOwner, useMay } from '#web/platform/session/may.ts'
import { useSession } from '#web/platform/session/session.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { toWireMoney } from '#web/ui/fields/typed-number.ts'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'

/** A staff member's permissions: all, or the selected ones. Staff can't grant permissions they don't have. */
export function PermissionFields({
  own,
  refundLimit = null,
  isTitled = false,
}: {
  own: readonly Permission[] | null
  /** The daily refund limit; null is no limit. */
  refundLimit?: Money | null
  /** The heading above already describes it. */
  isTitled?: boolean
}) {
  const t = useText(adminUsersText)
  const mayGive = useMay()
  const isLimited = useIsLimited()
  const [mayRefund, setMayRefund] = useState(own?.includes('refund') === true)
  const mayGiveAll = useIsOwner()
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
        <>
          <div className="grid gap-x-4 min-[22.5rem]:grid-cols-2 narrow:grid-cols-3">
            {all.map((one) => (
              <Checkbox
                key={one}
                name="permissions"
                value={one}
                label={t(`may_${one}`)}
                defaultChecked={own?.includes(one) === true}
                disabled={own?.includes(one) !== true && (!mayGive(one) || (one === 'refund' && isLimited))}
                {...(one === 'refund' && {
                  onChange: ({ currentTarget }) => setMayRefund(currentTarget.checked),
                  ...(isLimited && own?.includes(one) !== true && { hint: t('refundNotGranted') }),
                })}
              />
            ))}
          </div>
          {mayRefund && <RefundLimit limit={refundLimit} />}
        </>
      )}
    </div>
  )
}

/** Staff with a daily refund limit can't grant refunds: each further account would add another limit. */
function useIsLimited(): boolean {
  const isOwner = useIsOwner()
  const may = useMay()
  const id = useSession()?.user.id ?? 0
  const query = logged(queryOf(getAdminUser, { params: { id } }))
  const isAsked = !isOwner && may('refund') && may(getAdminUser)
  const { data } = useQuery({ ...query, enabled: isAsked }, queryClient())
  return isAsked && data !== undefined && data.user.refund_limit !== null
}

/** Only owners set it; others see the current value. */
function RefundLimit({ limit }: { limit: Money | null }) {
  const t = useText(adminUsersText)
  const language = useLanguage()
  const isOwner = useIsOwner()
  return (
    <NumberField
      label={t('refundLimit')}
      name="refund_limit"
      kind="money"
      min="0"
      step="0.01"
      unit="USD"
      defaultValue={limit === null ? '' : writeNumber(String(moneyToNumber(limit)), language, 'money')}
      readOnly={!isOwner}
      hint={t(isOwner ? 'refundLimitHint' : 'refundLimitByOwner')}
      className="max-w-70"
    />
  )
}

/** Undefined if the form has no such field; empty is no limit. */
export function refundLimitIn(data: FormData): { refund_limit?: unknown } {
  if (!data.has('refund_limit')) return {}
  return { refund_limit: toWireMoney(String(data.get('refund_limit'))) ?? null }
}

/** Null is all; undefined if the form has no such field. */
export function permissionsIn(data: FormData): Permission[] | null | undefined {
  if (!data.has('reach')) return undefined
  return data.get('reach') === 'all' ? null : all.filter((one) => data.getAll('permissions').includes(one))
}
