import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const siteText = translation<typeof en.siteText, 'vi'>()({
  landingTitle: 'Tăng tương tác mạng xã hội, biết giá trước khi đặt',
  landingDescription:
    'Panel trả trước để tăng theo dõi, lượt thích, lượt xem… trên Instagram, Facebook, YouTube, TikTok, Twitter và Telegram. Xem giá trước khi đặt.',
  heroTitle: 'Tăng tương tác mạng xã hội: biết giá trước khi đặt, theo sát đến từng lượt thích.',
  heroLead:
    'Người theo dõi, lượt xem và tương tác cho Instagram, TikTok, YouTube, Facebook, Twitter và Telegram. Nạp tiền một lần, sau đó chỉ cần liên kết và số lượng.',
  heroBonus: 'Thưởng +{percent}% khi nạp từ {from}',
  heroBonusMore: '+{percent}% từ {from}',
  createAccount: 'Tạo tài khoản miễn phí',
  seePrices: 'Xem bảng giá',
  seal: 'Giá không bao giờ bị làm tròn: mọi khoản được ghi chính xác đến 0,00000001 USD.',
  featureExact: 'Giá chính xác',
  featureExactText: 'Bạn thấy tổng tiền đến 8 chữ số thập phân trước khi đặt và bị trừ đúng số đó.',
  featureRefund: 'Hoàn tiền tự động',
  featureRefundText: 'Nếu đơn bị hủy hoặc chỉ giao một phần, phần còn lại tự động hoàn về số dư của bạn.',
  featureOnce: 'Chỉ trừ tiền một lần',
  featureOnceText: 'Bấm hai lần, mất mạng hay tải lại trang cũng không làm một đơn bị đặt hai lần.',
  featureLive: 'Tiến độ trực tiếp',
  featureLiveText: 'Số ban đầu, số còn lại và trạng thái được cập nhật ngay khi bạn đang xem.',
  servicesTitle: 'Sáu nền tảng, chung một số dư',
  servicesLead: 'Chọn một nền tảng để xem dịch vụ và giá mỗi 1.000.',
  howTitle: 'Cách hoạt động',
  howOne: 'Nạp tiền',
  howOneText: 'Chọn số tiền. Tiền thưởng hiển thị trước khi bạn thanh toán.',
  howTwo: 'Đặt đơn',
  howTwoText: 'Chọn dịch vụ, dán liên kết và nhập số lượng.',
  howThree: 'Theo dõi tiến độ',
  howThreeText: 'Theo dõi từng đơn từ lúc chờ xử lý đến khi hoàn thành.',
  faqTitle: 'Hỏi đáp',
  claimsTitle: 'Số liệu',
  testimonialsTitle: 'Khách hàng nói gì',
  callTitle: 'Tạo tài khoản, so sánh giá rồi quyết định.',
})

