import { formatIn } from '#contract/base/format.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import type { ConnectionTestWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

const { money, number } = formatIn('vi')

const price = (usd: string) => money(parseMoney(usd) ?? ZERO)

/** What a connection test finds, and what to do about it. */
export const connectionTest: ConnectionTestWords = {
  switched_off: {
    sentence: 'Tài khoản đang tắt: không bán và không gửi gì.',
    advice: 'Hãy bật sau khi các kiểm tra khác đều đạt.',
  },
  not_set_up: {
    sentence: 'Chưa thiết lập tài khoản cho cổng thanh toán này.',
    advice: 'Hãy nhập ID người bán và khóa thanh toán.',
  },
  sending_stopped: {
    sentence: 'Đã dừng gửi đơn: quá nhiều đơn chưa xác nhận.',
    advice: 'Hãy xử lý các đơn chờ duyệt, rồi cho gửi đơn tiếp.',
  },
  reached: { sentence: ({ milliseconds }) => `Phản hồi sau ${milliseconds} ms.` },
  address_refused: {
    sentence: ({ fault }) => `Không gọi được: ${quote(fault)}.`,
    advice:
      'Nếu địa chỉ nằm trong mạng của bạn, hãy thêm mạng đó vào ALLOW_PRIVATE_ADDRESSES rồi khởi động lại. Nếu không, hãy sửa địa chỉ.',
  },
  not_reached: {
    sentence: ({ fault }) => `Không kết nối được: ${quote(fault)}.`,
    advice: 'Hãy kiểm tra địa chỉ và xem máy này có kết nối tới đó được không (tường lửa, DNS).',
  },
  redirected: {
    sentence: ({ http_status: status, location }) =>
      `Phản hồi HTTP ${status} và chuyển hướng sang ${location}.`,
    advice: 'Hãy nhập địa chỉ đó: đơn không bao giờ được gửi theo chuyển hướng.',
  },
  broken_down: {
    sentence: ({ http_status: status }) => `Phản hồi HTTP ${status}: nhà cung cấp đang gặp sự cố.`,
    advice: 'Hãy kiểm tra lại sau vài phút. Nếu vẫn lỗi, hãy liên hệ nhà cung cấp.',
  },
  no_panel: {
    sentence: ({ http_status: status }) => `Phản hồi (HTTP ${status}) không phải JSON.`,
    advice:
      'Hãy kiểm tra địa chỉ: có trên trang API của nhà cung cấp, thường kết thúc bằng /api/v2. Nếu trang web có chống bot, họ phải cho phép máy chủ này.',
  },
  tls_good: {
    sentence: ({ days, protocol }) => `Chứng chỉ còn hạn ${days} ngày (${protocol}).`,
  },
  tls_ends_soon: {
    sentence: ({ days }) => `Chứng chỉ sẽ hết hạn sau ${days} ngày. Sau đó không gửi được gì.`,
    advice: 'Hãy liên hệ bên vận hành máy chủ đó.',
  },
  tls_refused: {
    sentence: ({ fault }) => `Kết nối không an toàn: ${quote(fault)}.`,
    advice: 'Hệ thống không gửi gì. Hãy kiểm tra địa chỉ và liên hệ bên vận hành máy chủ đó.',
  },
  not_encrypted: {
    sentence: 'Địa chỉ dùng http: khóa và đơn hàng không được mã hóa.',
    advice: 'Hãy dùng https, trừ khi máy chủ nằm trong mạng của bạn.',
  },
  key_good: { sentence: 'Khóa được chấp nhận.' },
  key_for_tests: {
    sentence: 'Đây là khóa thử nghiệm: thanh toán qua khóa này không phải tiền thật và sẽ chờ duyệt.',
    advice: 'Hãy nhập khóa thật, trừ khi bạn đang thử nghiệm.',
  },
  key_missing: {
    sentence: 'Chưa nhập khóa.',
    advice: 'Hãy nhập khóa từ trang API của nhà cung cấp.',
  },
  key_unreadable: {
    sentence: 'Không đọc được khóa đã lưu: SECRET_KEY đã thay đổi sau khi nhập.',
    advice: 'Hãy nhập lại khóa, hoặc khởi động lại với SECRET_KEY cũ trong SECRET_KEY_PREVIOUS.',
  },
  key_refused: {
    sentence: ({ fault }) => `Khóa bị từ chối: ${quote(fault)}`,
    advice:
      'Hãy nhập lại khóa và kiểm tra xem tài khoản của bạn ở đó có còn hoạt động và được dùng API không.',
  },
  merchant_refused: {
    sentence: ({ fault }) => `ID người bán hoặc khóa thanh toán bị từ chối: ${quote(fault)}`,
    advice:
      'Hãy nhập lại cả hai từ cài đặt người bán của cổng thanh toán. Dùng khóa thanh toán (payment), không phải khóa chi trả (payout).',
  },
  our_address_refused: {
    sentence: ({ fault }) => `Địa chỉ IP của máy chủ này bị từ chối: ${quote(fault)}`,
    advice: 'Hãy cho phép địa chỉ IP của máy chủ này trong cài đặt tài khoản của bạn ở đó.',
  },
  key_by_get_only: {
    sentence: 'Nhà cung cấp chỉ nhận khóa trong địa chỉ, bằng GET.',
    advice:
      'Hệ thống không gửi đơn nào: địa chỉ thường bị ghi vào nhật ký, và lệnh GET có thể bị lặp lại. Hãy đề nghị nhà cung cấp hỗ trợ POST.',
  },
  key_untold: {
    sentence: ({ fault }) => `Không xác minh được khóa: ${quote(fault)}`,
    advice: 'Hãy kiểm tra lại sau một phút. Nếu vẫn lỗi, hãy liên hệ nhà cung cấp.',
  },
  balance_read: {
    sentence: ({ balance, currency }) => `Số dư của bạn là ${`${balance} ${currency}`.trim()}.`,
  },
  balance_empty: {
    sentence: ({ balance, currency }) => `Số dư của bạn là ${`${balance} ${currency}`.trim()}.`,
    advice: 'Đơn hàng sẽ phải chờ. Hãy nạp thêm tiền, trừ khi nhà cung cấp cho trả sau.',
  },
  balance_not_read: {
    sentence: ({ fault }) => `Không đọc được số dư: ${quote(fault)}`,
    advice: 'Bạn sẽ không được cảnh báo khi sắp hết tiền. Hãy liên hệ nhà cung cấp.',
  },
  currency_same: {
    sentence: ({ currency }) => `Loại tiền là ${currency}, đúng như cài đặt tài khoản.`,
  },
  currency_other: {
    sentence: ({ currency, account_currency: own }) =>
      `Số dư tính bằng ${currency}, nhưng tài khoản đặt là ${own}: không nhập và không bán gì.`,
    advice: ({ currency }) =>
      `Hãy đặt loại tiền của tài khoản là ${currency} và nhập giá trị theo USD. Bạn sẽ thấy giá thay đổi thế nào trước khi lưu.`,
  },
  currency_untold: {
    sentence: ({ account_currency: own }) => `Nhà cung cấp không báo loại tiền. Tài khoản đặt là ${own}.`,
    advice: 'Hãy so một mức giá ở đó với giá đã nhập.',
  },
  services_read: {
    sentence: ({ services }) => `Có ${number(services)} dịch vụ, tất cả đều thuộc loại đã biết.`,
  },
  services_in_part: {
    sentence: ({ services, unknown, types, unread }) =>
      [
        `Có ${number(services)} dịch vụ.`,
        unknown > 0 && `${unknown} dịch vụ thuộc loại chưa biết: ${types}.`,
        unread > 0 && `Ngoài ra ${unread} dòng không đọc được.`,
      ]
        .filter((part) => part !== false)
        .join(' '),
    advice: 'Các dịch vụ này được nhập nhưng không bán. Kết quả nhập cho biết dòng nào không đọc được.',
  },
  rates_low: {
    sentence: ({ median }) => `Giá trung vị là ${price(median)} mỗi 1.000, thấp bất thường.`,
    advice:
      'Có thể panel này báo giá cho 1 đơn vị. Hãy so một mức giá với trang web của họ, rồi đặt “Đơn vị tính giá” thành “Mỗi 1”. Nếu không, mọi dịch vụ sẽ bán với giá bằng một phần nghìn giá vốn.',
  },
  rates_high: {
    sentence: ({ median }) => `Giá trung vị là ${price(median)} mỗi 1.000, cao bất thường.`,
    advice: 'Hãy kiểm tra loại tiền, tỷ giá USD và xem panel có thật sự báo giá cho 1 đơn vị không.',
  },
  services_none: {
    sentence: 'Nhà cung cấp không có dịch vụ nào.',
    advice: 'Hãy hỏi nhà cung cấp xem tài khoản của bạn có được đặt đơn không.',
  },
  services_not_read: {
    sentence: ({ fault }) => `Không đọc được danh sách dịch vụ: ${quote(fault)}`,
    advice: 'Không nhập được gì. Hãy kiểm tra lại sau, nếu vẫn lỗi hãy liên hệ nhà cung cấp.',
  },
  status_many: {
    sentence: ({ per_call: perCall }) => `Mỗi lệnh gọi cho biết trạng thái của tối đa ${perCall} đơn.`,
  },
  status_single: {
    sentence: 'Mỗi lệnh gọi chỉ cho biết một đơn, không nhận danh sách.',
    advice:
      'Đơn được kiểm tra lần lượt. Nếu có nhiều đơn, hãy tăng số lệnh gọi mỗi giây khi nhà cung cấp cho phép.',
  },
  status_untold: {
    sentence: ({ fault }) => `Chưa rõ nhà cung cấp có nhận danh sách đơn không: ${quote(fault)}`,
    advice: 'Hãy kiểm tra lại khi có đơn đang chạy.',
  },
  status_not_read: {
    sentence: ({ fault }) => `Nhà cung cấp không báo trạng thái đơn: ${quote(fault)}`,
    advice: 'Không theo dõi được đơn. Hãy liên hệ nhà cung cấp trước khi bán dịch vụ của họ.',
  },
  clock_same: { sentence: 'Đồng hồ hai bên khớp nhau.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0
        ? `Đồng hồ của nhà cung cấp nhanh hơn ${seconds} giây.`
        : `Đồng hồ của nhà cung cấp chậm hơn ${-seconds} giây.`,
    advice:
      'Hãy kiểm tra xem đồng hồ máy này có đồng bộ qua NTP không. Giờ của máy được dùng khi đối chiếu dấu hiệu của các đơn chưa xác nhận.',
  },
  clock_untold: { sentence: 'Nhà cung cấp không báo giờ.' },
  pace_good: {
    sentence: ({ milliseconds, at_once: atOnce, per_second: perSecond }) =>
      `Lệnh gọi chậm nhất mất ${milliseconds} ms. Giới hạn: ${perSecond} lệnh gọi mỗi giây, ${atOnce} cùng lúc.`,
  },
  pace_slow: {
    sentence: ({ milliseconds }) => `Chậm: một lệnh gọi mất ${milliseconds} ms.`,
    advice: 'Đơn có thể không được xác nhận vì thiếu phản hồi. Hãy giảm số lệnh gọi cùng lúc.',
  },
  pace_refused: {
    sentence: ({ per_second: perSecond }) =>
      `Một lệnh gọi bị từ chối vì gọi quá nhanh. Giới hạn: ${perSecond} mỗi giây.`,
    advice: 'Hãy giảm số lệnh gọi mỗi giây.',
  },
  answers_in: { sentence: ({ milliseconds }) => `Lệnh gọi chậm nhất mất ${milliseconds} ms.` },
  answers_slowly: {
    sentence: ({ milliseconds }) => `Chậm: một lệnh gọi mất ${milliseconds} ms.`,
    advice: 'Khách phải chờ lâu như vậy mới thấy trang thanh toán.',
  },
  way_good: {
    sentence: ({ way, least, most }) => `${way} khả dụng, từ ${least} đến ${most}.`,
  },
  way_missing: {
    sentence: ({ way }) => `${way} không khả dụng, nhưng mọi hóa đơn đều cần.`,
    advice: 'Hãy bật trong cài đặt người bán của cổng thanh toán.',
  },
  ways_not_read: {
    sentence: ({ fault }) => `Không đọc được phương thức thanh toán: ${quote(fault)}`,
    advice: 'Hãy kiểm tra lại sau, nếu vẫn lỗi hãy liên hệ cổng thanh toán.',
  },
  webhook_good: { sentence: ({ address }) => `Thanh toán được báo tới ${address}.` },
  webhook_unreachable: {
    sentence: ({ address }) =>
      `Cổng thanh toán không kết nối được tới ${address}, nên hệ thống tự kiểm tra các khoản thanh toán.`,
    advice: 'Hãy đặt PUBLIC_URL là địa chỉ https công khai của trang này.',
  },
}
