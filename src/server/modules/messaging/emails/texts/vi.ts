import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import { formatIn } from '#contract/base/format.ts'
import type { GuardedSetting } from '#contract/messaging/notification-codes.ts'

import { type EmailTexts, listCounts, type OrderNotificationCode, toUtc } from './email-texts.ts'

const { money, number } = formatIn('vi')

const labels: Readonly<Record<OrderNotificationCode, string>> = {
  order_completed: 'Hoàn thành',
  order_partial: 'Giao một phần, đã hoàn tiền phần còn lại',
  order_canceled: 'Đã hủy và hoàn tiền',
  order_canceled_in_part: 'Đã hủy và hoàn tiền một phần',
  order_refunded: 'Đã hoàn tiền',
  order_refunded_in_part: 'Đã hoàn tiền một phần',
  order_failed: 'Thất bại',
}

export const emails: EmailTexts = {
  email_confirmation: ({ brand, link }) => ({
    subject: `Vui lòng xác nhận địa chỉ email của bạn tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      'Hãy xác nhận đây là địa chỉ email của bạn. Liên kết có hiệu lực trong ba ngày:',
      { label: 'Xác nhận địa chỉ email', link },
      `Nếu bạn không đăng ký tài khoản tại ${brand}, hãy bỏ qua email này.`,
    ],
  }),
  email_change_asked: ({ brand, email, cancel, link }) => ({
    subject: `Yêu cầu đổi địa chỉ email tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Có người biết mật khẩu tài khoản của bạn tại ${brand} đã yêu cầu đổi địa chỉ email thành ${email}. Tài khoản vẫn dùng địa chỉ hiện tại cho đến khi địa chỉ mới được xác nhận.`,
      'Nếu không phải bạn, hãy hủy yêu cầu rồi đặt mật khẩu mới: đã có người biết mật khẩu hiện tại của bạn.',
      { label: 'Hủy đổi email', link: cancel },
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Xin chào,',
      `${brand} đã trả lời yêu cầu #${ticket} của bạn, “${subject}”. Xem và trả lời tại đây:`,
      { label: 'Xem câu trả lời', link },
      'Vui lòng không trả lời email này: hộp thư này chỉ dùng để gửi.',
    ],
  }),
  payment_received: ({ brand, amount, bonus, link, unsubscribe }) => ({
    subject: `Đã nhận được thanh toán tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Chúng tôi đã nhận khoản thanh toán ${money(amount)} và cộng vào số dư của bạn.`,
      bonus > 0n ? `Bạn được thưởng thêm ${money(bonus)}.` : undefined,
      { label: 'Xem giao dịch', link },
    ].filter((paragraph) => paragraph !== undefined),
    closing: [
      'Bạn nhận được email này vì đang bật thông báo về đơn hàng và thanh toán.',
      { label: 'Hủy nhận email này', link: unsubscribe },
    ],
  }),
  transfer_refused: ({ brand, amount, reason, link, unsubscribe }) => ({
    subject: `Khoản thanh toán của bạn tại ${brand} không được cộng`,
    paragraphs: [
      'Xin chào,',
      `Khoản thanh toán ${money(amount)} của bạn không được cộng vào số dư. Lý do:`,
      reason,
      'Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ hỗ trợ kèm biên lai.',
      { label: 'Xem thanh toán', link },
    ],
    closing: [
      'Bạn nhận được email này vì đang bật thông báo về đơn hàng và thanh toán.',
      { label: 'Hủy nhận email này', link: unsubscribe },
    ],
  }),
  order_updates: ({ brand, counts, link, settings, unsubscribe }) => ({
    subject: `Cập nhật đơn hàng của bạn tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      'Đơn hàng của bạn có cập nhật mới trong vài phút qua:',
      listCounts(labels, counts, number),
      { label: 'Xem đơn hàng', link },
    ],
    closing: [
      'Bạn nhận được email này vì đang bật thông báo về đơn hàng và thanh toán.',
      { label: 'Hủy nhận email này', link: unsubscribe },
      { label: 'Cài đặt thông báo', link: settings },
    ],
  }),
  favourite_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Dịch vụ yêu thích của bạn tại ${brand} đã thay đổi`,
    paragraphs: [
      'Xin chào,',
      'Một số dịch vụ yêu thích của bạn đã thay đổi. Dưới đây là giá dành cho bạn:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`Và ${number(more)} thay đổi khác.`]),
      { label: 'Xem dịch vụ yêu thích', link },
    ],
    closing: [
      'Bạn nhận được email này (tối đa một lần mỗi ngày) vì đang bật thông báo về dịch vụ yêu thích.',
      { label: 'Hủy nhận email này', link: unsubscribe },
      { label: 'Cài đặt thông báo', link: settings },
    ],
  }),
  api_service_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Dịch vụ bạn đặt qua API tại ${brand} đã thay đổi`,
    paragraphs: [
      'Xin chào,',
      'Các dịch vụ bạn đặt qua API trong 30 ngày qua đã thay đổi. Dưới đây là giá dành cho bạn:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`Và ${number(more)} thay đổi khác.`]),
      { label: 'Xem tất cả dịch vụ', link },
    ],
    closing: [
      'Bạn nhận được email này (tối đa một lần mỗi giờ) vì đang bật thông báo về thay đổi dịch vụ.',
      { label: 'Hủy nhận email này', link: unsubscribe },
      { label: 'Cài đặt thông báo', link: settings },
    ],
  }),
  balance_low: ({ brand, below, balance, link, settings, unsubscribe }) => ({
    subject: `Số dư của bạn tại ${brand} đã xuống dưới ${money(below)}`,
    paragraphs: [
      'Xin chào,',
      `Số dư của bạn đã xuống dưới mức ${money(below)} bạn đặt. Số dư hiện tại là ${money(balance, 2)}.`,
      'Đơn hàng vượt quá số dư sẽ bị từ chối, kể cả đơn đặt qua API.',
      { label: 'Nạp tiền', link },
    ],
    closing: [
      'Bạn nhận được email này mỗi lần số dư xuống dưới mức đó.',
      { label: 'Hủy nhận email này', link: unsubscribe },
      { label: 'Cài đặt thông báo', link: settings },
    ],
  }),
  password_changed: ({ brand, areKeysEnded, link, settings }) => ({
    subject: `Mật khẩu của bạn tại ${brand} đã được đổi`,
    paragraphs: [
      'Xin chào,',
      `Mật khẩu tài khoản của bạn tại ${brand} vừa được đổi. Mọi thiết bị khác đã bị đăng xuất.`,
      areKeysEnded
        ? 'Các khóa API của bạn đã bị thu hồi. Hãy tạo khóa mới cho từng ứng dụng đang dùng khóa.'
        : 'Khóa API vẫn hoạt động. Hãy kiểm tra và thu hồi những khóa bạn không nhận ra.',
      { label: 'Xem khóa API', link: settings },
      'Nếu không phải bạn, hãy liên hệ hỗ trợ ngay.',
      { label: 'Liên hệ hỗ trợ', link },
    ],
  }),
  api_key_made: ({ brand, prefix, link }) => ({
    subject: `Khóa API mới tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Một khóa API mới, bắt đầu bằng ${prefix}, vừa được tạo cho tài khoản của bạn tại ${brand}.`,
      'Nếu không phải bạn, hãy thu hồi khóa ngay và đổi mật khẩu.',
      { label: 'Xem khóa API', link },
    ],
  }),
  announcement: ({ brand, title, text, unsubscribe }) => ({
    subject: title,
    paragraphs: [text],
    closing:
      unsubscribe === undefined
        ? [`Bạn nhận được email này vì có tài khoản tại ${brand}. Đây là thông báo về dịch vụ.`]
        : [
            `Bạn nhận được email này vì đã đăng ký nhận email từ ${brand}.`,
            { label: 'Hủy nhận email này', link: unsubscribe },
          ],
  }),
  invitation: ({ brand, link }) => ({
    subject: `Bạn được mời tham gia ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Một tài khoản tại ${brand} đã được tạo cho địa chỉ email này. Hãy đặt mật khẩu qua liên kết dưới đây, dùng được một lần và hết hạn sau bảy ngày:`,
      { label: 'Đặt mật khẩu', link },
      `Nếu bạn không biết ${brand}, hãy bỏ qua email này: chưa đặt mật khẩu thì không ai dùng được tài khoản.`,
    ],
  }),
  contact_message: ({ brand, name, email, subject, text, ticket, link }) => ({
    subject: `Biểu mẫu liên hệ: ${subject}`,
    paragraphs: [
      `${name} (${email}) đã gửi tin nhắn qua biểu mẫu liên hệ của ${brand}:`,
      text,
      ticket === null
        ? 'Người này không phải khách hàng đang hoạt động. Hãy trả lời email này và đánh dấu đã trả lời tại đây.'
        : `Tin nhắn đã được chuyển thành yêu cầu hỗ trợ #${ticket} của tài khoản này. Hãy trả lời tại đây.`,
      { label: ticket === null ? 'Mở tin nhắn' : 'Mở yêu cầu', link },
    ],
  }),
  staff_alert: ({ brand, message, link }) => ({
    subject: `${brand}: ${message}`,
    paragraphs: ['Xin chào,', `${message}.`, { label: 'Xem chi tiết', link }],
    closing: [
      `Bạn nhận được email này vì là nhân viên của ${brand} và có quyền xử lý. Bạn chỉ nhận một email cho mỗi thay đổi.`,
    ],
  }),
  password_reset: ({ brand, link }) => ({
    subject: `Đặt mật khẩu mới tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Chúng tôi nhận được yêu cầu đặt lại mật khẩu cho tài khoản của bạn tại ${brand}. Hãy đặt mật khẩu mới qua liên kết dưới đây, dùng được một lần và hết hạn sau một giờ:`,
      { label: 'Đặt mật khẩu mới', link },
      'Khi đặt mật khẩu mới, bạn sẽ bị đăng xuất khỏi mọi thiết bị. Nếu bạn không yêu cầu, hãy bỏ qua email này. Chúng tôi không bao giờ yêu cầu bạn gửi liên kết này.',
    ],
  }),
  new_sign_in: ({ brand, device, address, at, link }) => ({
    subject: `Đăng nhập mới tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Tài khoản của bạn tại ${brand} vừa được đăng nhập bằng mật khẩu, từ thiết bị hoặc địa chỉ bạn chưa dùng trong vài tháng gần đây:`,
      `Thiết bị: ${device ?? 'không rõ'}\nĐịa chỉ IP: ${address}\nThời gian: ${toUtc(at)}`,
      'Nếu là bạn, hãy bỏ qua email này. Nếu không, hãy đặt mật khẩu mới ngay: mọi thiết bị sẽ bị đăng xuất.',
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  setting_changed: ({ brand, sections, staffId, link }) => ({
    subject: `${brand}: cài đặt vừa được thay đổi (${sections.map((section) => settings[section]).join(', ')})`,
    paragraphs: [
      'Xin chào,',
      `Nhân viên #${staffId} vừa thay đổi các cài đặt sau tại ${brand}:`,
      sections.map((section) => settings[section]).join('\n'),
      'Bạn nhận được email này vì là chủ sở hữu trang. Nếu thay đổi này nằm ngoài dự kiến, hãy khôi phục cài đặt và thu hồi quyền của nhân viên đó. Nhật ký hoạt động cho biết những gì đã thay đổi.',
      { label: 'Mở nhật ký hoạt động', link },
    ],
  }),
  two_factor_on: ({ brand, link }) => ({
    subject: `Đã bật xác thực hai yếu tố tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Xác thực hai yếu tố vừa được bật cho tài khoản của bạn tại ${brand}. Từ nay, khi đăng nhập cần thêm mã từ ứng dụng xác thực. Mọi thiết bị khác đã bị đăng xuất.`,
      'Hãy lưu mã khôi phục ở nơi bạn lấy được khi không có điện thoại. Nếu không phải bạn, hãy liên hệ hỗ trợ ngay.',
      { label: 'Liên hệ hỗ trợ', link },
    ],
  }),
  two_factor_off: ({ brand, link }) => ({
    subject: `Đã tắt xác thực hai yếu tố tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Xác thực hai yếu tố vừa được tắt cho tài khoản của bạn tại ${brand} sau khi xác minh bằng mật khẩu và mã. Từ nay chỉ cần mật khẩu để đăng nhập.`,
      'Nếu không phải bạn, hãy đặt mật khẩu mới ngay: mọi thiết bị sẽ bị đăng xuất.',
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  recovery_code_used: ({ brand, left, link }) => ({
    subject: `Một mã khôi phục đã được dùng tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Một mã khôi phục của tài khoản tại ${brand} vừa được dùng thay cho mã từ ứng dụng. Còn ${left} mã.`,
      'Nếu là bạn, hãy tạo mã mới trước khi dùng hết. Nếu không, hãy đặt mật khẩu mới ngay: mọi thiết bị sẽ bị đăng xuất.',
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  recovery_codes_made: ({ brand, link }) => ({
    subject: `Mã khôi phục mới tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Mã khôi phục mới vừa được tạo cho tài khoản của bạn tại ${brand}. Các mã cũ không còn dùng được.`,
      'Nếu không phải bạn, hãy đặt mật khẩu mới ngay: mọi thiết bị sẽ bị đăng xuất.',
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  two_factor_reset: ({ brand, link }) => ({
    subject: `Chúng tôi đã tắt xác thực hai yếu tố của bạn tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Nhân viên của chúng tôi đã tắt xác thực hai yếu tố cho tài khoản của bạn tại ${brand}. Mọi thiết bị đã bị đăng xuất. Từ nay chỉ cần mật khẩu để đăng nhập: vui lòng thiết lập lại xác thực hai yếu tố.`,
      'Nếu bạn không yêu cầu việc này, hãy liên hệ hỗ trợ ngay.',
      { label: 'Liên hệ hỗ trợ', link },
    ],
  }),
}

const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'máy chủ email',
  gateways: 'cổng thanh toán',
  bonuses: 'thưởng nạp tiền',
  visitor_tags: 'phân tích và chat',
  backups: 'sao lưu',
  payment_methods: 'phương thức thanh toán',
}

function sayChange(change: FavouriteChange): string {
  const name = `${change.id} ${change.name}`
  if (change.kind === 'off') return `${name}: hiện ngừng bán`
  if (change.kind === 'back') return `${name}: đã bán trở lại, giá ${money(change.rate)}`
  if (change.kind === 'limits')
    return `${name}: nay đặt được từ ${number(change.min)} đến ${number(change.max)}`
  return `${name}: ${money(change.before)} → ${money(change.rate)}`
}
