import { texts } from '#web/platform/i18n/table.ts'

export const legalText = texts({
  refund: 'Refund Policy',
  note: 'Plain words, and what the software does. The operator of this panel may add to them.',
  version: 'Version {version}, in force since {date}',
})
