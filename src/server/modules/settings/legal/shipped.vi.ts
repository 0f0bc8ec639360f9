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
        'Bạn không bao giờ phải đưa cho chúng tôi mật khẩu tài khoản mạng xã hội, và cũng đừng đưa cho bất kỳ ai.',
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
        'Bạn chỉ được đặt cho nội dung và tài khoản mà bạn có quyền quảng bá, và chỉ khi pháp luật và quy định của nền tảng cho phép. Ở một số quốc gia, mua bán chỉ số ảnh hưởng mạng xã hội mà bạn biết là giả là trái pháp luật.',
        'Không dùng để lừa dối, gieo rắc thù ghét, bạo lực, nội dung tình dục liên quan đến trẻ em, hay gây hại cho chủ tài khoản khác. Không dò phá, làm quá tải hay lách qua trang này, cũng không dùng tài khoản hay phương tiện thanh toán của người khác.',
        'Đơn vị vận hành có thể từ chối đơn hàng, chặn liên kết và danh mục, đóng tài khoản vi phạm các điều khoản này. Phần chưa giao vẫn được hoàn lại.',
      ],
    },
    {
      heading: 'Phiên bản',
      paragraphs: [
        'Các điều khoản này có số phiên bản ghi ở trên. Bạn đã đồng ý với phiên bản nào và khi nào được lưu cùng tài khoản. Bạn không bị hỏi lại khi điều khoản thay đổi: tài khoản tiếp tục được dùng thì theo phiên bản đang đăng tại đây, và đơn vị vận hành có thể báo cho mọi khách hàng bằng thông báo về dịch vụ.',
      ],
    },
  ],

  privacy: [
    {
      heading: 'Những gì được lưu',
      paragraphs: [
        'Tên và email của bạn, giá trị băm của mật khẩu (không bao giờ lưu chính mật khẩu), các đơn hàng cùng liên kết, các khoản nạp và các dòng trong sổ giao dịch của bạn.',
        'Máy chủ lưu các lần đăng nhập để bạn có thể đăng xuất ở mọi nơi và để không ai dò được mật khẩu.',
      ],
    },
    {
      heading: 'Ai nhận được gì',
      paragraphs: [
        'Nhà cung cấp thực hiện đơn nhận được liên kết, số lượng và những gì dịch vụ yêu cầu. Họ không nhận được tên, email hay số dư của bạn.',
        'Cổng thanh toán nhận được số tiền và mã của khoản nạp. Những gì bạn nhập trên trang của họ thì ở lại với họ.',
      ],
    },
    {
      heading: 'Trong trình duyệt của bạn',
      paragraphs: [
        'Phiên đăng nhập, giao diện và, nếu bạn chọn “Ghi nhớ tôi”, email của bạn được lưu trong trình duyệt này. Một cookie của trang này giữ ngôn ngữ bạn đã chọn, ngoài ra không có gì.',
        {
          untracked:
            'Không có theo dõi, không có cookie quảng cáo, và mọi phông chữ và mã đều đến từ chính trang này.',
          tracked:
            'Khi bạn chưa đăng nhập, các trang công khai còn tải {services}: dịch vụ này biết lượt truy cập của bạn và có thể đặt cookie riêng. Dịch vụ không bao giờ được tải ở trang đăng nhập hay khi bạn đã đăng nhập.',
        },
      ],
    },
    {
      heading: 'Lưu trong bao lâu',
      paragraphs: [
        'Thông tin về một lần đăng nhập được xóa một giờ sau khi phiên kết thúc. Để có thể báo cho bạn khi có đăng nhập từ nơi khác, giá trị băm của trình duyệt, hệ điều hành và mạng được giữ 90 ngày, còn chính địa chỉ thì không.',
        'Thư đã gửi, thông báo đã đọc và tin nhắn liên hệ đã trả lời được xóa sau thời hạn do đơn vị vận hành đặt, mặc định là 90 ngày. Liên kết đặt mật khẩu mới được giữ một giờ, dưới dạng băm.',
      ],
    },
    {
      heading: 'Quyền của bạn',
      paragraphs: [
        'Bạn có thể hỏi đơn vị vận hành về dữ liệu được lưu về bạn, yêu cầu sửa hoặc xóa. Khi xóa, tên, email, điện thoại, các lần đăng nhập, khóa, thư, thông báo và tệp của bạn bị xóa, email của bạn lại dùng được để đăng ký. Đơn hàng, các dòng sổ giao dịch và nội dung yêu cầu hỗ trợ được giữ lại dưới một mã số trong thời hạn luật kế toán yêu cầu.',
      ],
    },
  ],

  refund: [
    {
      heading: 'Tự động về số dư',
      paragraphs: [
        'Khi nhà cung cấp chỉ giao một phần, giá của phần chưa giao được hoàn về số dư của bạn. Khi đơn bị hủy hoặc bị từ chối, toàn bộ phần chưa giao được hoàn lại. Mỗi lần hoàn tiền là một dòng trong sổ giao dịch.',
        'Bạn có thể hủy đơn chưa được gửi đi và nhận lại ngay toàn bộ tiền. Sau đó tùy thuộc vào dịch vụ.',
        'Phần chưa giao được tính từ số còn lại mà nhà cung cấp báo, làm tròn xuống một lần ở chữ số thập phân thứ tám. Gói dịch vụ được hoàn theo đơn vị mà nhà cung cấp đếm.',
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
        'Mỗi thanh toán được cộng một lần, khi cổng thanh toán xác nhận, kể cả khi đến muộn. Nếu thanh toán không khớp với khoản nạp, sẽ có người kiểm tra trước khi cộng tiền.',
        'Để xin hoàn trả một khoản nạp, hãy liên hệ đơn vị vận hành. Tiền thưởng đi kèm sẽ bị thu lại cùng lúc. Tiền thưởng theo mức mà khoản nạp đạt được, làm tròn xuống một lần.',
      ],
    },
  ],
}
