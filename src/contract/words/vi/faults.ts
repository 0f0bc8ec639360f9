import { formatIn } from '#contract/base/format.ts'
import type { FaultWords } from '#contract/words/words.ts'

const { bytes } = formatIn('vi')

/** They follow a colon, and so begin small. */
export const faults: FaultWords = {
  address_refused:
    'địa chỉ không nằm trên internet công cộng; các mạng khác cần khai báo trong ALLOW_PRIVATE_ADDRESSES',
  address_odd: 'địa chỉ không hợp lệ',
  name_unknown: 'tên máy chủ không tồn tại',
  name_not_looked_up: 'hiện không tra được tên máy chủ',
  connection_refused: 'máy chủ từ chối kết nối',
  connection_reset: 'kết nối bị ngắt giữa chừng',
  connection_closed: 'kết nối bị đóng',
  connection_failed: ({ error_code: code }) => (code === '' ? 'lỗi kết nối' : `lỗi kết nối (${code})`),
  unreachable: 'không kết nối được tới máy chủ',
  not_connected: 'máy chủ không phản hồi',
  tls_failed: ({ error_code: code }) =>
    code === '' ? 'không thiết lập được kết nối an toàn' : `không thiết lập được kết nối an toàn (${code})`,
  no_answer: 'không phản hồi kịp thời',
  stopped: 'đã dừng giữa chừng',
  answer_too_large: 'phản hồi quá lớn',
  answer_packed: 'không giải nén được phản hồi',
  said: ({ error }) => `phản hồi: ${error}`,
  said_to_many: ({ error, customers }) =>
    `đơn của ${customers} khách bị từ chối bằng cùng một câu chưa rõ nghĩa: ${error}`,
  said_with_status: ({ http_status: status, error }) => `HTTP ${status}: ${error}`,
  http_status: ({ http_status: status }) => `phản hồi HTTP ${status}`,
  moved: ({ location }) => `đã chuyển sang ${location}: hãy nhập địa chỉ đó`,
  not_json: 'phản hồi không phải JSON',
  no_balance: 'phản hồi không có số dư',
  no_services: 'không có dịch vụ nào',
  no_order_id: 'phản hồi không có ID đơn',
  order_id_with_error: ({ provider_order: id, error }) => `trả về ID ${id} kèm một lỗi: ${error}`,
  other_currency: ({ currency, account_currency: own }) =>
    `số dư tính bằng ${currency}, nhưng tài khoản đặt là ${own}`,
  sending_cut_short: 'việc gửi bị ngắt giữa chừng',
  no_key: 'chưa nhập khóa',
  key_unreadable: 'không đọc được khóa: hãy nhập lại',
  many_waiting: 'quá nhiều lệnh gọi đang chờ',
  sign_in_refused: ({ error }) => `tên người dùng hoặc mật khẩu bị từ chối: ${error}`,
  sender_refused: ({ error }) => `không chấp nhận địa chỉ gửi này: ${error}`,
  receiver_refused: ({ error }) => `không chấp nhận người nhận này: ${error}`,
  letter_refused: ({ error }) => `email bị từ chối: ${error}`,
  no_mail_protocol: ({ error }) => `không hiểu được phản hồi: ${error}`,
  job_failed: 'tác vụ bị lỗi; xem chi tiết trong nhật ký máy chủ',
  job_timed_out: 'tác vụ mất quá nhiều thời gian',
  job_killed: 'máy chủ đã dừng trong mỗi lần thử',
  restored: 'đã xếp hàng trước khi khôi phục từ bản sao lưu, có thể đã được gửi sau đó',
  other_bytes: 'tệp đọc lại khác với tệp đã lưu',
  disk_full: 'ổ đĩa đã đầy',
  disk_closed: 'không ghi được vào thư mục',
  folder_missing: 'thư mục không tồn tại',
  disk_failed: ({ error_code: code }) => (code === '' ? 'lỗi ổ đĩa' : `lỗi ổ đĩa (${code})`),
  backup_damaged: 'bản sao lưu bị thiếu hoặc đã bị thay đổi',
  backup_passphrase: 'bản sao lưu được mã hóa bằng mật khẩu khác',
  backup_unfit: 'bản sao lưu do phiên bản khác tạo, hoặc cơ sở dữ liệu đã bị sửa thủ công',
  backup_gone: 'tệp của bản sao lưu không còn',
  backup_of_cluster: 'không thể sao lưu cơ sở dữ liệu phân tán theo cách này',
  backup_no_storage: 'tệp nằm trong bucket, nhưng phần cài đặt lưu trữ không khai báo bucket nào',
  backup_no_space: ({ folder, needed_bytes: needed, free_bytes: free }) =>
    `không đủ dung lượng trong ${folder}: cần ${bytes(needed)}, còn trống ${bytes(free)}`,
  backup_other_folder:
    'thư mục này không có bản sao lưu nào đã tạo trước đây: ổ đĩa đã được gắn chưa? Để bắt đầu lại tại đây, hãy tạo tệp tally-and-reach-backups.txt trong thư mục',
  backup_no_files: 'không tìm thấy tệp đã lưu nào',
  backup_lacks_files: ({ files }) => `thiếu các tệp không còn trong nơi lưu trữ: ${files}`,
  no_embedded_postgres: 'chưa cài PostgreSQL cần cho việc kiểm tra',
  no_translation: 'phản hồi không phải là bản dịch',
  note: ({ text }) => text,
}