export const faqText = translation<typeof en.faqText, 'vi'>()({
  title: 'Hỏi đáp',
  description:
    'Giải đáp về thanh toán, thời gian giao, tụt và bảo hành, hoàn tiền, liên kết và quyền riêng tư, API và bảo mật tài khoản.',
  lead: 'Cách panel này hoạt động. Nếu chưa thấy câu trả lời, hãy liên hệ với chúng tôi.',
  search: 'Tìm câu hỏi',
  find: 'Tìm',
  none: 'Không có câu hỏi nào khớp với “{query}”. Hãy liên hệ, chúng tôi sẽ trả lời.',
  all: 'Xem tất cả câu hỏi',
  ask: 'Liên hệ',
  askTitle: 'Bạn vẫn còn thắc mắc?',
  payingTopic: 'Thanh toán',
  deliveryTopic: 'Xử lý đơn hàng',
  refillsTopic: 'Tụt, bảo hành và hoàn tiền',
  linksTopic: 'Liên kết và quyền riêng tư',
  accountTopic: 'Tài khoản của bạn',
  apiTopic: 'API',
  neverTopic: 'Những điều chúng tôi không làm',
  operatorTopic: 'Về trang này',
  charged: 'Khi nào tôi bị trừ tiền?',
  chargedAnswer:
    'Ngay khi bạn đặt đơn: một lần duy nhất, đúng bằng tổng tiền đã hiển thị. Bấm hai lần, mất mạng hay tải lại trang cũng không làm một đơn bị đặt hai lần.',
  topUp: 'Nạp tiền như thế nào?',
  topUpAnswer:
    'Đăng nhập, mở trang Nạp tiền, chọn số tiền và phương thức, rồi thanh toán trên trang của cổng thanh toán. Sau đó bạn được đưa về trang hiển thị trạng thái thanh toán.',
  paymentSlow: 'Tôi đã thanh toán nhưng số dư chưa thay đổi. Phải làm gì?',
  paymentSlowAnswer:
    'Hãy chờ vài phút: cổng thanh toán báo cho chúng tôi khi giao dịch được xác nhận, và chúng tôi tiếp tục kiểm tra đến một ngày sau khi hóa đơn hết hạn. Khoản đến muộn vẫn được cộng. Nếu số tiền không khớp hóa đơn, bộ phận hỗ trợ sẽ kiểm tra trước; khi đó, hãy gửi yêu cầu hỗ trợ kèm ID thanh toán.',
  bonus: 'Tiền thưởng được tính ra sao?',
  bonusAnswer:
    'Khoản nạp đạt mức thưởng sẽ được cộng thưởng ngay. Trang Nạp tiền hiển thị các mức thưởng trước khi bạn thanh toán.',
  currency: 'Giá được tính bằng tiền gì?',
  currencyAnswer:
    'Đô la Mỹ, chính xác đến 8 chữ số thập phân. Giá tính cho 1.000 đơn vị, trừ dịch vụ bán theo gói.',
  cashOut: 'Tôi có được rút lại tiền đã nạp không?',
  cashOutAnswer:
    'Hãy gửi yêu cầu hỗ trợ. Phần đơn không giao được tự động hoàn về số dư. Việc trả lại tiền nạp được xét theo từng trường hợp và trừ đi tiền thưởng đã nhận.',
  start: 'Khi nào đơn bắt đầu chạy?',
  startAnswer:
    'Mỗi dịch vụ hiển thị thời gian trung bình của các đơn gần đây, khi đã có đơn hoàn thành. Đây là số đo thực tế, không phải cam kết: nền tảng và nhà cung cấp cũng có lúc chậm.',
  status: 'Các trạng thái có nghĩa là gì?',
  statusAnswer:
    'Chờ xử lý: đang chờ gửi tới nhà cung cấp. Đang chạy: đang được giao. Hoàn thành: đã giao đủ. Một phần: chỉ giao được một phần, phần còn lại đã hoàn tiền. Đã hủy và Đã hoàn tiền: tiền đã về số dư. Đang bảo hành: phần bị tụt đang được bù.',
  startCount: 'Số ban đầu dùng để làm gì?',
  startCountAnswer:
    'Đó là số đếm tại liên kết của bạn trước khi giao. Phần tăng thêm được tính là đã giao, vì vậy đừng đặt đơn thứ hai cho cùng liên kết khi đơn đầu chưa xong.',
  cancel: 'Tôi có thể hủy đơn không?',
  cancelAnswer:
    'Khi đơn chưa gửi đi, bạn hủy được ngay và được hoàn toàn bộ tiền. Sau đó chỉ hủy được nếu dịch vụ cho phép: chúng tôi gửi yêu cầu tới nhà cung cấp và hoàn phần chưa giao khi họ xác nhận.',
  drop: 'Nếu sau đó bị tụt người theo dõi hay lượt thích thì sao?',
  dropAnswer:
    'Nền tảng có thể gỡ bớt tương tác, và một phần tự tụt theo thời gian. Dịch vụ có bảo hành sẽ được bù. Dịch vụ không bảo hành thì không được bù, nhưng giá rẻ hơn.',
  refill: 'Yêu cầu bảo hành như thế nào?',
  refillAnswer:
    'Mở đơn hoặc tìm đơn trong Lịch sử đơn hàng, rồi chọn Bảo hành. Nếu chưa thể bảo hành, bạn sẽ thấy lý do.',
  partial: 'Đơn giao một phần là gì?',
  partialAnswer:
    'Nhà cung cấp giao một phần rồi dừng. Số tiền của phần chưa giao tự động hoàn về số dư, làm tròn xuống một lần ở chữ số thập phân thứ tám.',
  refund: 'Bao lâu thì được hoàn tiền?',
  refundAnswer:
    'Ngay khi chúng tôi biết đơn bị hủy hoặc chỉ giao một phần. Tiền về số dư và hiển thị trong Giao dịch.',
  public: 'Tài khoản mạng xã hội có cần để công khai không?',
  publicAnswer:
    'Có, cho đến khi đơn hoàn thành. Chúng tôi không thể tăng cho trang riêng tư hay bài viết đã xóa.',
  which: 'Tôi cần nhập liên kết nào?',
  whichAnswer:
    'Liên kết bạn mở trong trình duyệt: trang cá nhân nếu tăng theo dõi; bài viết hoặc video nếu tăng lượt thích, lượt xem, bình luận. Biểu mẫu đặt đơn có hướng dẫn và cảnh báo khi liên kết có vẻ sai.',
  privacy: 'Ai xem được đơn hàng của tôi?',
  privacyAnswer:
    'Bạn và nhân viên của chúng tôi. Nhà cung cấp chỉ nhận liên kết, số lượng và thông tin mà dịch vụ yêu cầu, không bao giờ nhận tên, email hay số dư của bạn.',
  data: 'Tôi có thể yêu cầu xóa dữ liệu không?',
  dataAnswer:
    'Có, hãy liên hệ với chúng tôi. Chúng tôi xóa tên, email, lịch sử đăng nhập, khóa và tin nhắn của bạn. Đơn hàng và giao dịch được giữ lại cho kế toán, không kèm tên.',
  password: 'Các bạn có cần mật khẩu mạng xã hội của tôi không?',
  passwordAnswer:
    'Không bao giờ. Đơn chỉ cần liên kết công khai. Bất kỳ ai hỏi mật khẩu mạng xã hội, kể cả khi nhân danh chúng tôi, đều đang tìm cách chiếm tài khoản của bạn.',
  forgot: 'Tôi quên mật khẩu.',
  forgotAnswer:
    'Chọn Quên mật khẩu ở trang đăng nhập. Chúng tôi gửi bạn một liên kết qua email, dùng được một lần và hết hạn sau một giờ. Đặt mật khẩu mới sẽ đăng xuất bạn khỏi mọi thiết bị.',
  stolen: 'Có người khác đã vào tài khoản của tôi.',
  stolenAnswer:
    'Hãy đặt mật khẩu mới ngay: mọi phiên đăng nhập sẽ bị đăng xuất. Sau đó thu hồi những khóa API bạn không nhận ra và liên hệ với chúng tôi.',
  letters: 'Các bạn gửi những email nào?',
  lettersAnswer:
    'Email bảo mật luôn được gửi; email về đơn hàng và thanh toán được gửi trừ khi bạn tắt; email khuyến mãi chỉ gửi khi bạn đăng ký nhận. Bạn hủy nhận chỉ với một lần bấm.',
  key: 'Có API không?',
  keyAnswer:
    'Có. Tạo khóa trong Cài đặt tài khoản → API để xem dịch vụ, đặt đơn và kiểm tra số dư từ ứng dụng của bạn. Khóa chỉ hiện một lần, được lưu dạng băm và có thể giới hạn theo địa chỉ IP và số tiền mỗi ngày.',
  twice: 'Làm sao để ứng dụng của tôi không đặt trùng đơn?',
  twiceAnswer:
    'Gửi Idempotency-Key với mỗi đơn. Gửi lại cùng khóa và cùng nội dung sẽ nhận cùng phản hồi, không bị trừ tiền hai lần.',
  rates: 'Đặt qua API có cùng giá không?',
  ratesAnswer:
    'Có. Mọi đơn được tính theo bảng giá và mức giảm giá của bạn, và bị từ chối nếu giá đã đổi sau khi bạn xem.',
  fake: 'Các bạn không làm những gì?',
  fakeAnswer:
    'Chúng tôi không bịa số liệu, ý kiến khách hàng hay đồng hồ đếm ngược, không hỏi mật khẩu mạng xã hội, và không tự gửi lại đơn khi nhà cung cấp không phản hồi: nhân viên sẽ kiểm tra trước.',
  rules: 'Mua lượt theo dõi có được phép không?',
  rulesAnswer:
    'Các nền tảng cấm tương tác giả và có thể gỡ bỏ; ở một số nước, cố ý mua bán chỉ số ảnh hưởng giả là vi phạm pháp luật. Chỉ đặt cho nội dung bạn được phép quảng bá, ở nơi pháp luật cho phép.',
  guarantee: 'Các bạn có cam kết kết quả không?',
  guaranteeAnswer:
    'Chúng tôi cam kết hoàn tiền: phần nào không giao được thì hoàn lại. Không ai đảm bảo được nền tảng sẽ hiển thị hay giữ lại những gì.',
})
