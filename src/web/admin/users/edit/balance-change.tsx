import { adminUsersText } from '#web/admin/users/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useRichText } from '#web/platform/i18n/use-rich-text.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** The effect on the balance before it is changed, and the reason, which the customer also sees. */
export function BalanceChange({ before, change }: { before: bigint; change: bigint }) {
  const t = useText(adminUsersText)
  const rich = useRichText(adminUsersText)
  return (
    <>
      <output className="rounded-control bg-sunken px-3 py-2 text-14">
        {rich('balanceAfter', {
          before: <MoneyText amount={before} />,
          after: <MoneyText amount={before + change} />,
          change: <MoneyText amount={change} isSigned className="font-semibold" />,
        })}
      </output>
      <TextField
        label={t('reason')}
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint={t('reasonHint')}
      />
    </>
  )
}
