import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const pricingText = translation<typeof en.pricingText, 'vi'>()({
  title: 'Bảng giá',
  titleOf: 'Giá {platform}',
  description:
    'Toàn bộ giá tính bằng USD mỗi 1.000, kèm số lượng tối thiểu, tối đa và giá cho số lượng bạn cần. Xem bảng hoặc tải tệp CSV, không cần tài khoản.',
  lead: 'Toàn bộ giá tính bằng USD mỗi 1.000. Bạn bị trừ đúng giá này, và đơn đã đặt giữ nguyên giá.',
  allPlatforms: 'Tất cả nền tảng',
  search: 'Tìm kiếm',
  searchHint: 'Tên, ID, danh mục',
  sort: 'Sắp xếp',
  sortCatalogue: 'Theo danh mục',
  sortPrice: 'Giá thấp đến cao',
  sortPriceDown: 'Giá cao đến thấp',
  sortMin: 'Số lượng tối thiểu tăng dần',
  show: 'Xem',
  found: { other: '{count} dịch vụ' },
  page: 'trang {page} / {pages}',
  none: 'Không tìm thấy dịch vụ',
  all: 'Xem tất cả dịch vụ',
  failed: 'Không tải được bảng giá. Vui lòng thử lại.',
})
