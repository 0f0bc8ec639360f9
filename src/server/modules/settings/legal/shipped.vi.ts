import type { ShippedTexts } from './shipped-texts.ts'

export const vi: ShippedTexts = {
  terms: [
    {
      heading: 'Bạn mua gì',
      paragraphs: [
        'Panel này chuyển đơn đặt dịch vụ mạng xã hội tới các nhà cung cấp bên thứ ba. Mỗi dịch vụ ghi rõ giá mỗi 1.000, số lượng tối thiểu và tối đa, và thời hạn bảo hành nếu có.',
        'Thời gian giao chỉ là ước tính. Nền tảng có thể gỡ những gì đã giao; chỉ dịch vụ có ghi bảo hành mới được bù lại.',
      ],
    },
    {
      heading: 'Tài khoản của bạn',
      paragraphs: [
        'Hãy giữ kín mật khẩu: mọi đơn đặt từ tài khoản của bạn đều trừ vào số dư của bạn. Hãy báo ngay cho bộ phận hỗ trợ nếu bạn nghĩ có người khác đã dùng tài khoản.',
        'Bạn không bao giờ phải cho chúng tôi biết mật khẩu tài khoản mạng xã hội, và cũng đừng cho bất kỳ ai biết.',
      ],
    },
    {
      heading: 'Số dư nạp trước',
      paragraphs: [
        'Đơn hàng được thanh toán bằng số dư đô la Mỹ mà bạn nạp trước. Mỗi đơn chỉ bị trừ tiền một lần, khi bạn đặt, đúng bằng tổng tiền đã hiển thị.',
        'Tiền thưởng được cộng cùng với khoản nạp đi kèm.',
      ],
    },
    {
      heading: 'Quy định sử dụng',
      paragraphs: [
        'Bạn chỉ được đặt cho nội dung và tài khoản mà bạn có quyền quảng bá, và chỉ khi pháp luật và quy định của nền tảng cho phép. Ở một số quốc gia, việc cố ý mua bán chỉ số ảnh hưởng giả trên mạng xã hội là trái pháp luật.',
        'Không dùng trang này để lừa dối, gieo rắc thù ghét hay bạo lực, cho nội dung tình dục liên quan đến trẻ em, hay để gây hại cho chủ một tài khoản. Không tấn công, làm quá tải hay tìm cách lách các giới hạn của trang này, cũng không dùng tài khoản hay phương thức thanh toán của người khác.',
        'Đơn vị vận hành có thể từ chối đơn hàng, chặn liên kết và danh mục, và đóng tài khoản vi phạm các điều khoản này. Phần chưa giao vẫn được hoàn lại.',
      ],
    },
    {
      heading: 'Phiên bản',
      paragraphs: [
        'Phiên bản của các điều khoản này được ghi ở trên. Phiên bản bạn đã đồng ý và thời điểm đồng ý được lưu cùng tài khoản. Bạn không bị hỏi lại khi điều khoản thay đổi: nếu bạn tiếp tục dùng tài khoản, phiên bản đang đăng tại đây được áp dụng. Đơn vị vận hành có thể thông báo cho mọi khách hàng khi có thay đổi.',
      ],
    },
  ],

  privacy: [
    {
      heading: 'Những gì được lưu',
      paragraphs: [
        'Tên và email của bạn, mật khẩu dưới dạng băm (không bao giờ lưu chính mật khẩu), các đơn hàng cùng liên kết, các khoản nạp và giao dịch của bạn.',
        'Máy chủ lưu các lần đăng nhập để bạn có thể đăng xuất khỏi mọi nơi và để không ai dò được mật khẩu.',
      ],
    },
    {
      heading: 'Ai nhận được gì',
      paragraphs: [
        'Nhà cung cấp thực hiện đơn nhận được liên kết, số lượng và những gì dịch vụ yêu cầu. Họ không nhận được tên, email hay số dư của bạn.',
        'Cổng thanh toán nhận được số tiền và mã của khoản nạp. Thông tin bạn nhập trên trang của họ chỉ họ giữ.',
      ],
    },
    {
      heading: 'Trong trình duyệt của bạn',
      paragraphs: [
        'Phiên đăng nhập, giao diện và, nếu bạn chọn “Ghi nhớ đăng nhập”, email của bạn được lưu trong trình duyệt này. Trang này chỉ đặt một cookie, để lưu ngôn ngữ bạn đã chọn.',
        {
          untracked:
            'Không có theo dõi, không có cookie quảng cáo, còn mọi phông chữ và mã đều đến từ chính trang này.',
          tracked:
            'Khi bạn chưa đăng nhập, các trang công khai còn tải {services}: các dịch vụ này thấy được lượt truy cập của bạn và có thể đặt cookie riêng. Chúng không bao giờ được tải ở trang đăng nhập hay khi bạn đã đăng nhập.',
        },
      ],
    },
    {
      heading: 'Lưu trong bao lâu',
      paragraphs: [
        'Thông tin đăng nhập được xóa một giờ sau khi phiên kết thúc. Để báo cho bạn khi có đăng nhập từ nơi lạ, trình duyệt, hệ điều hành và mạng được giữ 90 ngày dưới dạng băm, còn địa chỉ IP thì không.',
        'Email đã gửi, thông báo đã đọc và tin nhắn liên hệ đã trả lời được xóa sau thời hạn do đơn vị vận hành đặt, mặc định là 90 ngày. Liên kết đặt mật khẩu mới được giữ một giờ, dưới dạng băm.',
      ],
    },
    {
      heading: 'Quyền của bạn',
      paragraphs: [
        'Bạn có thể hỏi đơn vị vận hành về dữ liệu được lưu về bạn, yêu cầu sửa hoặc xóa. Khi xóa, tên, email, điện thoại, các lần đăng nhập, khóa, email đã gửi, thông báo và tệp của bạn bị xóa; địa chỉ email của bạn có thể được dùng để đăng ký lại. Đơn hàng, giao dịch và nội dung yêu cầu hỗ trợ được giữ lại dưới một mã số trong thời hạn luật kế toán yêu cầu.',
      ],
    },
  ],

  refund: [
    {
      heading: 'Tự động về số dư',
      paragraphs: [
        'Khi nhà cung cấp chỉ giao một phần, giá của phần chưa giao được hoàn về số dư của bạn. Khi đơn bị hủy hoặc bị từ chối, toàn bộ phần chưa giao được hoàn lại. Mỗi lần hoàn tiền hiển thị trong Giao dịch.',
        'Bạn có thể hủy đơn chưa được gửi đi và nhận lại ngay toàn bộ tiền. Sau đó tùy thuộc vào dịch vụ.',
        'Phần chưa giao được tính từ số còn lại mà nhà cung cấp báo, làm tròn xuống một lần ở chữ số thập phân thứ tám. Dịch vụ bán theo gói được hoàn theo đơn vị mà nhà cung cấp tính.',
      ],
    },
    {
      heading: 'Bảo hành',
      paragraphs: [
        'Dịch vụ có ghi bảo hành sẽ bù lại phần bị tụt trong thời hạn đã nêu. Hãy yêu cầu trên trang của đơn hàng.',
      ],
    },
    {
      heading: 'Khoản nạp',
      paragraphs: [
        'Mỗi khoản thanh toán được cộng một lần, khi cổng thanh toán xác nhận, kể cả khi đến muộn. Nếu khoản thanh toán không khớp với khoản nạp, chúng tôi kiểm tra trước khi cộng tiền.',
        'Để yêu cầu trả lại một khoản nạp, hãy liên hệ đơn vị vận hành. Tiền thưởng đi kèm sẽ bị trừ. Tiền thưởng được tính theo mức mà khoản nạp đạt được, làm tròn xuống một lần.',
      ],
    },
  ],
}
