import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const legalText = translation<typeof en.legalText, 'ru'>()({
  refund: 'Политика возврата',
  note: 'Простыми словами о том, что делает программа. Владелец этой панели может добавить своё.',
  version: 'Версия {version}, действует с {date}',
})
