import type { site as en } from '#web/messages/en/site.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const site = translation<typeof en, 'vi'>()({
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
  goToDashboard: 'Tới trang tổng quan',
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
