import { toPlain } from './tell-refusal.ts'

/** Of one order or refill that the panel does not know; "The order field is required" speaks of none. */
const words: readonly RegExp[] = [
  /\b(incorrect|invalid|wrong|unknown|no such|bad|can ?not find|could not find) (order|refill)( ?id)?\b(?! field)/,
  /\b(order|refill)( ?id)?( #?\d{1,20})? (is |was |are |does |did |has )*(incorrect|invalid|wrong|unknown|not (found|exist|valid|correct|yours|belong)|doesn'?t exist)/,
  /(không tìm thấy|không có) (đơn|mã)|(đơn hàng|mã đơn) (.{0,20} )?(không tồn tại|không hợp lệ|không đúng)/,
  /(sipariş|sipariş numarası|sipariş id)\S* (bulunamadı|geçersiz|hatalı)|geçersiz sipariş/,
  /заказ\S* (.{0,20} )?не (найден|существует)|(неверн|некорректн|неправильн)\S* (id |номер )?заказ/,
  /\b(pesanan|refill) (.{0,20} )?tidak (ditemukan|ada|valid)|\bno query results for model\b/,
  /(pedido|id do pedido|id del pedido) (.{0,20} )?(inválid|incorret|incorrect|não (encontrad|existe)|no (encontrad|existe))/,
]

/** Whether a fault is about one id that was named, and says nothing of the others. */
export function isAboutOneId(told: string): boolean {
  const text = toPlain(told)
  return words.some((pattern) => pattern.test(text))
}
