import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const contactText = translation<typeof en.contactText, 'vi'>()({
  title: 'Liên hệ',
  description:
    'Viết cho những người vận hành trang này: về đơn hàng, thanh toán, tài khoản hay bất cứ điều gì khác.',
  lead: 'Có thắc mắc trước khi đặt hàng hay gặp trục trặc sau đó? Hãy viết cho chúng tôi, sẽ có người trả lời bạn qua email.',
  name: 'Tên',
  emailHint: 'Câu trả lời sẽ được gửi tới đây',
  messageHint:
    'Về một đơn hàng? Vui lòng cho biết mã đơn. Đừng bao giờ gửi mật khẩu: chúng tôi không cần đến nó.',
  send: 'Gửi tin nhắn',
  sendFailed: 'Không thể gửi tin nhắn. Vui lòng thử lại.',
  sentTitle: 'Cảm ơn bạn',
  sent: 'Tin nhắn của bạn đã được gửi thành công!',
  sentLead: 'Chúng tôi trả lời qua email. Nếu bạn có tài khoản, tin nhắn cũng là một yêu cầu hỗ trợ ở đó.',
  another: 'Viết tin nhắn khác',
  toTickets: 'Yêu cầu của tôi',
  unseen: 'Vui lòng để trống ô này',
  waysTitle: 'Cách khác',
  faqTitle: 'Câu hỏi thường gặp',
  faqLead: 'Thanh toán, giao hàng, bảo hành và hoàn tiền: phần lớn câu hỏi đã có câu trả lời.',
  toFaq: 'Xem câu trả lời',
  customersTitle: 'Khách hàng',
  customersLead: 'Đăng nhập để mở yêu cầu kèm tệp và đọc lại toàn bộ trao đổi bất cứ lúc nào.',
  toSupport: 'Mở yêu cầu',
})
