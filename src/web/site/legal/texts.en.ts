import { texts } from '#web/platform/i18n/table.ts'

export const legalText = texts({
  refund: 'Refund Policy',
  note: 'Written in plain language. It describes what the software does.',
  version: 'Version {version}, effective {date}',
})
