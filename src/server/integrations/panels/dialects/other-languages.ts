import type { Dialect } from './dialect.ts'

/** Indonesian, Arabic and Chinese. */
export const otherLanguages: Dialect = {
  refusals: {
    funds: [
      /saldo .{0,20}tidak (cukup|mencukupi)/,
      /(الرصيد|رصيد\S*) .{0,20}غير كاف|لا يوجد رصيد كاف|رصيد غير كاف/,
      /(余额|餘額|资金|資金)不足|(余额|餘額)不够/,
    ],
  },
  unknownId: [/\b(pesanan|refill) (.{0,20} )?tidak (ditemukan|ada|valid)|\bno query results for model\b/],
  certain: [
    /\b(layanan|tautan|link|target|jumlah) (.{0,20} )?(tidak (ditemukan|tersedia|valid|aktif|sesuai)|non-?aktif|salah)|\b(minimal|maksimal)( (pesan|pesanan|pemesanan|order|jumlah))* ?:? ?\d/,
  ],
}
