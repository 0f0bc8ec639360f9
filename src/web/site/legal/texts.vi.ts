import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const legalText = translation<typeof en.legalText, 'vi'>()({
  refund: 'Chính sách hoàn tiền',
  note: 'Viết đơn giản, đúng với những gì phần mềm thực hiện. Đơn vị vận hành panel này có thể bổ sung.',
  version: 'Phiên bản {version}, có hiệu lực từ {date}',
})
