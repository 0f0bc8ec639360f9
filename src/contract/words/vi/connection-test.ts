import { formatIn } from '#contract/base/format.ts'
import type { ConnectionTestWords } from '#contract/words/words.ts'

const { number } = formatIn('vi')

/** What a check finds, and what is to be done about it. */
export const connectionTest: ConnectionTestWords = {
  switched_off: {
    sentence: 'Tài khoản đang tắt: không gửi và không bán gì.',
    advice: 'Hãy bật khi mọi dòng còn lại đều tốt.',
  },
  not_set_up: {
    sentence: 'Chưa nhập tài khoản của cổng thanh toán này.',
    advice: 'Hãy nhập mã merchant và khóa thanh toán.',
  },
  sending_stopped: {
    sentence: 'Việc gửi đã dừng: quá nhiều đơn không rõ kết quả.',
    advice: 'Hãy quyết định các đơn đang chờ xem xét, rồi bật lại nhà cung cấp.',
  },
  reached: { sentence: ({ milliseconds }) => `Có trả lời, sau ${milliseconds} ms.` },
  address_refused: {
    sentence: ({ error }) => `Địa chỉ này không được gọi: ${error}.`,
    advice:
      'Nếu nó nằm trong mạng của bạn, hãy ghi mạng đó vào ALLOW_PRIVATE_ADDRESSES rồi khởi động lại. Nếu không, hãy sửa địa chỉ.',
  },
  not_reached: {
    sentence: ({ error }) => `Không kết nối được: ${error}.`,
    advice: 'Hãy kiểm tra địa chỉ, và máy này có được phép đi ra tới đó không (tường lửa, DNS).',
  },
  redirected: {
    sentence: ({ http_status: status, location }) => `Trả lời HTTP ${status} và chỉ sang ${location}.`,
    advice: 'Hãy nhập địa chỉ đó: đơn không bao giờ được gửi theo chuyển hướng.',
  },
  broken_down: {
    sentence: ({ http_status: status }) => `Trả lời HTTP ${status}: phía bên kia đang hỏng.`,
    advice: 'Hãy kiểm tra lại sau vài phút. Nếu vẫn vậy, hãy hỏi nhà cung cấp.',
  },
  no_panel: {
    sentence: ({ http_status: status }) => `Nơi trả lời (HTTP ${status}) không dùng JSON.`,
    advice:
      'Hãy kiểm tra địa chỉ: nhà cung cấp ghi nó ở trang "API", thường kết thúc bằng /api/v2. Nếu ở đó có trang kiểm tra trình duyệt, nó phải cho máy chủ này đi qua.',
  },
  tls_good: {
    sentence: ({ days, protocol }) => `Chứng chỉ còn hạn ${days} ngày (${protocol}).`,
  },
  tls_ends_soon: {
    sentence: ({ days }) => `Chứng chỉ hết hạn sau ${days} ngày; khi đó không gửi được gì.`,
    advice: 'Hãy báo cho người quản lý máy chủ đó.',
  },
  tls_refused: {
    sentence: ({ error }) => `Kết nối không an toàn: ${error}.`,
    advice: 'Không gửi gì qua kết nối này. Hãy kiểm tra địa chỉ và báo cho người quản lý máy chủ đó.',
  },
  not_encrypted: {
    sentence: 'Địa chỉ dùng http: khóa và đơn hàng có thể bị đọc trên đường truyền.',
    advice: 'Hãy nhập cùng địa chỉ với https, trừ khi nó nằm trong mạng của bạn.',
  },
  key_good: { sentence: 'Khóa được chấp nhận.' },
  key_for_tests: {
    sentence:
      'Đây là khóa thử nghiệm: khoản trả qua khóa này không phải tiền thật và được chuyển sang xem xét.',
    advice: 'Hãy nhập khóa chính thức, trừ khi bạn chỉ muốn dùng thử.',
  },
  key_missing: {
    sentence: 'Chưa nhập khóa.',
    advice: 'Hãy nhập khóa lấy từ trang API của nhà cung cấp.',
  },
  key_unreadable: {
    sentence: 'Không đọc được khóa đã lưu: SECRET_KEY khác với lúc nhập.',
    advice: 'Hãy nhập lại khóa, hoặc khởi động với giá trị cũ trong SECRET_KEY_PREVIOUS.',
  },
  key_refused: {
    sentence: ({ error }) => `Khóa bị từ chối: ${error}`,
    advice: 'Hãy nhập lại khóa, và kiểm tra tài khoản ở đó còn hoạt động và được dùng API.',
  },
  merchant_refused: {
    sentence: ({ error }) => `Mã merchant hoặc khóa thanh toán bị từ chối: ${error}`,
    advice: 'Hãy nhập lại cả hai như trong cài đặt merchant; đó là khóa thanh toán, không phải khóa chi trả.',
  },
  our_address_refused: {
    sentence: ({ error }) => `Địa chỉ của máy chủ này bị từ chối: ${error}`,
    advice: 'Hãy cho phép địa chỉ của máy chủ này trong cài đặt tài khoản ở đó.',
  },
  key_by_get_only: {
    sentence: 'Khóa chỉ được đọc từ địa chỉ, bằng GET.',
    advice:
      'Không đơn nào được gửi tới đó: địa chỉ bị ghi vào nhật ký, và một lệnh GET có thể bị lặp lại trên đường đi. Hãy yêu cầu nhà cung cấp dùng POST.',
  },
  key_untold: {
    sentence: ({ error }) => `Không biết được khóa có đúng không: ${error}`,
    advice: 'Hãy kiểm tra lại sau một phút. Nếu vẫn vậy, hãy hỏi nhà cung cấp.',
  },
  balance_read: {
    sentence: ({ balance, currency }) => `Số dư ở đó là ${`${balance} ${currency}`.trim()}.`,
  },
  balance_empty: {
    sentence: ({ balance, currency }) => `Số dư ở đó là ${`${balance} ${currency}`.trim()}.`,
    advice: 'Đơn hàng sẽ phải chờ tiền ở đó. Hãy nạp thêm, trừ khi nhà cung cấp tính tiền sau.',
  },
  balance_not_read: {
    sentence: ({ error }) => `Không đọc được số dư: ${error}`,
    advice: 'Không có số dư thì không ai thấy tiền sắp hết. Hãy hỏi nhà cung cấp lý do.',
  },
  currency_same: {
    sentence: ({ currency }) => `Nơi đó tính bằng ${currency}, đúng như tài khoản ghi.`,
  },
  currency_other: {
    sentence: ({ currency, account_currency: own }) =>
      `Số dư ở đó tính bằng ${currency}, còn tài khoản ghi ${own}: không nhập và không bán gì.`,
    advice: ({ currency }) =>
      `Hãy đặt loại tiền của tài khoản là ${currency} và ghi một đơn vị đáng giá bao nhiêu USD; các giá lấy từ đó sẽ được cho xem trước khi đổi.`,
  },
  currency_untold: {
    sentence: ({ account_currency: own }) => `Nơi đó không cho biết tính bằng tiền gì; tài khoản ghi ${own}.`,
    advice: 'Hãy so một giá ở đó với giá đã nhập.',
  },
  services_read: {
    sentence: ({ services }) => `Có ${number(services)} dịch vụ, và tất cả đều đọc được.`,
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
    advice: 'Chúng được nhập nhưng không bán, và lần nhập sẽ cho biết dòng nào không đọc được.',
  },
  rates_low: {
    sentence: ({ median }) => `Giá trung vị là $${median} cho 1.000, thấp bất thường.`,
    advice:
      'Có thể panel này báo giá cho 1 đơn vị. Hãy so một giá với trang web của họ rồi đặt “Giá tính cho” là “1 đơn vị”. Nếu không, mọi dịch vụ sẽ được bán với giá bằng một phần nghìn giá vốn.',
  },
  rates_high: {
    sentence: ({ median }) => `Giá trung vị là $${median} cho 1.000, cao bất thường.`,
    advice:
      'Hãy kiểm tra loại tiền, giá trị quy đổi ra USD và xem panel có thật sự báo giá cho 1 đơn vị không.',
  },
  services_none: {
    sentence: 'Nơi đó không có dịch vụ nào.',
    advice: 'Hãy xem tài khoản ở đó có được đặt hàng không.',
  },
  services_not_read: {
    sentence: ({ error }) => `Không đọc được danh sách dịch vụ: ${error}`,
    advice: 'Không nhập được gì. Hãy kiểm tra lại sau, rồi hỏi nhà cung cấp.',
  },
  status_many: {
    sentence: ({ per_call: perCall }) => `Một lần gọi cho biết tình trạng của tối đa ${perCall} đơn.`,
  },
  status_single: {
    sentence: 'Một lần gọi chỉ cho biết tình trạng của một đơn, không nhận danh sách.',
    advice:
      'Đơn được theo dõi từng cái một. Nếu có nhiều, hãy cho phép nhiều lần gọi mỗi giây hơn, nếu nơi đó chịu được.',
  },
  status_untold: {
    sentence: ({ error }) => `Chưa biết được nơi đó có nhận danh sách đơn không: ${error}`,
    advice: 'Hãy kiểm tra lại khi có đơn đang chạy ở đó.',
  },
  status_not_read: {
    sentence: ({ error }) => `Nơi đó không cho biết tình trạng đơn: ${error}`,
    advice: 'Đơn ở đó sẽ không theo dõi được. Hãy hỏi nhà cung cấp trước khi bán từ đó.',
  },
  clock_same: { sentence: 'Đồng hồ hai bên khớp nhau.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0
        ? `Đồng hồ ở đó nhanh hơn của ta ${seconds} giây.`
        : `Đồng hồ ở đó chậm hơn của ta ${-seconds} giây.`,
    advice: 'Hãy kiểm tra đồng hồ máy này có chỉnh theo NTP không; giờ trong bằng chứng được so theo nó.',
  },
  clock_untold: { sentence: 'Nơi đó không cho biết mấy giờ.' },
  pace_good: {
    sentence: ({ milliseconds, at_once: atOnce, per_second: perSecond }) =>
      `Lần gọi chậm nhất mất ${milliseconds} ms; tối đa ${perSecond} lần gọi mỗi giây, ${atOnce} cùng lúc.`,
  },
  pace_slow: {
    sentence: ({ milliseconds }) => `Nơi đó chậm: một lần gọi mất ${milliseconds} ms.`,
    advice: 'Đơn có thể không rõ kết quả vì thiếu trả lời. Hãy cho ít lần gọi cùng lúc hơn.',
  },
  pace_refused: {
    sentence: ({ per_second: perSecond }) =>
      `Một lần gọi bị từ chối vì quá nhanh; hiện tối đa ${perSecond} lần mỗi giây.`,
    advice: 'Hãy cho ít lần gọi mỗi giây hơn.',
  },
  answers_in: { sentence: ({ milliseconds }) => `Lần gọi chậm nhất mất ${milliseconds} ms.` },
  answers_slowly: {
    sentence: ({ milliseconds }) => `Nơi đó chậm: một lần gọi mất ${milliseconds} ms.`,
    advice: 'Khách hàng phải chờ bấy lâu mới thấy trang thanh toán.',
  },
  way_good: {
    sentence: ({ way, least, most }) => `Có thể trả bằng ${way}, từ ${least} đến ${most}.`,
  },
  way_missing: {
    sentence: ({ way }) => `Không thể trả bằng ${way}, trong khi mọi hóa đơn đều yêu cầu nó.`,
    advice: 'Hãy bật nó trong cài đặt merchant ở đó.',
  },
  ways_not_read: {
    sentence: ({ error }) => `Không đọc được các cách thanh toán: ${error}`,
    advice: 'Hãy kiểm tra lại sau, rồi hỏi cổng thanh toán.',
  },
  webhook_good: { sentence: ({ address }) => `Thanh toán được báo tới ${address}.` },
  webhook_unreachable: {
    sentence: ({ address }) =>
      `Cổng thanh toán không báo được tới ${address}, nên hệ thống tự hỏi về các khoản thanh toán.`,
    advice: 'Hãy đặt PUBLIC_URL là địa chỉ https mà trang này được thấy từ bên ngoài.',
  },
}
