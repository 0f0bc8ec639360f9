import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const shortcutsText = translation<typeof en.shortcutsText, 'vi'>()({
  title: 'Phím tắt',
  palette: 'Tìm hoặc chuyển tới bất cứ đâu',
  placeOrder: 'Đặt đơn',
  newOrder: 'Đơn mới',
  massOrder: 'Đặt hàng loạt',
  search: 'Tìm trong danh sách này',
  nextRow: 'Dòng tiếp theo của danh sách',
  previousRow: 'Dòng trước',
  chooseRow: 'Chọn dòng',
  openRow: 'Mở dòng',
  help: 'Trợ giúp này',
  off: 'tắt',
  singleKeys: 'Phím tắt một phím',
  singleKeysHint:
    'Hãy tắt nếu bạn điều khiển máy bằng giọng nói, hoặc hay nhấn nhầm phím. Ô tìm kiếm dẫn trở lại đây.',
})
