import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import { formatIn } from '#contract/base/format.ts'
import type { GuardedSetting } from '#contract/messaging/notification-codes.ts'

import { type EmailTexts, listCounts, type OrderNotificationCode, toUtc } from './email-texts.ts'

const { money, number } = formatIn('vi')

const labels: Readonly<Record<OrderNotificationCode, string>> = {
  order_completed: 'Hoàn thành',
  order_partial: 'Giao một phần, phần còn lại đã được hoàn tiền',
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
      'Vui lòng xác nhận đây là địa chỉ của bạn qua liên kết sau, có hiệu lực trong ba ngày:',
      { label: 'Xác nhận địa chỉ này', link },
      `Nếu bạn không có và không đăng ký tài khoản tại ${brand}, bạn không cần làm gì: nếu không xác nhận thì không có gì thay đổi.`,
    ],
  }),
  email_change_asked: ({ brand, email, cancel, link }) => ({
    subject: `Có yêu cầu đổi địa chỉ email tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Một người biết mật khẩu tài khoản của bạn tại ${brand} đã yêu cầu đổi địa chỉ email thành ${email}. Tài khoản vẫn dùng địa chỉ này cho đến khi địa chỉ mới được xác nhận.`,
      'Nếu không phải bạn, hãy hủy yêu cầu đổi rồi đặt mật khẩu mới: đã có người biết mật khẩu hiện tại của bạn.',
      { label: 'Hủy đổi địa chỉ email', link: cancel },
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Xin chào,',
      `${brand} đã trả lời yêu cầu #${ticket} của bạn, “${subject}”. Xem và trả lời tại đây:`,
      { label: 'Xem câu trả lời', link },
      'Thư trả lời cho email này sẽ không có ai đọc.',
    ],
  }),
  payment_received: ({ brand, amount, bonus, link, unsubscribe }) => ({
    subject: `Đã nhận được thanh toán tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Khoản thanh toán ${money(amount)} của bạn đã đến và được cộng vào số dư.`,
      bonus > 0n ? `Bạn được thưởng thêm ${money(bonus)}.` : undefined,
      { label: 'Giao dịch của bạn', link },
    ].filter((paragraph) => paragraph !== undefined),
    closing: [
      'Bạn nhận được thư này vì đang bật tin về đơn hàng và thanh toán.',
      { label: 'Tắt những thư này', link: unsubscribe },
    ],
  }),
  transfer_refused: ({ brand, amount, reason, link, unsubscribe }) => ({
    subject: `Khoản thanh toán của bạn tại ${brand} không được cộng`,
    paragraphs: [
      'Xin chào,',
      `Khoản thanh toán ${money(amount)} của bạn không được cộng vào số dư. Lý do:`,
      reason,
      'Nếu bạn cho rằng có nhầm lẫn, hãy liên hệ hỗ trợ kèm biên lai.',
      { label: 'Xem khoản thanh toán', link },
    ],
    closing: [
      'Bạn nhận được thư này vì đang bật tin về đơn hàng và thanh toán.',
      { label: 'Tắt những thư này', link: unsubscribe },
    ],
  }),
  order_updates: ({ brand, counts, link, settings, unsubscribe }) => ({
    subject: `Tin về đơn hàng của bạn tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      'Đây là tình hình các đơn hàng của bạn trong ít phút vừa qua:',
      listCounts(labels, counts, number),
      { label: 'Đơn hàng của bạn', link },
    ],
    closing: [
      'Bạn nhận được thư này vì đang bật tin về đơn hàng và thanh toán.',
      { label: 'Tắt những thư này', link: unsubscribe },
      { label: 'Cài đặt của bạn', link: settings },
    ],
  }),
  favourite_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Dịch vụ yêu thích của bạn tại ${brand} đã thay đổi`,
    paragraphs: [
      'Xin chào,',
      'Những dịch vụ yêu thích sau đây của bạn đã thay đổi. Giá ghi ở đây là giá bạn trả:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`Và ${number(more)} thay đổi khác.`]),
      { label: 'Dịch vụ yêu thích của bạn', link },
    ],
    closing: [
      'Bạn nhận được thư này, nhiều nhất mỗi ngày một lần, vì đang bật tin về thay đổi của dịch vụ yêu thích.',
      { label: 'Tắt những thư này', link: unsubscribe },
      { label: 'Cài đặt của bạn', link: settings },
    ],
  }),
  api_service_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Dịch vụ bạn đặt qua API tại ${brand} đã thay đổi`,
    paragraphs: [
      'Xin chào,',
      'Những dịch vụ sau đây, mà bạn đã đặt qua API trong 30 ngày qua, vừa thay đổi. Giá ghi ở đây là giá bạn trả:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`Và ${number(more)} thay đổi khác.`]),
      { label: 'Tất cả dịch vụ', link },
    ],
    closing: [
      'Bạn nhận được email này, nhiều nhất mỗi giờ một lần, vì đang bật thông báo về thay đổi của dịch vụ.',
      { label: 'Tắt những email này', link: unsubscribe },
      { label: 'Cài đặt của bạn', link: settings },
    ],
  }),
  balance_low: ({ brand, below, balance, link, settings, unsubscribe }) => ({
    subject: `Số dư của bạn tại ${brand} đã xuống dưới ${money(below)}`,
    paragraphs: [
      'Xin chào,',
      `Số dư của bạn đã xuống dưới ${money(below)}, mức mà bạn đã đặt. Hiện số dư là ${money(balance, 2)}.`,
      'Đơn hàng vượt quá số dư sẽ bị từ chối, kể cả đơn đặt qua API.',
      { label: 'Nạp tiền', link },
    ],
    closing: [
      'Bạn nhận được email này mỗi lần số dư xuống dưới mức đó.',
      { label: 'Tắt những email này', link: unsubscribe },
      { label: 'Cài đặt của bạn', link: settings },
    ],
  }),
  password_changed: ({ brand, areKeysEnded, link, settings }) => ({
    subject: `Mật khẩu của bạn tại ${brand} đã được đổi`,
    paragraphs: [
      'Xin chào,',
      `Mật khẩu tài khoản của bạn tại ${brand} vừa được đổi, và mọi phiên đăng nhập khác đã kết thúc.`,
      areKeysEnded
        ? 'Các khóa API của bạn đã bị thu hồi. Hãy tạo khóa mới cho từng ứng dụng đang dùng.'
        : 'Các khóa API vẫn hoạt động. Hãy xem lại và thu hồi những khóa bạn không nhận ra.',
      { label: 'Các khóa API của bạn', link: settings },
      'Nếu không phải bạn, hãy liên hệ ngay với chúng tôi.',
      { label: 'Liên hệ với chúng tôi', link },
    ],
  }),
  api_key_made: ({ brand, prefix, link }) => ({
    subject: `Khóa API mới tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Một khóa API mới vừa được tạo cho tài khoản của bạn tại ${brand}. Khóa bắt đầu bằng ${prefix}.`,
      'Nếu không phải bạn, hãy thu hồi khóa ngay và đổi mật khẩu.',
      { label: 'Xem lại các khóa', link },
    ],
  }),
  announcement: ({ brand, title, text, unsubscribe }) => ({
    subject: title,
    paragraphs: [text],
    closing:
      unsubscribe === undefined
        ? [`Bạn nhận được thư này vì bạn có tài khoản tại ${brand} và nội dung liên quan đến chính dịch vụ.`]
        : [
            `Bạn đã chọn nhận những thư như thế này từ ${brand}.`,
            { label: 'Tắt những thư này', link: unsubscribe },
          ],
  }),
  invitation: ({ brand, link }) => ({
    subject: `Bạn được mời tham gia ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Một tài khoản tại ${brand} đã được tạo cho địa chỉ này. Hãy đặt mật khẩu qua liên kết sau, dùng được một lần trong vòng bảy ngày:`,
      { label: 'Đặt mật khẩu', link },
      `Nếu bạn không biết ${brand}, bạn không cần làm gì: khi chưa có mật khẩu thì không ai dùng được tài khoản này.`,
    ],
  }),
  contact_message: ({ brand, name, email, subject, text, ticket, link }) => ({
    subject: `Biểu mẫu liên hệ: ${subject}`,
    paragraphs: [
      `${name} (${email}) đã viết qua biểu mẫu liên hệ của ${brand}:`,
      text,
      ticket === null
        ? 'Người này không phải khách hàng đang hoạt động. Hãy trả lời email này và đánh dấu đã trả lời tại đây.'
        : `Tin nhắn đã thành yêu cầu #${ticket} của tài khoản đó. Trả lời tại đây.`,
      { label: ticket === null ? 'Mở tin nhắn' : 'Mở yêu cầu', link },
    ],
  }),
  staff_alert: ({ brand, message, link }) => ({
    subject: `${brand}: ${message}`,
    paragraphs: ['Xin chào,', `${message}.`, { label: 'Xem chi tiết', link }],
    closing: [
      `Bạn nhận email này vì bạn là nhân viên của ${brand} và có quyền xử lý. Mỗi thay đổi chỉ gửi một email.`,
    ],
  }),
  password_reset: ({ brand, link }) => ({
    subject: `Đặt mật khẩu mới tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Có người vừa yêu cầu mật khẩu mới cho tài khoản của bạn tại ${brand}. Hãy chọn mật khẩu qua liên kết này, dùng được một lần trong vòng một giờ:`,
      { label: 'Đặt mật khẩu mới', link },
      'Khi đó mọi phiên đăng nhập sẽ kết thúc. Nếu không phải bạn yêu cầu thì bạn không cần làm gì: không có liên kết thì không có gì thay đổi, và chúng tôi không bao giờ hỏi bạn liên kết này.',
    ],
  }),
  new_sign_in: ({ brand, device, address, at, link }) => ({
    subject: `Lần đăng nhập mới tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `Có người vừa đăng nhập vào tài khoản của bạn tại ${brand} bằng mật khẩu, từ nơi chưa được dùng trong những tháng qua:`,
      `Thiết bị: ${device ?? 'không rõ'}\nĐịa chỉ: ${address}\nThời gian: ${toUtc(at)}`,
      'Nếu đó là bạn thì không cần làm gì. Nếu không, hãy đặt mật khẩu mới ngay: mọi phiên đăng nhập sẽ kết thúc.',
      { label: 'Đặt mật khẩu mới', link },
    ],
  }),
  setting_changed: ({ brand, sections, staffId, link }) => ({
    subject: `${brand}: cài đặt vừa thay đổi (${sections.map((section) => settings[section]).join(', ')})`,
    paragraphs: [
      'Xin chào,',
      `Nhân viên #${staffId} vừa thay đổi các cài đặt sau tại ${brand}:`,
      sections.map((section) => settings[section]).join('\n'),
      'Bạn nhận email này vì bạn là chủ trang. Nếu đây không phải thay đổi bạn mong đợi, hãy khôi phục lại và thu hồi quyền của nhân viên đó. Nhật ký hoạt động cho biết những gì đã thay đổi.',
      { label: 'Mở nhật ký hoạt động', link },
    ],
  }),
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

const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'máy chủ email',
  gateways: 'cổng thanh toán',
  bonuses: 'thưởng nạp tiền',
  visitor_tags: 'phân tích và chat',
  payment_methods: 'phương thức thanh toán',
}

function sayChange(change: FavouriteChange): string {
  const name = `${change.id} ${change.name}`
  if (change.kind === 'off') return `${name}: hiện ngừng bán`
  if (change.kind === 'back') return `${name}: đã được mở bán trở lại, giá ${money(change.rate)}`
  if (change.kind === 'limits') return `${name}: nay từ ${number(change.min)} đến ${number(change.max)}`
  return `${name}: ${money(change.before)} → ${money(change.rate)}`
}
