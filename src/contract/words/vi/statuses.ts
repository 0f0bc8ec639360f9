import type { OrderStatusWords } from '#contract/words/words.ts'

export const orderStatuses: OrderStatusWords = {
  PENDING: 'Chờ xử lý',
  PROCESSING: 'Đang chạy',
  COMPLETED: 'Hoàn thành',
  PARTIAL: 'Một phần',
  REFILL: 'Đang bảo hành',
  CANCELED: 'Đã hủy',
  REFUNDED: 'Đã hoàn tiền',
  FAILED: 'Thất bại',
  UNKNOWN: 'Chưa rõ',
}
