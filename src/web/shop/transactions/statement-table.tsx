/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the implicit roles of a table that is laid out otherwise */
import type { CSSProperties } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { getStatement, Transaction } from '#contract/ledger/transactions.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { transactionsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { MoneyText } from '#web/ui/text/money.tsx'
import { styleOfTails } from '#web/ui/text/tails.ts'
import { sayTransaction } from '#web/parts/wallet/say-transaction.ts'

/** Two lines on a phone: the text has the full width, and the amounts are below. */
const rowClass = 'border-b border-line max-narrow:grid max-narrow:grid-cols-2'
const wordsClass = 'py-2 pe-4 text-start max-narrow:col-span-2 max-narrow:pb-0'
const amountClass = 'py-2 pe-4 text-end'

/**
 * Oldest first, as on paper, with the date below the text on narrow screens; each balance is the previous one plus the
 * line's amount.
 */
export function StatementTable({ statement }: { statement: AnswerOf<typeof getStatement> }) {
  const t = useText(transactionsText)
  const { transactions } = statement
  const tails = {
    amount: styleOfTails(transactions.map(({ amount }) => amount)),
    after: styleOfTails(transactions.map(({ balance_after: after }) => after)),
  }
  return (
    <table role="table" className="w-full border-collapse text-14 max-wide:text-12">
      <caption className="sr-only">{t('statementTitle')}</caption>
      <thead role="rowgroup">
        <tr role="row" className={cx(rowClass, 'text-13 text-ink-3 max-wide:text-12')}>
          <th role="columnheader" scope="col" className="py-2 pe-4 text-start font-semibold max-wide:hidden">
            {t('date')}
          </th>
          <th role="columnheader" scope="col" className={cx(wordsClass, 'font-semibold')}>
            {t('description')}
          </th>
          <th role="columnheader" scope="col" className={cx(amountClass, 'font-semibold')}>
            {t('amount')}
          </th>
          <th role="columnheader" scope="col" className="py-2 text-end font-semibold">
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {transactions.map((transaction) => (
          <Line key={`${transaction.id} ${transaction.code}`} {...{ transaction, tails }} />
        ))}
      </tbody>
    </table>
  )
}

type LineProps = { transaction: Transaction; tails: Record<'amount' | 'after', CSSProperties> }

function Line({ transaction, tails }: LineProps) {
  const format = useFormat()
  const { created_at: at, amount, balance_after: after } = transaction
  const date = <time dateTime={at.toISOString()}>{format.dateTime(at)}</time>
  return (
    <tr role="row" className={cx(rowClass, 'break-inside-avoid align-top last:border-0')}>
      <td role="cell" className="py-2 pe-4 text-13 whitespace-nowrap text-ink-2 max-wide:hidden">
        {date}
      </td>
      <td role="cell" className={cx(wordsClass, 'wrap-anywhere')}>
        {sayTransaction(useLanguage(), transaction)}
        <span className="block text-ink-3 wide:hidden">{date}</span>
      </td>
      <td role="cell" style={tails.amount} className={amountClass}>
        <MoneyText amount={amount} isSigned />
      </td>
      <td role="cell" style={tails.after} className="py-2 text-end">
        {after !== null && <MoneyText amount={after} />}
      </td>
    </tr>
  )
}
