import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const contactText = translation<typeof en.contactText, 'vi'>()({
  title: 'Liên hệ',
  description: 'Liên hệ đội ngũ vận hành panel về đơn hàng, thanh toán, tài khoản hoặc vấn đề khác.',
  lead: 'Có thắc mắc hoặc gặp sự cố? Hãy để lại tin nhắn, chúng tôi sẽ trả lời qua email.',
  name: 'Tên',
  emailHint: 'Chúng tôi sẽ trả lời qua địa chỉ này',
  messageHint: 'Nếu liên quan đến đơn hàng, hãy ghi ID đơn. Không bao giờ gửi mật khẩu cho chúng tôi.',
  send: 'Gửi tin nhắn',
  sendFailed: 'Không gửi được tin nhắn. Vui lòng thử lại.',
  sentTitle: 'Cảm ơn bạn',
  sent: 'Tin nhắn của bạn đã được gửi thành công!',
  sentLead: 'Chúng tôi sẽ trả lời qua email. Nếu bạn có tài khoản, câu trả lời cũng nằm trong mục Hỗ trợ.',
  another: 'Gửi tin nhắn khác',
  toTickets: 'Yêu cầu của tôi',
  unseen: 'Vui lòng để trống ô này',
  waysTitle: 'Cách liên hệ khác',
  faqTitle: 'Hỏi đáp',
  faqLead: 'Thanh toán, xử lý đơn, bảo hành và hoàn tiền: có thể câu hỏi của bạn đã được giải đáp.',
  toFaq: 'Xem mục Hỏi đáp',
  customersTitle: 'Khách hàng',
  customersLead: 'Đăng nhập để gửi yêu cầu hỗ trợ, đính kèm tệp và theo dõi trao đổi.',
  toSupport: 'Gửi yêu cầu',
})
