import type { Dialect } from './dialect.ts'

/** Turkish. */
export const turkish: Dialect = {
  refusals: {
    link_in_use: [
      /bu (link|bağlantı|url)\S* .{0,30}(aktif|devam eden|tamamlanmamış) .{0,20}sipariş|aktif (bir )?sipariş\S* (var|mevcut|bulun)/,
    ],
    funds: [/yetersiz bakiye|bakiye\S* (yetersiz|yeterli değil|yetmiyor)|yeterli bakiye/],
    address: [/\bip\b.{0,50} (izin verilm|izinli değil|engellen|yasak)/],
    key: [
      /(geçersiz|hatalı|yanlış) (api|anahtar(?! kelime))|(api|anahtar[^ ]*) (geçersiz|hatalı|yanlış)|yetkisiz|hesabınız .{0,20}(askıya|engellen|kapat)/,
    ],
    rate: [/çok fazla (istek|deneme|sorgu)|istek (limiti|sınırı)|çok hızlı/],
  },
  unknownId: [/(sipariş|sipariş numarası|sipariş id)\S* (bulunamadı|geçersiz|hatalı)|geçersiz sipariş/],
  breakdown: [/(sunucu|sistem|veritabanı|bağlantı) hatası|zaman aşımı/],
  trouble: [/tekrar den|daha sonra|bakım|geçici|beklenmeyen|bir hata oluştu|sunucu/],
  certain: [
    /(geçersiz|hatalı|yanlış) (link|url|bağlantı|servis|hizmet|miktar|adet|sayı|kullanıcı adı|yorum|anahtar kelime)/,
    /(link|url|bağlantı|servis|hizmet|miktar|adet|kullanıcı adı)\S* (.{0,20} )?(geçersiz|hatalı|yanlış|bulunamadı|boş|gerekli|zorunlu|aktif değil|pasif|kapalı|(en az|en fazla|minimum|maksimum))/,
    /(minimum|maksimum|en az|en fazla) (.{0,20} )?(miktar|adet|sipariş)?.{0,10}\d/,
  ],
}
