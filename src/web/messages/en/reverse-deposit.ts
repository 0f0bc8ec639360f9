import { texts } from '#web/platform/i18n/table.ts'

/** What a gateway or a bank took back of a deposit. */
export const reverseDeposit = texts({
  record: 'Record Reversal',
  change: 'Change Reversal',
  title: 'Record Reversal',
  lead: 'For a payment that was refunded, charged back or recalled, or one you want to return.',
  amount: 'Reversed in total',
  amountHint: 'Up to {credited}. 0 returns everything.',
  reason: 'Reason',
  takes:
    'The difference is taken from the balance of {email}, with its share of the bonus. What the balance lacks is owed and paid by the next deposits; orders are refused until then.',
  returns: 'The difference goes back to {email}, after what is still owed.',
  save: 'Record Reversal',
  saved: 'The reversal was recorded.',
})
