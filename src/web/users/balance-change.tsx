import { useFormat } from '#web/language/use-format.ts'
import { adminUsersText } from '#web/messages/admin-users.ts'
import { useText } from '#web/messages/text.ts'
import { TextField } from '#web/ui/text-field.tsx'

/** What it does to the money, before it is done, and why, which the customer reads as well. */
export function BalanceChange({
  before,
  change,
  error,
}: {
  before: bigint
  change: bigint
  error: string | undefined
}) {
  const t = useText(adminUsersText)
  const { money: say } = useFormat()
  const sign = change > 0n ? '+' : ''
  return (
    <>
      <output className="figures rounded-control bg-sunken px-3 py-2 text-14">
        {t('balanceAfter', {
          before: say(before),
          after: say(before + change),
          change: `${sign}${say(change)}`,
        })}
      </output>
      <TextField
        label={t('reason')}
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint={t('reasonHint')}
        error={error}
      />
    </>
  )
}
