import type { LetterWords } from './letter-words.ts'

export const letters: LetterWords = {
  email_confirmation: ({ brand, link }) => ({
    subject: `Vui lòng xác nhận địa chỉ email của bạn tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      'vui lòng xác nhận đây là địa chỉ của bạn qua liên kết sau, có hiệu lực trong ba ngày:',
      link,
      `Nếu bạn không có và không đăng ký tài khoản tại ${brand}, bạn không cần làm gì: nếu không xác nhận thì không có gì thay đổi.`,
    ],
  }),
  email_change_asked: ({ brand, email, link }) => ({
    subject: `Có yêu cầu đổi địa chỉ email tại ${brand}`,
    paragraphs: [
      'Xin chào,',
      `một người biết mật khẩu tài khoản của bạn tại ${brand} đã yêu cầu đổi địa chỉ email thành ${email}. Tài khoản vẫn dùng địa chỉ này cho đến khi địa chỉ mới được xác nhận.`,
      `Nếu không phải bạn, hãy đổi mật khẩu ngay: ${link}`,
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Xin chào,',
      `${brand} đã trả lời yêu cầu #${ticket} của bạn, “${subject}”. Xem và trả lời tại đây:`,
      link,
      'Thư trả lời cho email này sẽ không có ai đọc.',
    ],
  }),
}
