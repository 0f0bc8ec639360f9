import { formatIn } from '#contract/base/format.ts'
import { sayAge } from '#contract/words/say-age.ts'
import type { DiagnosticWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

const format = formatIn('vi')
const ago = (minutes: number) => (minutes < 1 ? 'chưa đầy 1 phút trước' : sayAge(format, minutes))
const { bytes, number } = format

/** What diagnostics find, and what to do about it. */
export const diagnostics: DiagnosticWords = {
  not_checked: {
    sentence: ({ error }) => `Không kiểm tra được. Lỗi hệ thống trả về: “${error}”`,
    advice: 'Hãy chạy lại chẩn đoán. Nếu vẫn vậy, hãy xem nhật ký máy chủ.',
  },
  not_checked_in_time: {
    sentence: ({ seconds }) => `Không kiểm tra kịp trong ${seconds} giây.`,
    advice: 'Hãy chạy lại chẩn đoán khi máy bớt bận.',
  },

  site_local: {
    sentence: ({ address }) => `Trang ở địa chỉ ${address}: chỉ máy này mở được.`,
  },
  site_local_live: {
    sentence: ({ address }) => `Trang ở địa chỉ ${address}: chỉ máy này mở được.`,
    advice: 'Hãy đặt proxy có HTTPS phía trước và đặt PUBLIC_URL là địa chỉ khách hàng dùng.',
  },
  site_plain_http: {
    sentence: ({ address }) =>
      `${address} không được mã hóa: mật khẩu và token có thể bị đọc trên đường truyền.`,
    advice: 'Hãy đặt proxy có chứng chỉ phía trước và đặt PUBLIC_URL là địa chỉ https.',
  },
  site_reached: {
    sentence: ({ address, milliseconds }) => `${address} phản hồi sau ${milliseconds} ms.`,
  },
  site_not_reached: {
    sentence: ({ address, fault }) => `Máy này không kết nối được tới ${address}: ${quote(fault)}.`,
    advice: 'Panel có đang chạy và PUBLIC_URL có trỏ tới panel không? Hãy kiểm tra DNS, tường lửa và proxy.',
  },
  site_redirected: {
    sentence: ({ address, location }) => `${address} chuyển hướng sang ${location}.`,
    advice: 'Hãy đặt PUBLIC_URL là địa chỉ phản hồi mà không chuyển hướng.',
  },
  site_no_upstream: {
    sentence: ({ address, http_status: status }) =>
      `${address} phản hồi HTTP ${status}: proxy không kết nối được tới panel.`,
    advice: 'Panel có đang chạy không, và proxy có chuyển tới đúng HOST và PORT không?',
  },
  site_is_other: {
    sentence: ({ address, http_status: status }) =>
      `Nơi phản hồi ở ${address} (HTTP ${status}) là trang khác, hoặc bản cài đặt có SECRET_KEY khác.`,
    advice: 'Hãy trỏ proxy tới bản cài đặt này hoặc sửa PUBLIC_URL. Mọi tiến trình cần cùng một SECRET_KEY.',
  },
  certificate_good: { sentence: ({ days }) => `Chứng chỉ còn hiệu lực ${number(days)} ngày.` },
  certificate_ends_soon: {
    sentence: ({ days }) => `Chứng chỉ hết hạn sau ${days} ngày. Sau đó trình duyệt từ chối trang.`,
    advice: 'Hãy gia hạn. Nếu proxy lẽ ra tự gia hạn, nhật ký của nó cho biết lý do.',
  },
  certificate_refused: {
    sentence: ({ fault }) => `Trình duyệt từ chối chứng chỉ của trang: ${quote(fault)}.`,
    advice: 'Hãy sửa chứng chỉ ở proxy.',
  },
  proxy_good: { sentence: 'Proxy gửi địa chỉ của khách và được tin cậy.' },
  proxy_none: { sentence: 'Yêu cầu đến thẳng, không qua proxy.' },
  proxy_unproven: {
    sentence: 'Proxy gửi địa chỉ của khách. Từ máy này không phân biệt được địa chỉ giả mạo.',
  },
  proxy_missing: {
    sentence: 'TRUST_PROXY đã đặt, nhưng yêu cầu đến thẳng, không qua proxy.',
    advice: 'Hãy bỏ TRUST_PROXY hoặc đặt PUBLIC_URL là địa chỉ của proxy.',
  },
  proxy_silent: {
    sentence: 'Proxy không gửi X-Forwarded-For: mọi khách dùng chung địa chỉ và giới hạn của proxy.',
    advice: 'Hãy để proxy gửi X-Forwarded-For với địa chỉ của khách và đặt TRUST_PROXY.',
  },
  proxy_untrusted: {
    sentence: ({ address }) =>
      `Proxy ở ${address} chưa được tin cậy: mọi khách dùng chung địa chỉ và giới hạn của nó.`,
    advice: 'Hãy đặt TRUST_PROXY là địa chỉ của proxy hoặc số lượng proxy.',
  },
  proxy_forgeable: {
    sentence: 'Khách có thể giả địa chỉ: X-Forwarded-For họ gửi được tin ngay.',
    advice:
      'Hãy để proxy ghi đè hoặc nối thêm vào X-Forwarded-For, và giảm TRUST_PROXY xuống số proxy của bạn.',
  },
  protocol_wrong: {
    sentence: ({ sent, expected }) => `Proxy gửi X-Forwarded-Proto ${sent}, nhưng PUBLIC_URL là ${expected}.`,
    advice: 'Hãy sửa tiêu đề này ở proxy hoặc sửa PUBLIC_URL.',
  },
  streams_good: {
    sentence: ({ milliseconds }) => `Cập nhật trực tiếp đến ngay (${milliseconds} ms).`,
  },
  streams_slow: {
    sentence: ({ milliseconds }) => `Cập nhật trực tiếp đến chậm: lần đầu mất ${milliseconds} ms.`,
    advice: 'Hãy kiểm tra tải của máy này và của proxy.',
  },
  streams_buffered: {
    sentence: 'Proxy giữ cập nhật trực tiếp đến khi phản hồi kết thúc, nên trang hiển thị thay đổi muộn.',
    advice: 'Hãy tắt bộ đệm phản hồi cho /api/events và /api/probe ở proxy.',
  },

  clock_good: { sentence: 'Đồng hồ của máy này và của cơ sở dữ liệu khớp nhau.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0
        ? `Đồng hồ của cơ sở dữ liệu nhanh hơn máy này ${seconds} giây.`
        : `Đồng hồ của cơ sở dữ liệu chậm hơn máy này ${-seconds} giây.`,
    advice: 'Hãy bật NTP trên cả hai máy. Giờ và thời hạn tính theo cơ sở dữ liệu.',
  },
  clock_off_outside: {
    sentence: ({ provider, seconds }) =>
      seconds > 0
        ? `Ở lần kiểm tra kết nối gần nhất, đồng hồ của ${provider} nhanh hơn ${seconds} giây.`
        : `Ở lần kiểm tra kết nối gần nhất, đồng hồ của ${provider} chậm hơn ${-seconds} giây.`,
    advice: 'Hãy bật NTP. Nếu đồng hồ của bạn đúng, hãy kiểm tra lại nhà cung cấp.',
  },
  disk_good: { sentence: ({ free_bytes: free }) => `Ổ đĩa của DATA_DIR còn trống ${bytes(free)}.` },
  disk_low: {
    sentence: ({ free_bytes: free }) => `Ổ đĩa của DATA_DIR chỉ còn trống ${bytes(free)}.`,
    advice: 'Hãy giải phóng dung lượng hoặc mở rộng ổ đĩa.',
  },
  disk_full: {
    sentence: ({ free_bytes: free }) => `Ổ đĩa của DATA_DIR gần đầy: còn trống ${bytes(free)}.`,
    advice: 'Hãy giải phóng dung lượng ngay. Khi ổ đĩa đầy, hệ thống không nhận đơn và thanh toán.',
  },
  syncs_good: { sentence: ({ count }) => `Ổ đĩa của DATA_DIR đồng bộ được ${number(count)} lần mỗi giây.` },
  syncs_slow: {
    sentence: ({ count }) => `Ổ đĩa của DATA_DIR chỉ đồng bộ được ${number(count)} lần mỗi giây.`,
    advice: 'Mỗi lần ghi đều chờ đồng bộ. Hãy chuyển DATA_DIR và cơ sở dữ liệu sang SSD.',
  },

  database_good: {
    sentence: ({ version, milliseconds }) => `PostgreSQL ${version} phản hồi sau ${number(milliseconds)} ms.`,
  },
  database_slow: {
    sentence: ({ version, milliseconds }) =>
      `PostgreSQL ${version} phản hồi chậm: một truy vấn rỗng mất ${number(milliseconds)} ms.`,
    advice: 'Hãy đặt panel và cơ sở dữ liệu gần nhau hơn, hoặc kiểm tra tải của cơ sở dữ liệu.',
  },
  database_old: {
    sentence: ({ version }) => `PostgreSQL ${version} cũ hơn 15, phiên bản thấp nhất được hỗ trợ.`,
    advice: 'Hãy nâng cấp PostgreSQL.',
  },
  database_down: {
    sentence: ({ error }) => `Không dùng được cơ sở dữ liệu. Lỗi hệ thống trả về: “${error}”`,
    advice:
      'Hãy kiểm tra DATABASE_URL và PostgreSQL có đang chạy không. Nếu chưa có cơ sở dữ liệu, hãy khởi động panel một lần.',
  },
  database_read_only: {
    sentence: 'Cơ sở dữ liệu không nhận thay đổi: đó là bản dự phòng hoặc đã đặt chỉ đọc.',
    advice: 'Hãy trỏ DATABASE_URL tới máy chủ chính. Cơ sở dữ liệu thuê thường chỉ đọc khi đĩa đầy.',
  },
  settings_good: {
    sentence: ({ wal_level: level, timezone }) =>
      `Dữ liệu nằm trên đĩa trước khi được xác nhận (wal_level ${level}, múi giờ ${timezone}).`,
  },
  fsync_off: {
    sentence: 'fsync đang tắt: mất điện có thể làm hỏng cơ sở dữ liệu.',
    advice: 'Hãy đặt fsync = on trong postgresql.conf và khởi động lại PostgreSQL.',
  },
  full_page_writes_off: {
    sentence: 'full_page_writes đang tắt: mất điện có thể làm hỏng cơ sở dữ liệu.',
    advice: 'Hãy đặt full_page_writes = on trong postgresql.conf và nạp lại cấu hình PostgreSQL.',
  },
  synchronous_commit_off: {
    sentence: 'synchronous_commit đang tắt: khi máy chủ sập, đơn và khoản nạp đã xác nhận sẽ mất.',
    advice: 'Hãy đặt synchronous_commit = on cho cơ sở dữ liệu và vai trò của panel.',
  },
  autovacuum_off: {
    sentence: 'Autovacuum đang tắt: các bảng lớn mãi và chậm dần.',
    advice: 'Hãy đặt autovacuum = on và track_counts = on trong postgresql.conf, rồi nạp lại cấu hình.',
  },
  wraparound_near: {
    sentence: ({ percent }) => `Đã dùng ${percent}% ID giao dịch. Đến 100%, PostgreSQL từ chối mọi thay đổi.`,
    advice: 'Hãy chạy VACUUM (FREEZE) trong cơ sở dữ liệu này và kết thúc các giao dịch mở nhiều ngày.',
  },
  wal_minimal: {
    sentence: 'wal_level là minimal: không thể sao lưu vật lý, khôi phục theo thời điểm hay nhân bản.',
    advice: 'Hãy đặt wal_level = replica trong postgresql.conf và khởi động lại PostgreSQL.',
  },
  encoding_other: {
    sentence: ({ encoding }) => `Bảng mã của cơ sở dữ liệu là ${encoding}: một số văn bản không lưu được.`,
    advice: 'Hãy tạo cơ sở dữ liệu với bảng mã UTF8 và chuyển dữ liệu sang đó.',
  },
  collation_changed: {
    sentence: ({ stored, actual }) =>
      `Thứ tự sắp xếp của hệ thống đổi từ phiên bản ${stored} sang ${actual}: chỉ mục văn bản có thể sai.`,
    advice: 'Hãy chạy REINDEX DATABASE, rồi ALTER DATABASE … REFRESH COLLATION VERSION.',
  },
  connections_good: {
    sentence: ({ max, needed }) => `Cơ sở dữ liệu cho phép ${max} kết nối; cần tối đa ${needed}.`,
  },
  connections_few: {
    sentence: ({ max, needed }) => `Cơ sở dữ liệu chỉ cho phép ${max} kết nối, nhưng cần tới ${needed}.`,
    advice: 'Hãy tăng max_connections, chạy ít tiến trình hơn hoặc dùng bộ gộp kết nối.',
  },
  role_good: { sentence: ({ role }) => `Vai trò ${role} không sửa được sổ cái.` },
  role_changes_ledger: {
    sentence: ({ role }) => `Vai trò ${role} có thể sửa sổ cái và các chốt bảo vệ của nó.`,
    advice: 'Hãy dùng một vai trò cho panel và một vai trò để nâng cấp (docs/operating/database-roles.md).',
  },
  role_hides_tables: {
    sentence: ({ role }) => `Vai trò ${role} có thể tạo bảng che bảng thật.`,
    advice: '“npm run audit” in ra câu lệnh thu hồi quyền đó (docs/operating/database-roles.md).',
  },

  workers_good: { sentence: ({ count }) => `Tiến trình xử lý đang chạy: ${count}.` },
  workers_none: {
    sentence:
      'Không có tiến trình xử lý nào chạy: không gửi đơn, không cập nhật trạng thái, không cộng tiền.',
    advice: 'Hãy khởi động tiến trình với vai trò worker hoặc all. Nhật ký cho biết vì sao nó dừng.',
  },
  jobs_good: { sentence: 'Không có tác vụ nền nào bị lỗi.' },
  job_failing: {
    sentence: ({ job }) => `Tác vụ nền ${job} lỗi liên tục.`,
    advice: 'Nhật ký có lỗi kèm tên này. Tác vụ được thử lại đến khi thành công.',
  },
  work_fenced: {
    sentence:
      'Cơ sở dữ liệu được khôi phục từ bản sao lưu và đang khóa: không gửi đơn, không cập nhật trạng thái, không cộng tiền.',
    advice: 'Chủ sở hữu cho tiếp tục vận hành ở trang tổng quan, hoặc chạy npm run resume.',
  },
  orders_sent: { sentence: ({ due }) => `Đơn được gửi đúng lúc: ${number(due)} đơn đến hạn.` },
  orders_wait: {
    sentence: ({ due, minutes }) => `${number(due)} đơn chờ gửi, lâu nhất ${number(minutes)} phút.`,
    advice: 'Hãy xem các nhà cung cấp bên dưới: đang tạm dừng, hết tiền, hay chậm hơn lượng đơn?',
  },
  statuses_polled: {
    sentence: ({ due }) => `Trạng thái đơn được cập nhật đúng lúc: ${number(due)} đơn đến hạn.`,
  },
  statuses_late: {
    sentence: ({ due, minutes }) => `${number(due)} trạng thái đơn bị trễ, lâu nhất ${number(minutes)} phút.`,
    advice: 'Hãy tăng số lệnh gọi mỗi giây của nhà cung cấp, nếu họ cho phép.',
  },
  webhooks_handled: {
    sentence: ({ due }) => `Webhook thanh toán được xử lý đúng lúc: ${number(due)} webhook đến hạn.`,
  },
  webhooks_wait: {
    sentence: ({ due, minutes }) =>
      `${number(due)} webhook thanh toán đang chờ, lâu nhất ${number(minutes)} phút.`,
    advice:
      'Hãy kiểm tra cổng trong Phương thức thanh toán. Không mất khoản nào: hệ thống vẫn tự kiểm tra các khoản nạp đang mở.',
  },

  providers_none: {
    sentence: 'Chưa bật nhà cung cấp nào.',
    advice: 'Hãy thêm ở mục Nhà cung cấp, trừ khi bạn giao mọi đơn thủ công.',
  },
  providers_good: { sentence: ({ count }) => `Nhà cung cấp đang phản hồi: ${count}.` },
  provider_stopped: {
    sentence: ({ provider }) => `Đã dừng gửi đơn tới ${provider}.`,
    advice: 'Hãy xử lý các đơn chờ duyệt của họ, rồi tiếp tục trên trang nhà cung cấp.',
  },
  provider_paused: {
    sentence: ({ provider }) => `${provider} tạm dừng sau khi gặp lỗi.`,
    advice: 'Sẽ tiếp tục sau lệnh gọi thành công kế tiếp. Trang của nhà cung cấp có lỗi gần nhất.',
  },
  provider_refuses_funds: {
    sentence: ({ provider }) => `${provider} từ chối đơn: không đủ tiền.`,
    advice: 'Hãy nạp tiền vào tài khoản của bạn ở đó. Đơn đang chờ được gửi tự động.',
  },
  provider_refuses_key: {
    sentence: ({ provider }) => `${provider} từ chối khóa API của bạn.`,
    advice: 'Hãy nhập lại khóa trên trang của nhà cung cấp.',
  },
  provider_refuses_address: {
    sentence: ({ provider }) => `${provider} từ chối địa chỉ IP của máy chủ này.`,
    advice: 'Hãy cho phép máy chủ này trong cài đặt tài khoản của bạn ở đó.',
  },
  provider_costs_unclear: {
    sentence: ({ provider }) => `Giá vốn của ${provider} không đáng tin: không dịch vụ nào của họ được bán.`,
    advice: 'Trang của nhà cung cấp cho biết loại tiền hay mức phí bị lệch, và cách tiếp tục.',
  },
  provider_low: {
    sentence: ({ provider }) => `Số dư ở ${provider} dưới ngưỡng của bạn.`,
    advice: 'Hãy nạp tiền vào tài khoản của bạn ở đó.',
  },
  provider_silent: {
    sentence: ({ provider, minutes }) => `${provider} phản hồi lần cuối ${ago(minutes)}.`,
    advice: 'Hãy chạy kiểm tra kết nối của nhà cung cấp.',
  },
  provider_never_read: {
    sentence: ({ provider }) => `Chưa ghi nhận phản hồi nào của ${provider}.`,
    advice: 'Hãy chạy kiểm tra kết nối của nhà cung cấp.',
  },

  gateways_none: {
    sentence: 'Chưa bật cổng thanh toán nào.',
    advice: 'Hãy bật trong Phương thức thanh toán, trừ khi bạn chỉ nhận thanh toán thủ công.',
  },
  gateway_good: {
    sentence: ({ gateway, minutes }) => `${gateway} đang bật; webhook gần nhất đến ${ago(minutes)}.`,
  },
  gateway_quiet: { sentence: ({ gateway }) => `${gateway} đang bật; chưa có webhook nào.` },
  gateway_refused: {
    sentence: ({ gateway, minutes }) => `Webhook của ${gateway} bị từ chối ${ago(minutes)}: chữ ký sai.`,
    advice:
      'Hãy so khóa hoặc mã bí mật webhook với cổng thanh toán. Trong lúc đó hệ thống vẫn tự kiểm tra khoản nạp.',
  },
  gateway_list_unread: {
    sentence: ({ gateway, fault }) => `Không đọc được danh sách thanh toán ở ${gateway}: ${quote(fault)}`,
    advice: 'Hãy kiểm tra cổng trong Phương thức thanh toán.',
  },

  email_none: {
    sentence: 'Chưa thiết lập máy chủ email: email đang chờ.',
    advice: 'Hãy nhập máy chủ trong cài đặt email.',
  },
  email_sandbox: { sentence: 'Email được đưa vào hộp thư thử nghiệm.' },
  email_unused: { sentence: 'Đã thiết lập máy chủ email; gần đây chưa gửi email nào.' },
  email_good: { sentence: ({ minutes }) => `Email gần nhất được gửi ${ago(minutes)}.` },
  email_failing: {
    sentence: ({ due }) => `Máy chủ email không nhận email nào: ${number(due)} email chờ thử lại.`,
    advice: 'Hãy gửi email thử trong cài đặt email: kết quả cho biết lý do.',
  },
  emails_failed: {
    sentence: ({ count }) => `Email bị từ chối trong một ngày: ${number(count)}.`,
    advice: 'Xem lý do và gửi lại trong Email và tác vụ lỗi.',
  },
  emails_wait: {
    sentence: ({ due, minutes }) => `${number(due)} email đang chờ, lâu nhất ${number(minutes)} phút.`,
    advice: 'Hãy gửi email thử trong cài đặt email: kết quả cho biết lý do.',
  },

  backup_good: {
    sentence: ({ minutes, bytes: size }) => `Bản sao lưu gần nhất được tạo ${ago(minutes)} (${bytes(size)}).`,
  },
  backup_late: {
    sentence: ({ minutes, bytes: size }) => `Bản sao lưu gần nhất được tạo ${ago(minutes)} (${bytes(size)}).`,
    advice: 'Mục Cài đặt → Sao lưu cho biết điều gì đã xảy ra, và có thể sao lưu ngay tại đó.',
  },
  backup_missing: {
    sentence: 'Chưa có bản sao lưu tự động nào được tạo đúng hạn.',
    advice: 'Mục Cài đặt → Sao lưu cho biết điều gì đã xảy ra, và có thể sao lưu ngay tại đó.',
  },
  backup_none: {
    sentence: 'Chưa có bản sao lưu nào.',
    advice: 'Hãy bật sao lưu tự động trong Cài đặt → Sao lưu.',
  },
  backup_failed: {
    sentence: 'Lần sao lưu gần nhất bị lỗi.',
    advice: 'Mục Cài đặt → Sao lưu cho biết lý do.',
  },
  backup_running: {
    sentence: ({ bytes: size }) => `Đang tạo bản sao lưu: đã ghi ${bytes(size)}.`,
  },
  backup_checked: {
    sentence: ({ minutes }) => `Đã kiểm tra bản sao lưu ${ago(minutes)}: khôi phục được.`,
  },
  backup_damaged: {
    sentence: ({ minutes }) => `Đã kiểm tra bản sao lưu ${ago(minutes)}: không khôi phục được.`,
    advice: 'Mục Cài đặt → Sao lưu cho biết lý do. Hãy tạo bản khác ngay và kiểm tra nó.',
  },
  backup_unknown: {
    sentence: ({ minutes }) => `Không kiểm tra được bản sao lưu (${ago(minutes)}).`,
    advice: 'Mục Cài đặt → Sao lưu cho biết lý do.',
  },

  ledger_good: { sentence: ({ minutes }) => `Sổ cái khớp, kiểm tra ${ago(minutes)}.` },
  ledger_wrong: {
    sentence: 'Sổ cái không khớp.',
    advice: 'Hãy chạy “npm run audit” và đừng sửa số dư cho đến khi biết lý do.',
  },
  ledger_unchecked: { sentence: 'Đợt kiểm tra sổ cái hằng đêm chưa chạy lần nào.' },
  ledger_checked: { sentence: ({ minutes }) => `Đợt kiểm tra sổ cái ${ago(minutes)} không có lỗi.` },
  ledger_check_late: {
    sentence: ({ minutes }) => `Sổ cái được kiểm tra lần cuối ${ago(minutes)}.`,
    advice: 'Việc kiểm tra chạy mỗi đêm trong tiến trình worker. Nhật ký của nó cho biết vì sao chưa chạy.',
  },
  ledger_broken: {
    sentence: ({ minutes, count }) =>
      `Đợt kiểm tra sổ cái ${ago(minutes)} phát hiện ${number(count)} sai lệch.`,
    advice: 'Hãy chạy “npm run audit” và đừng sửa số dư cho đến khi biết lý do.',
  },
}
