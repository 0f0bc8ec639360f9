import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const legalText = translation<typeof en.legalText, 'vi'>()({
  refund: 'Chính sách hoàn tiền',
  note: 'Viết bằng ngôn ngữ dễ hiểu, mô tả đúng cách phần mềm hoạt động.',
  version: 'Phiên bản {version}, có hiệu lực từ {date}',
})
