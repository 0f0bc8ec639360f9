import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const legalText = translation<typeof en.legalText, 'ru'>()({
  refund: 'Политика возврата',
  note: 'Написано простым языком. Здесь описано, что делает программа.',
  version: 'Версия {version}, действует с {date}',
})
