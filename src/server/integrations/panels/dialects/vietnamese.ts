import type { Dialect } from './dialect.ts'

/** Vietnamese, with and without its marks. */
export const vietnamese: Dialect = {
  refusals: {
    link_in_use: [
      /(đang có|đã có) đơn (hàng )?(đang chạy )?(với|cho|của|trên) (link|liên kết|đường dẫn)|(link|liên kết|đường dẫn) (này )?đang (có đơn|chạy|được xử lý)/,
    ],
    funds: [
      /số dư.{0,20} không (đủ|đáp ứng)|không đủ (số dư|tiền)|so du.{0,20} khong du|khong du (so du|tien)/,
    ],
    address: [/\bip\b.{0,50} (không được (phép|cho phép)|bị (chặn|cấm|khóa))/],
    key: [
      /(api|key|(?<!từ )kh(óa|oá)) (.{0,10} )?không (hợp lệ|đúng|tồn tại|chính xác)|sai (api|key|kh(óa|oá))|không có quyền truy cập|tài khoản.{0,20} bị (khóa|khoá|cấm)/,
    ],
    rate: [/quá nhiều (yêu cầu|lần|request)|(thao tác|gửi|yêu cầu) quá nhanh/],
  },
  unknownId: [
    /(không tìm thấy|không có) (đơn|mã)|(đơn hàng|mã đơn) (.{0,20} )?(không tồn tại|không hợp lệ|không đúng)/,
  ],
  breakdown: [/lỗi (hệ thống|máy chủ|server|kết nối|cơ sở dữ liệu)|hết thời gian|quá thời gian/],
  trouble: [/thử lại|bảo trì|tạm (thời|ngưng|dừng)|máy chủ|có lỗi xảy ra|đã xảy ra lỗi/],
  certain: [
    /(link|url|liên kết|đường dẫn|dịch vụ|số lượng|bình luận|từ khóa|tên người dùng|username) (.{0,20} )?(không (hợp lệ|đúng|tồn tại|chính xác|khả dụng|hoạt động|được (để )?trống)|sai|là bắt buộc|phải|tối (thiểu|đa)|(nhỏ|lớn|ít|nhiều) hơn|quá (ít|nhiều|nhỏ|lớn)|vượt)/,
    /sai (link|url|liên kết|đường dẫn|dịch vụ|số lượng|định dạng)|(tối thiểu|tối đa) (là )?\d/,
  ],
}
