import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const siteText = translation<typeof en.siteText, 'vi'>()({
  landingTitle: 'Tăng trưởng mạng xã hội, biết giá trước khi đặt',
  landingDescription:
    'Panel trả trước cho người theo dõi, lượt thích, lượt xem và nhiều hơn nữa trên Instagram, Facebook, YouTube, TikTok, Twitter và Telegram. Xem mọi mức giá trước khi đặt.',
  heroTitle: 'Tăng trưởng mạng xã hội: biết giá trước, theo dõi tới từng lượt thích.',
  heroLead:
    'Người theo dõi, lượt xem và tương tác cho Instagram, TikTok, YouTube, Facebook, Twitter và Telegram. Nạp tiền một lần, rồi đặt đơn bằng một liên kết và một con số.',
  heroBonus: 'Thưởng +{percent}% khi nạp từ {from}',
  heroBonusMore: '+{percent}% từ {from}',
  createAccount: 'Tạo tài khoản miễn phí',
  seePrices: 'Xem bảng giá',
  seal: 'Không giá nào bị làm tròn: sổ này đếm theo đơn vị 0,00000001 USD.',
  featureExact: 'Giá chính xác',
  featureExactText: 'Tổng tiền hiện tới 8 chữ số thập phân trước khi đặt, và đó là số tiền bị trừ.',
  featureRefund: 'Hoàn phần chưa giao',
  featureRefundText: 'Đơn chỉ giao một phần hoặc bị hủy: phần còn lại tự trở về số dư của bạn.',
  featureOnce: 'Chỉ trừ một lần',
  featureOnceText: 'Nhấn hai lần, mất mạng hay tải lại trang không bao giờ biến một đơn thành hai.',
  featureLive: 'Tiến độ trực tiếp',
  featureLiveText: 'Số ban đầu, số còn lại và trạng thái thay đổi ngay trên trang.',
  servicesTitle: 'Sáu nền tảng, một số dư',
  servicesLead: 'Mở một nền tảng để xem có gì và giá mỗi 1.000 là bao nhiêu.',
  howTitle: 'Cách hoạt động',
  howOne: 'Nạp tiền',
  howOneText: 'Chọn số tiền. Tiền thưởng hiện trước khi bạn trả.',
  howTwo: 'Đặt đơn',
  howTwoText: 'Chọn dịch vụ, dán liên kết, nhập số lượng.',
  howThree: 'Theo dõi kết quả',
  howThreeText: 'Xem từng đơn từ lúc chờ tới khi hoàn thành.',
  faqTitle: 'Câu hỏi thường gặp',
  claimsTitle: 'Những con số',
  testimonialsTitle: 'Khách hàng nói gì',
  callTitle: 'Mở tài khoản, xem giá, rồi quyết định.',
})

