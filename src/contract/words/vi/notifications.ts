import { formatIn } from '#contract/base/format.ts'
import { money as toMoney } from '#contract/base/money.ts'
import type { GuardedSetting, SyncProblem } from '#contract/messaging/notification-codes.ts'
import type { NotificationWords } from '#contract/words/words.ts'

import { sayOrder } from './sold-things.ts'

const { money, number } = formatIn('vi')

const doubts: Readonly<Record<SyncProblem, string>> = {
  not_read: 'không đọc được',
  empty: 'danh sách trống',
  half_missing: 'thiếu một nửa số dịch vụ',
  currency: 'khác loại tiền',
  prices: 'phần lớn giá cao hơn trước nhiều lần',
}

type ChangeCounts = { prices: number; limits: number; off: number; back: number }

function sayCounts({ prices, limits, off, back }: ChangeCounts): string {
  return [
    prices > 0 && `${prices} có giá mới`,
    limits > 0 && `${limits} có giới hạn mới`,
    off > 0 && `${off} đã ngừng bán`,
    back > 0 && `${back} được mở bán trở lại`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const refusals = {
  funds: 'không đủ số dư',
  key: 'khóa API bị từ chối',
  address: 'địa chỉ IP của máy chủ này không được phép',
} as const
const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'máy chủ email',
  gateways: 'cổng thanh toán',
  bonuses: 'thưởng nạp tiền',
  visitor_tags: 'phân tích và chat',
  backups: 'sao lưu',
  payment_methods: 'phương thức thanh toán',
}

export const notifications: NotificationWords = {
  order_completed: (order) =>
    sayOrder(order, {
      before: `Đơn #${order.order_id} đã hoàn thành`,
      say: (sold) => `Đã giao ${sold}`,
    }),
  order_failed: (order) =>
    sayOrder(order, {
      before: `Đơn #${order.order_id} thất bại và đã được hoàn tiền`,
      say: (sold) => `Không giao được, đã hoàn tiền: ${sold}`,
    }),
  order_partial: ({ delivered, ...order }) =>
    sayOrder(order, {
      before: `Đơn #${order.order_id} chỉ giao được một phần; phần còn lại đã được hoàn tiền`,
      say: (sold) =>
        delivered === undefined
          ? `Chỉ giao được một phần, phần còn lại đã hoàn tiền: ${sold}`
          : `Đã giao ${number(delivered)} trên ${sold}, phần còn lại đã hoàn tiền`,
    }),
  order_canceled: (order) =>
    sayOrder(order, {
      before: `Đơn #${order.order_id} đã bị hủy và được hoàn tiền`,
      say: (sold) => `Đã hủy và hoàn tiền: ${sold}`,
    }),
  order_canceled_in_part: ({ delivered, ...order }) =>
    sayOrder(order, {
      before: `Đơn #${order.order_id} đã bị hủy; phần chưa giao đã được hoàn tiền`,
      say: (sold) =>
        delivered === undefined
          ? `Đã hủy, phần chưa giao đã hoàn tiền: ${sold}`
          : `Đã hủy sau khi giao ${number(delivered)} trên ${sold}, phần còn lại đã hoàn tiền`,
    }),
  order_refunded: (order) =>
    sayOrder(order, {
      before: `Đơn #${order.order_id} đã được hoàn tiền`,
      say: (sold) => `Đã hoàn tiền: ${sold}`,
    }),
  order_refunded_in_part: ({ amount, ...order }) =>
    sayOrder(order, {
      before: `Đã hoàn ${money(amount, 2)} của đơn #${order.order_id}`,
      say: (sold) => `Đã hoàn ${money(amount, 2)} cho ${sold}`,
    }),
  payment_received: ({ amount, bonus }) => {
    const extra = bonus > 0n ? ` Bạn được thưởng ${money(bonus, 2)}.` : ''
    return `Đã nhận thanh toán ${money(amount, 2)} của bạn.${extra}`
  },
  payment_refused: ({ amount }) =>
    `Không thể cộng khoản thanh toán ${money(amount, 2)}. Vui lòng liên hệ hỗ trợ.`,
  transfer_refused: ({ amount, reason }) =>
    `Khoản thanh toán ${money(amount, 2)} của bạn không được cộng: ${reason}`,
  payment_over: ({ credited, arrived }) =>
    `Chúng tôi đã nhận ${money(arrived, 2)} và cộng ${money(credited, 2)} vào số dư. Phần thừa ${money(toMoney(arrived - credited), 2)} đang được kiểm tra.`,
  payment_short: ({ amount, arrived }) =>
    arrived === undefined
      ? `Số tiền nhận được ít hơn khoản thanh toán ${money(amount, 2)} của bạn. Chúng tôi đang kiểm tra.`
      : `Mới nhận được ${money(arrived, 2)} trong khoản thanh toán ${money(amount, 2)} của bạn. Chúng tôi đang kiểm tra.`,
  deposit_short: ({ deposit, amount, arrived }) =>
    `Khoản nạp #${deposit} cần duyệt: nhận được ${arrived === undefined ? 'ít hơn' : `${money(arrived, 2)} cho`} hóa đơn ${money(amount, 2)}`,
  deposit_differs: ({ deposit, credited, arrived }) =>
    `Khoản nạp #${deposit}: nhận được ${money(arrived, 2)}, đã cộng ${money(credited, 2)}`,
  payment_reversed: ({ amount, owed }) =>
    `Đã thu hồi ${money(amount, 2)} của khoản thanh toán của bạn.${owed > 0n ? ` Bạn đang nợ ${money(owed)}.` : ''}`,
  payment_returned: ({ amount, owed }) =>
    `Đã trả lại ${money(amount, 2)} của khoản thanh toán bị thu hồi.${owed > 0n ? ` Bạn vẫn còn nợ ${money(owed)}.` : ''}`,
  deposit_reversed: ({ deposit, amount, owed }) =>
    `Khoản nạp #${deposit}: cổng thanh toán đã thu hồi ${money(amount, 2)}.${owed > 0n ? ` Khách đang nợ ${money(owed)}.` : ''}`,
  deposit_returned: ({ deposit, amount, owed }) =>
    `Khoản nạp #${deposit}: cổng thanh toán đã trả lại ${money(amount, 2)}.${owed > 0n ? ` Khách vẫn còn nợ ${money(owed)}.` : ''}`,
  deposit_disputed: ({ deposit }) =>
    `Khoản nạp #${deposit}: người trả đang khiếu nại khoản thanh toán. Hãy phản hồi tại cổng thanh toán; số dư chưa thay đổi.`,
  deposit_dispute_ended: ({ deposit }) =>
    `Khoản nạp #${deposit}: khiếu nại đã kết thúc. Hãy xem kết quả tại cổng thanh toán.`,
  credit_proposed: ({ deposit, amount }) =>
    `Khoản nạp #${deposit}: khoản cộng ${money(amount, 2)} cần nhân viên khác duyệt`,
  ticket_reply: ({ ticket_id: id }) => `Bộ phận hỗ trợ đã trả lời yêu cầu #${id} của bạn`,
  two_factor_on: 'Đã bật xác thực hai yếu tố',
  two_factor_off: 'Đã tắt xác thực hai yếu tố',
  recovery_code_used: ({ left }) => `Một mã khôi phục đã được dùng; còn ${left} mã`,
  recovery_codes_made: 'Đã tạo mã khôi phục mới; các mã cũ không còn dùng được',
  two_factor_reset: 'Nhân viên của chúng tôi đã tắt xác thực hai yếu tố của bạn',
  balance_low: ({ below, balance }) =>
    `Số dư của bạn đã xuống dưới ${money(below, 2)} và hiện là ${money(balance, 2)}`,
  favourite_price: ({ service, before, rate }) =>
    `${service}: giá nay là ${money(rate)}, trước là ${money(before)}`,
  favourite_limits: ({ service, min, max }) =>
    `${service}: nay đặt được từ ${number(min)} đến ${number(max)}`,
  favourite_off: ({ service }) => `${service} hiện ngừng bán`,
  favourite_back: ({ service, rate }) => `${service} đã được mở bán trở lại, giá ${money(rate)}`,
  favourites_changed: ({ services, ...counts }) =>
    `${number(services)} dịch vụ yêu thích của bạn đã thay đổi: ${sayCounts(counts)}`,
  api_services_changed: ({ services, ...counts }) =>
    `${number(services)} dịch vụ bạn đặt qua API đã thay đổi: ${sayCounts(counts)}`,
  announcement: ({ title }) => title,
  provider_services_held: ({ provider, services: n }) =>
    `${provider} đã tăng giá: ${number(n)} dịch vụ có giá vốn cao hơn giá bán và đã ngừng bán`,
  provider_services_off: ({ provider, services: n }) =>
    `${provider} đã gỡ hoặc thay đổi ${number(n)} dịch vụ: không gửi được đơn của các dịch vụ này tới đó nữa`,
  provider_charges_held: ({ provider, order_id: id }) =>
    `${provider} đã tính phí gấp nhiều lần giá cho đơn #${id}: dịch vụ của họ đã ngừng bán và đơn phải chờ đến khi bạn kiểm tra`,
  provider_charge_doubted: ({ provider, order_id: id }) =>
    `${provider} đã tính phí gấp nhiều lần giá vốn đã biết cho đơn #${id}; giá vốn giữ nguyên cho đến khi đơn thứ hai xác nhận`,
  provider_charges_missing: ({ provider, services: n }) =>
    `${provider} chưa báo phí của ${number(n)} dịch vụ trong 30 phút; từ nay đơn được gửi mà chưa kiểm tra giá`,
  provider_list_doubted: ({ provider, reason }) =>
    `Bảng giá của ${provider} không được dùng: ${doubts[reason]}`,
  provider_balance_low: ({ provider, balance, currency }) =>
    `Số dư tại ${provider} thấp: ${balance} ${currency}`,
  provider_stopped: ({ provider }) =>
    `Đã dừng gửi đơn đến ${provider}: quá nhiều đơn không có phản hồi. Hãy xử lý các đơn đó rồi tiếp tục`,
  provider_paused_by_staff: ({ provider }) => `Nhân viên đã tạm dừng gửi đơn đến ${provider}`,
  provider_paused: ({ provider }) =>
    `${provider} phản hồi không ổn định. Hệ thống gửi chậm lại và sẽ tiếp tục thử`,
  provider_refuses: ({ provider, about }) => `${provider} từ chối đơn: ${refusals[about]}`,
  provider_unknown_refusal: ({ provider, error, customers: n }) =>
    `${provider} từ chối đơn của ${number(n)} khách với thông báo lỗi hệ thống chưa biết: “${error}”. Hãy xem các đơn và xác nhận đó có phải là từ chối hay không`,
  orders_waiting: ({ orders: n }) => `${number(n)} đơn cần duyệt`,
  deposits_waiting: ({ deposits: n }) => `${number(n)} khoản nạp cần duyệt`,
  job_failed: ({ job }) => `Tác vụ nền “${job}” đã lỗi năm lần liên tiếp`,
  emails_failed: ({ emails: n }) => `${number(n)} email không gửi được`,
  jobs_failed: ({ jobs: n }) => `${number(n)} tác vụ nền bị lỗi và sẽ không được thử lại`,
  backup_late: 'Bản sao lưu theo lịch chưa được tạo đúng hạn',
  backup_failed: 'Lần sao lưu gần nhất bị lỗi',
  backup_damaged: 'Bản sao lưu vừa kiểm tra không dùng được. Hãy tạo bản khác ngay',
  backup_unchecked: 'Không kiểm tra được bản sao lưu gần nhất',
  ledger_broken: ({ violations: n }) =>
    `Kiểm tra sổ cái phát hiện ${number(n)} sai lệch. Hãy chạy “npm run audit”`,
  setting_changed: ({ section, staff_id: id }) => `Nhân viên #${id} đã thay đổi ${settings[section]}`,
  note: ({ text }) => text,
}
