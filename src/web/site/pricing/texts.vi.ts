import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const pricingText = translation<typeof en.pricingText, 'vi'>()({
  title: 'Bảng giá',
  titleOf: 'Giá {platform}',
  description:
    'Mọi mức giá trong bảng dịch vụ tính bằng USD mỗi 1.000, số lượng nhỏ nhất và lớn nhất, và giá cho đúng số lượng của bạn. Xem bảng hoặc tải tệp CSV, không cần tài khoản.',
  lead: 'Mọi mức giá, tính bằng USD mỗi 1.000. Đây là số tiền bị trừ: đơn hàng giữ mức giá lúc được đặt.',
  allPlatforms: 'Mọi nền tảng',
  search: 'Tìm kiếm',
  searchHint: 'Tên, ID, danh mục',
  sort: 'Thứ tự',
  sortCatalogue: 'Theo bảng dịch vụ',
  sortPrice: 'Giá thấp nhất trước',
  sortPriceDown: 'Giá cao nhất trước',
  sortMin: 'Đơn nhỏ nhất trước',
  show: 'Xem',
  found: { other: '{count} dịch vụ' },
  page: 'trang {page} trên {pages}',
  none: 'Không có dịch vụ nào phù hợp.',
  all: 'Xem mọi dịch vụ',
  failed: 'Hiện chưa đọc được bảng giá. Vui lòng thử lại.',
})