export const faqText = translation<typeof en.faqText, 'vi'>()({
  title: 'Câu hỏi thường gặp',
  description:
    'Thanh toán, thời gian giao, tụt và bảo hành, hoàn tiền, liên kết và quyền riêng tư, API và an toàn tài khoản: trả lời đúng như panel hoạt động.',
  lead: 'Đúng như panel này hoạt động. Điều gì chưa có ở đây, sẽ có người trả lời bạn.',
  search: 'Tìm trong các câu hỏi',
  find: 'Tìm',
  none: 'Không có câu hỏi nào khớp với “{query}”. Hãy viết cho chúng tôi, sẽ có người trả lời.',
  all: 'Hiện mọi câu hỏi',
  ask: 'Viết cho chúng tôi',
  askTitle: 'Chưa có câu trả lời?',
  payingTopic: 'Thanh toán',
  deliveryTopic: 'Giao hàng',
  refillsTopic: 'Tụt, bảo hành và hoàn tiền',
  linksTopic: 'Liên kết và quyền riêng tư',
  accountTopic: 'Tài khoản của bạn',
  apiTopic: 'API',
  neverTopic: 'Những điều chúng tôi không làm',
  operatorTopic: 'Từ trang này',
  charged: 'Khi nào số dư bị trừ?',
  chargedAnswer:
    'Khi bạn đặt đơn: một lần duy nhất, đúng bằng tổng tiền đã hiển thị. Nhấp hai lần, mất kết nối hay tải lại trang không bao giờ biến một đơn thành hai.',
  topUp: 'Nạp tiền như thế nào?',
  topUpAnswer:
    'Đăng nhập, mở trang Nạp tiền, chọn số tiền và phương thức rồi thanh toán trên trang của cổng thanh toán. Sau đó bạn quay lại trang cho biết tình trạng khoản nạp.',
  paymentSlow: 'Tôi đã thanh toán nhưng số dư chưa đổi thì sao?',
  paymentSlowAnswer:
    'Hãy chờ vài phút: cổng thanh toán báo cho chúng tôi khi mạng xác nhận giao dịch, và chúng tôi hỏi lại nhiều lần cho đến một ngày sau khi hóa đơn hết hạn. Khoản đến muộn vẫn được cộng. Nếu khoản tiền không khớp hóa đơn, một người sẽ xem xét trước khi cộng; khi đó hãy gửi yêu cầu kèm mã thanh toán.',
  bonus: 'Tiền thưởng được tính ra sao?',
  bonusAnswer:
    'Khoản nạp đạt một mức thưởng sẽ được cộng thưởng ngay cùng lúc. Các mức được hiển thị ở trang Nạp tiền trước khi bạn thanh toán.',
  currency: 'Mọi thứ tính bằng tiền gì?',
  currencyAnswer:
    'Bằng đô la Mỹ, chính xác đến 8 chữ số thập phân. Giá tính cho 1.000 đơn vị, trừ dịch vụ bán theo gói.',
  cashOut: 'Tôi có thể lấy lại khoản nạp không?',
  cashOutAnswer:
    'Hãy gửi yêu cầu hỗ trợ. Phần đơn không giao được tự về số dư; còn việc trả khoản nạp lại cho bạn do người thật quyết định, và tiền thưởng đi kèm sẽ bị thu hồi cùng.',
  start: 'Khi nào đơn bắt đầu chạy?',
  startAnswer:
    'Mỗi dịch vụ cho biết các đơn gần đây mất trung bình bao lâu, khi đã có đơn hoàn thành. Đó là số đo chứ không phải lời hứa: nền tảng và nhà cung cấp cũng có ngày chậm.',
  status: 'Các trạng thái nghĩa là gì?',
  statusAnswer:
    'Chờ xử lý: chưa gửi tới nhà cung cấp. Đang chạy: đang giao. Hoàn thành: đã giao đủ. Một phần: phần còn lại đã hoàn tiền. Đã hủy và Đã hoàn tiền: tiền đã về số dư. Đang bảo hành: đang được bù thêm.',
  startCount: 'Số ban đầu để làm gì?',
  startCountAnswer:
    'Đó là con số nhà cung cấp thấy tại liên kết trước khi giao. Phần đã giao được tính thêm vào đó, vì vậy đừng đặt đơn thứ hai cho cùng liên kết khi đơn đầu chưa xong.',
  cancel: 'Tôi có hủy đơn được không?',
  cancelAnswer:
    'Khi đơn chưa được gửi: ngay lập tức, hoàn toàn bộ tiền. Sau đó chỉ với dịch vụ cho phép: chúng tôi hỏi nhà cung cấp và hoàn phần chưa giao khi họ xác nhận.',
  drop: 'Nếu sau đó người theo dõi hay lượt thích bị tụt?',
  dropAnswer:
    'Nền tảng gỡ những gì họ không muốn, và một phần tự tụt. Dịch vụ có ghi bảo hành sẽ được bù lại; dịch vụ khác thì không, đổi lại giá rẻ hơn.',
  refill: 'Yêu cầu bảo hành như thế nào?',
  refillAnswer:
    'Mở đơn, hoặc tìm trong Lịch sử đơn hàng, rồi nhấn Bảo hành. Nút có ở dịch vụ được bảo hành và nói rõ lý do khi chưa thể yêu cầu.',
  partial: 'Giao một phần nghĩa là gì?',
  partialAnswer:
    'Nhà cung cấp đã giao một phần rồi dừng. Phần tiền chưa giao tự trở về số dư, làm tròn xuống một lần ở chữ số thập phân thứ tám.',
  refund: 'Hoàn tiền mất bao lâu?',
  refundAnswer:
    'Được ghi ngay lúc chúng tôi biết đơn bị hủy hoặc giao một phần. Tiền về số dư và là một dòng trong giao dịch của bạn.',
  public: 'Tài khoản của tôi có phải để công khai không?',
  publicAnswer: 'Có, trong suốt thời gian đơn chạy. Không thể giao tới trang riêng tư hay bài đã xóa.',
  which: 'Tôi nhập liên kết nào?',
  whichAnswer:
    'Liên kết mở được trong trình duyệt: của trang cá nhân nếu mua người theo dõi, của bài viết hay video nếu mua lượt thích, lượt xem, bình luận. Biểu mẫu nói rõ và cảnh báo khi liên kết có vẻ không đúng.',
  privacy: 'Ai thấy đơn hàng của tôi?',
  privacyAnswer:
    'Bạn và nhân viên của chúng tôi. Nhà cung cấp chỉ nhận liên kết, số lượng và những gì dịch vụ yêu cầu, không nhận tên, email hay số dư của bạn.',
  data: 'Dữ liệu của tôi có thể bị xóa không?',
  dataAnswer:
    'Có, hãy nói với chúng tôi. Tên, địa chỉ, các lần đăng nhập, khóa và thư của bạn sẽ bị xóa, email của bạn lại dùng được để đăng ký; các dòng sổ và đơn hàng được giữ lại dưới một mã số cho kế toán.',
  password: 'Có cần mật khẩu mạng xã hội của tôi không?',
  passwordAnswer:
    'Không bao giờ. Đơn chỉ cần liên kết công khai. Ai hỏi mật khẩu mạng xã hội, dù nhân danh chúng tôi hay ai khác, đều muốn lấy tài khoản của bạn.',
  forgot: 'Tôi quên mật khẩu.',
  forgotAnswer:
    'Mở mục Quên mật khẩu ở trang đăng nhập. Một liên kết được gửi tới email, dùng được một lần trong một giờ, và kết thúc mọi phiên đăng nhập. Chúng tôi không bao giờ hỏi bạn liên kết này.',
  stolen: 'Có người khác đã vào tài khoản của tôi.',
  stolenAnswer:
    'Hãy đặt mật khẩu mới ngay: mọi phiên đăng nhập sẽ kết thúc. Sau đó xem lại các khóa API, thu hồi khóa lạ và viết cho chúng tôi.',
  letters: 'Các bạn gửi những thư nào?',
  lettersAnswer:
    'Thư về an toàn tài khoản thì luôn gửi, về đơn hàng và thanh toán nếu bạn không tắt, còn khuyến mãi chỉ khi bạn đã chọn nhận. Mỗi thư đó đều có liên kết tắt bằng một cú nhấp.',
  key: 'Có API không?',
  keyAnswer:
    'Có. Tạo khóa trong Cài đặt, mục API: khóa mở dịch vụ, đơn hàng và số dư cho chương trình của bạn. Khóa chỉ hiện một lần, được lưu dạng băm, có thể giới hạn theo địa chỉ và theo ngày.',
  twice: 'Làm sao để chương trình của tôi không bao giờ đặt hai lần?',
  twiceAnswer:
    'Gửi Idempotency-Key với mỗi đơn. Cùng khóa và nội dung sẽ nhận cùng câu trả lời, không bị trừ tiền lần hai.',
  rates: 'Đơn qua API có cùng giá không?',
  ratesAnswer:
    'Có. Máy chủ tính giá từ danh mục của mình và chiết khấu riêng của bạn, và từ chối đơn nếu giá đã đổi kể từ lúc bạn đọc.',
  fake: 'Các bạn không làm gì?',
  fakeAnswer:
    'Chúng tôi không bịa con số, lời khen hay đồng hồ đếm ngược, không hỏi mật khẩu, và không đặt lại khi nhà cung cấp không trả lời: trước hết phải có người xem.',
  rules: 'Mua người theo dõi có được phép không?',
  rulesAnswer:
    'Các nền tảng cấm tương tác giả và có thể gỡ bỏ; ở một số quốc gia, mua bán chỉ số ảnh hưởng mà mình biết là giả là trái pháp luật. Chỉ đặt cho những gì bạn được phép quảng bá, ở nơi điều đó được phép.',
  guarantee: 'Các bạn có đảm bảo kết quả không?',
  guaranteeAnswer:
    'Chúng tôi đảm bảo phép tính: phần không giao thì hoàn. Không ai đảm bảo được nền tảng hiển thị, giữ lại hay ưa thích điều gì.',
})
