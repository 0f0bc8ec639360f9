import type { TwoFactorLetterWords } from '#server/modules/messaging/emails/words/email-words.ts'

export const twoFactorLetters: TwoFactorLetterWords = {
  two_factor_on: ({ brand, link }) => ({
    subject: `Đã bật xác thực hai yếu tố tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Xác thực hai yếu tố vừa được bật cho tài khoản của bạn tại ${brand}: từ nay khi đăng nhập cần thêm mã từ ứng dụng xác thực, và mọi phiên đăng nhập khác đã kết thúc.`,
      'Hãy cất mã khôi phục ở nơi bạn tìm được khi không có điện thoại. Nếu không phải bạn, hãy viết cho chúng tôi ngay.',
      { label: 'Viết cho chúng tôi', link },
    ],
  }),
  two_factor_off: ({ brand, link }) => ({
    subject: `Đã tắt xác thực hai yếu tố tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Xác thực hai yếu tố vừa được tắt cho tài khoản của bạn tại ${brand}, bằng mật khẩu và một mã. Giờ chỉ cần mật khẩu để đăng nhập.`,
      'Nếu không phải bạn, hãy đặt mật khẩu mới ngay: mọi phiên đăng nhập sẽ kết thúc.',
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  recovery_code_used: ({ brand, left, link }) => ({
    subject: `Một mã khôi phục đã được dùng tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Một mã khôi phục cho tài khoản của bạn tại ${brand} vừa được dùng thay cho mã từ ứng dụng. Còn lại ${left} mã.`,
      'Nếu đó là bạn, hãy tạo mã mới trước khi dùng hết. Nếu không, hãy đặt mật khẩu mới ngay: mọi phiên đăng nhập sẽ kết thúc.',
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  recovery_codes_made: ({ brand, link }) => ({
    subject: `Mã khôi phục mới tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Mã khôi phục mới vừa được tạo cho tài khoản của bạn tại ${brand}. Các mã trước đó không còn dùng được.`,
      'Nếu không phải bạn, hãy đặt mật khẩu mới ngay: mọi phiên đăng nhập sẽ kết thúc.',
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  two_factor_reset: ({ brand, link }) => ({
    subject: `Chúng tôi đã tắt xác thực hai yếu tố của bạn tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Nhân viên của chúng tôi đã tắt xác thực hai yếu tố cho tài khoản của bạn tại ${brand}, và mọi phiên đăng nhập đã kết thúc. Giờ chỉ cần mật khẩu để đăng nhập: vui lòng thiết lập lại xác thực hai yếu tố.`,
      'Nếu bạn không yêu cầu việc này, hãy viết cho chúng tôi ngay.',
      { label: 'Viết cho chúng tôi', link },
    ],
  }),
}
