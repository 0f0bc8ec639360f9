import type { AnswerOf } from '#contract/endpoint.ts'
import type { getStatement, Transaction } from '#contract/wallet.ts'
import { useLanguage } from '#web/language/reader-language.ts'
import { useFormat } from '#web/language/use-format.ts'
import { transactionsText } from '#web/messages/transactions.ts'
import { useText } from '#web/messages/text.ts'
import { MoneyText } from '#web/ui/money.tsx'
import { sayTransaction } from './say-transaction.ts'

/**
 * Oldest first, as paper has it, with the date under the words where it is narrow; the balance after each line is the one
 * before and the line's amount.
 */
export function StatementTable({ statement }: { statement: AnswerOf<typeof getStatement> }) {
  const t = useText(transactionsText)
  return (
    <table className="w-full border-collapse text-14 max-wide:text-12">
      <caption className="sr-only">{t('statementTitle')}</caption>
      <thead>
        <tr className="border-b border-line text-13 text-ink-3 max-wide:text-12">
          <th scope="col" className="py-2 pe-4 text-start font-semibold max-wide:hidden">
            {t('date')}
          </th>
          <th scope="col" className="py-2 pe-4 text-start font-semibold">
            {t('description')}
          </th>
          <th scope="col" className="py-2 pe-4 text-end font-semibold">
            {t('amount')}
          </th>
          <th scope="col" className="py-2 text-end font-semibold">
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {statement.transactions.map((transaction) => (
          <Line key={`${transaction.id} ${transaction.code}`} transaction={transaction} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ transaction }: { transaction: Transaction }) {
  const format = useFormat()
  const { created_at: at, amount, balance_after: after } = transaction
  const date = <time dateTime={at.toISOString()}>{format.dateTime(at)}</time>
  return (
    <tr className="break-inside-avoid border-b border-line align-top last:border-0">
      <td className="py-2 pe-4 text-13 text-ink-2 max-wide:hidden">{date}</td>
      <td className="py-2 pe-4 wrap-anywhere">
        {sayTransaction(useLanguage(), transaction)}
        <span className="block text-ink-3 wide:hidden">{date}</span>
      </td>
      <td className="py-2 pe-4 text-end">
        <MoneyText amount={amount} isSigned />
      </td>
      <td className="py-2 text-end">{after !== null && <MoneyText amount={after} />}</td>
    </tr>
  )
}
